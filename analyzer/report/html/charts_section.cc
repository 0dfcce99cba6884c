#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/sections.h"
#include "analyzer/report/tally.h"

namespace chartlint::html {
namespace {

using Counts = std::array<size_t, 3>;  // by severity, from the gravest

std::map<absl::string_view, Counts> CountByChart(const ReportView& view) {
  std::map<absl::string_view, Counts> counts;
  for (const FindingView& finding : view.findings) {
    if (finding.Counts()) ++counts[finding.chart][2 - static_cast<size_t>(finding.severity)];
  }
  return counts;
}

std::string CountCell(size_t count, absl::string_view severity) {
  return count == 0 ? "<td class=\"number\">–</td>"
                    : absl::StrCat("<td class=\"number\"><span class=\"badge ", severity, "\">", count, "</span></td>");
}

std::string VariantCell(const PartOverview& part) {
  const auto failed = std::count_if(part.variants.begin(), part.variants.end(), [](const VariantColumn& variant) {
    return variant.completeness == Completeness::kNotRendered;
  });
  return absl::StrCat("<td class=\"number\">", part.variants.size(), "</td><td>",
                      failed > 0 ? absl::StrCat(failed, " did not render") : "", "</td>");
}

}  // namespace

void WriteCharts(const Page& page, std::string* out) {
  const std::vector<PartOverview>& parts = page.overview.parts;
  if (parts.size() < 2) return;
  std::map<absl::string_view, Counts> counts = CountByChart(page.view);
  std::vector<size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return counts[parts[a].chart] > counts[parts[b].chart]; });
  absl::StrAppend(out, "<section id=\"charts\"><h2>Charts</h2>\n<div class=\"part\"><div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                       "aria-label=\"Charts\"><table class=\"charts\"><thead><tr><th scope=\"col\">chart</th>");
  for (const char* head : {"errors", "warnings", "notes", "branches", "objects", "variants"}) {
    absl::StrAppend(out, "<th scope=\"col\" class=\"number\">", head, "</th>");
  }
  absl::StrAppend(out, "<th scope=\"col\"></th></tr></thead><tbody>\n");
  for (size_t index : order) {
    const PartOverview& part = parts[index];
    const Counts& count = counts[part.chart];
    const std::string title = page.TitleOf(part.chart);
    absl::StrAppend(out, "<tr><th scope=\"row\">",
                    page.IsShown(part.chart) ? absl::StrCat("<a href=\"#", page.ElementOf(part.chart), "\">", title, "</a>") : title,
                    "</th>", CountCell(count[0], "error"), CountCell(count[1], "warning"), CountCell(count[2], "note"),
                    "<td class=\"number\">", part.has_coverage && part.total() > 0 ? Percent(part.taken(), part.total()) : "", "</td><td class=\"number\">",
                    part.objects.size(), "</td>", VariantCell(part), "</tr>\n");
  }
  absl::StrAppend(out, "</tbody></table></div></div></section>\n");
}

}  // namespace chartlint::html
