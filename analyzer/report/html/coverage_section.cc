#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/sections.h"
#include "analyzer/report/tally.h"

namespace chartlint::html {
namespace {

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

void WriteFile(const TemplateCoverage& file, std::string* out) {
  absl::StrAppend(out, "<tr><th scope=\"row\">", Code(file.file), "</th><td>", Strip(file), "</td><td class=\"number\">",
                  Percent(file.taken, file.total), " <small>", file.taken, "/", file.total, "</small></td><td>",
                  file.never_rendered.empty() ? "parts of lines" : Ranges(file), "</td></tr>\n");
}

void WritePart(const Page& page, const PartOverview& part, bool open, std::string* out) {
  absl::StrAppend(out, "<details class=\"part\"", open ? " open" : "", "><summary><h3>", page.TitleOf(part.chart),
                  "</h3> <span class=\"facts\"><b>", Percent(part.taken(), part.total()), "</b> ", part.taken(), " of ",
                  part.total(), " branches</span></summary>\n");
  std::string complete;
  size_t complete_count = 0;
  for (const TemplateCoverage& file : part.templates) {
    if (file.taken < file.total) continue;
    ++complete_count;
    absl::StrAppend(&complete, "<li>", Code(file.file), " <small>", file.taken, "/", file.total, "</small></li>");
  }
  if (complete_count > 0) {
    absl::StrAppend(out, "<details class=\"aside\"><summary>", Counted(complete_count, "template"),
                    " with every branch rendered</summary><ul>", complete, "</ul></details>\n");
  }
  if (complete_count < part.templates.size()) {
    absl::StrAppend(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Coverage of ", page.TitleOf(part.chart),
                    "\"><table class=\"coverage\"><thead><tr><th scope=\"col\">template</th><th scope=\"col\">lines</th>"
                    "<th scope=\"col\" class=\"number\">branches</th><th scope=\"col\">lines that no variant renders</th></tr></thead>"
                    "<tbody>\n");
    for (const TemplateCoverage& file : part.templates) {
      if (file.taken < file.total) WriteFile(file, out);
    }
    absl::StrAppend(out, "</tbody></table></div>");
  }
  absl::StrAppend(out, "</details>\n");
}

}  // namespace

void WriteCoverage(const Page& page, std::string* out) {
  std::vector<const PartOverview*> parts;
  for (const PartOverview& part : page.overview.parts) {
    if (part.has_coverage && part.total() > 0) parts.push_back(&part);
  }
  if (parts.empty()) return;
  absl::StrAppend(out, "<section id=\"coverage\"><h2>Template coverage</h2>\n"
                       "<p class=\"lead\">Branches of the charts’ templates that at least one variant renders. What no variant "
                       "renders is not checked either.</p>\n");
  for (const PartOverview* part : parts) WritePart(page, *part, parts.size() <= 3, out);
  absl::StrAppend(out, "</section>\n");
}

}  // namespace chartlint::html
