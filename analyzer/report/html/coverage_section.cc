#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/sections.h"
#include "analyzer/report/tally.h"

namespace chartlint::html {
namespace {

// Rounded down, so that 100 % means all.
std::string Percent(int taken, int total) {
  if (total == 0) return "100 %";
  return absl::StrCat(static_cast<int>(100.0 * taken / total), " %");
}

std::string Ranges(const TemplateCoverage& file) {
  std::vector<std::string> ranges;
  for (const auto& [first, last] : file.never_rendered) {
    ranges.push_back(first == last ? absl::StrCat(first) : absl::StrCat(first, "–", last));
  }
  return absl::StrJoin(ranges, ", ");
}

// The file from its first line to its last, with what no variant renders marked. Attributes, no style: the policy of the
// page allows none.
std::string Strip(const TemplateCoverage& file) {
  const int32_t lines = std::max(file.lines, 1);
  std::string svg = absl::StrCat("<svg class=\"strip\" viewBox=\"0 0 ", lines,
                                 " 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"seen\" width=\"", lines,
                                 "\" height=\"1\"/>");
  for (const auto& [first, last] : file.never_rendered) {
    absl::StrAppend(&svg, "<rect class=\"unseen\" x=\"", first - 1, "\" width=\"", last - first + 1, "\" height=\"1\"/>");
  }
  return svg + "</svg>";
}

void WritePart(const PartOverview& part, bool open, std::string* out) {
  absl::StrAppend(out, "<details class=\"part\"", open ? " open" : "", "><summary><h3>", ChartTitle(part.chart),
                  "</h3> <span class=\"facts\"><b>", Percent(part.taken(), part.total()), "</b> ", part.taken(), " of ",
                  part.total(), " branches</span></summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Coverage of ",
                  ChartTitle(part.chart),
                  "\"><table class=\"coverage\"><thead><tr><th scope=\"col\">template</th><th scope=\"col\">lines</th>"
                  "<th scope=\"col\" class=\"number\">branches</th><th scope=\"col\">never rendered</th></tr></thead><tbody>\n");
  for (const TemplateCoverage& file : part.templates) {
    absl::StrAppend(out, "<tr", file.taken == file.total ? " class=\"full\"" : "", "><th scope=\"row\">", Code(file.file),
                    "</th><td>", Strip(file), "</td><td class=\"number\">", Percent(file.taken, file.total), " <small>",
                    file.taken, "/", file.total, "</small></td><td>");
    if (file.never_rendered.empty()) {
      absl::StrAppend(out, file.taken == file.total ? "" : "part of a line");
    } else {
      absl::StrAppend(out, file.never_rendered.size() == 1 && file.never_rendered[0].first == file.never_rendered[0].second
                               ? "line "
                               : "lines ",
                      Ranges(file));
    }
    absl::StrAppend(out, "</td></tr>\n");
  }
  absl::StrAppend(out, "</tbody></table></div></details>\n");
}

}  // namespace

void WriteCoverage(const Page& page, std::string* out) {
  std::vector<const PartOverview*> parts;
  for (const PartOverview& part : page.overview.parts) {
    if (part.has_coverage) parts.push_back(&part);
  }
  if (parts.empty()) return;
  absl::StrAppend(out, "<section id=\"coverage\"><h2>Template coverage</h2>\n"
                       "<p class=\"lead\">Branches of the charts’ templates that at least one variant renders. What no variant "
                       "renders is not checked either.</p>\n");
  for (const PartOverview* part : parts) WritePart(*part, parts.size() <= 3, out);
  absl::StrAppend(out, "</section>\n");
}

}  // namespace chartlint::html
