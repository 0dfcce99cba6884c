#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/sections.h"
#include "analyzer/report/sarif_rules.h"
#include "analyzer/report/tally.h"
#include "analyzer/report/uri.h"

namespace chartlint::html {
namespace {

constexpr size_t kExcerptWidth = 120;
constexpr size_t kVariantsInLine = 3;

absl::string_view FirstParagraph(absl::string_view text) { return text.substr(0, text.find("\n\n")); }

// How sure it is that the line made what is wrong (template_places.h); nothing where it is.
absl::string_view Doubt(const Place& place) {
  if (place.confidence == "near") return "near this line";
  if (place.confidence == "file") return "somewhere in this file";
  return "";
}

std::string ExcerptHtml(const Place& place, absl::string_view severity) {
  if (place.line == 0 || absl::StripAsciiWhitespace(place.line_text).empty()) return "";
  const uint32_t last = place.end_line > place.line ? static_cast<uint32_t>(place.line_text.size()) + 1 : place.end_column;
  const Excerpt excerpt = ExcerptOf(place.line_text, place.column, last, kExcerptWidth);
  absl::string_view line = excerpt.line;
  // A line that stands alone says nothing by its indentation, and narrow screens have no room for it.
  const size_t blanks = std::min(line.find_first_not_of(' '), excerpt.begin);
  line.remove_prefix(blanks);
  const size_t begin = excerpt.begin - blanks, end = excerpt.end - blanks;
  return absl::StrCat("<pre><span class=\"line\">", place.line, "</span>", Text(line.substr(0, begin)), "<mark class=\"", severity,
                      "\">", Text(line.substr(begin, end - begin)), "</mark>", Text(line.substr(end)),
                      "</pre>");
}

struct FileFindings {
  std::string file;
  std::vector<size_t> findings;
  int gravity = 0;
};

struct ChartFindings {
  absl::string_view chart;
  std::vector<FileFindings> files;
  int gravity = 0;
};

// 0 for what is accepted, then notes, warnings, errors.
int GravityOf(const FindingView& finding) { return finding.Counts() ? 1 + static_cast<int>(finding.severity) : 0; }

class FindingsWriter {
 public:
  FindingsWriter(const Page& page, std::string* out) : page_(page), view_(page.view), out_(*out) {}
  void Write();

 private:
  std::vector<ChartFindings> Grouped() const;
  void WriteFilters();
  void WriteSelect(absl::string_view name, absl::string_view label, absl::string_view all,
                   const std::vector<std::pair<std::string, std::string>>& options);
  void WriteFinding(size_t index);
  void WriteSubject(const FindingView& finding);
  void WriteAcceptance(const FindingView& finding);
  void WriteRelated(const FindingView& finding);

  const Page& page_;
  const ReportView& view_;
  std::string& out_;
};

void FindingsWriter::WriteSelect(absl::string_view name, absl::string_view label, absl::string_view all,
                                 const std::vector<std::pair<std::string, std::string>>& options) {
  if (options.size() < 2) return;
  absl::StrAppend(&out_, "<label>", label, " <select name=\"", name, "\"><option value=\"\">", all, "</option>");
  for (const auto& [value, text] : options) absl::StrAppend(&out_, "<option value=\"", Text(value), "\">", Text(text), "</option>");
  absl::StrAppend(&out_, "</select></label>\n");
}

// Hidden until the script has it under its hand.
void FindingsWriter::WriteFilters() {
  std::map<absl::string_view, size_t> severities;
  std::map<std::string, size_t> rules, charts;
  std::map<size_t, std::string> variants;
  size_t accepted = 0;
  for (size_t index : page_.shown) {
    const FindingView& finding = view_.findings[index];
    ++rules[std::string(finding.rule->id)];
    ++charts[finding.chart];
    for (const std::string& variant : finding.variants) variants[page_.NumberOf(variant)] = variant;
    if (finding.Counts()) {
      ++severities[SeverityName(finding.severity)];
    } else {
      ++accepted;
    }
  }
  absl::StrAppend(&out_, "<form id=\"filters\" class=\"script-only\" hidden aria-label=\"Filter the findings\">\n",
                  "<fieldset><legend>Show</legend>");
  for (const char* severity : {"error", "warning", "note"}) {
    if (severities.count(severity) == 0) continue;
    absl::StrAppend(&out_, "<label class=\"toggle ", severity, "\"><input type=\"checkbox\" name=\"", severity, "\" checked> ",
                    Counted(severities[severity], severity), "</label>");
  }
  if (accepted > 0) {
    absl::StrAppend(&out_, "<label class=\"toggle accepted\"><input type=\"checkbox\" name=\"accepted\"", severities.empty() ? " checked" : "", "> ", accepted, " accepted</label>");
  }
  absl::StrAppend(&out_, "</fieldset>\n<p role=\"status\"><span id=\"shown\"></span> "
                         "<span id=\"only-object\" hidden>on <code></code></span></p>\n");
  std::vector<std::pair<std::string, std::string>> rule_options, chart_options;
  for (const auto& [rule, count] : rules) rule_options.emplace_back(rule, absl::StrCat(rule, " (", count, ")"));
  for (const auto& [chart, count] : charts) {
    chart_options.emplace_back(page_.ElementOf(chart), absl::StrCat(chart.empty() ? page_.TitleOf(chart) : chart, " (", count, ")"));
  }
  WriteSelect("rule", "Rule", "all rules", rule_options);
  WriteSelect("chart", "Chart", "all charts", chart_options);
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& [number, name] : variants) names.emplace_back(absl::StrCat(number), name);
  WriteSelect("variant", "Variant", "all variants", names);
  absl::StrAppend(&out_,
                  "<label class=\"search\">Text <input type=\"search\" name=\"text\" autocomplete=\"off\"></label>\n"
                  "<button type=\"reset\">Reset</button>\n</form>\n");
}

void FindingsWriter::WriteSubject(const FindingView& finding) {
  std::vector<std::string> parts;
  if (!finding.kind.empty()) {
    parts.push_back(Code(absl::StrCat(finding.kind, "/", finding.ns.empty() ? "" : absl::StrCat(finding.ns, "/"),
                                      finding.name.empty() ? "(no name)" : finding.name)));
  }
  if (!finding.path.empty()) parts.push_back(Code(finding.path));
  if (finding.variant_count > 1 && !finding.variants.empty()) {
    const size_t count = finding.variants.size();
    const std::string of = absl::StrCat("(", count, " of ", finding.variant_count, ")");
    std::vector<std::string> names;
    for (const std::string& name : finding.variants) names.push_back(Code(name));
    if (count == finding.variant_count) {
      parts.push_back(absl::StrCat("in all ", count, " variants"));
    } else if (count <= kVariantsInLine) {
      parts.push_back(absl::StrCat("in ", absl::StrJoin(names, ", "), " ", of));
    } else {
      parts.push_back(absl::StrCat("<details class=\"names\"><summary>in ", count, " of ", finding.variant_count,
                                   " variants</summary> ", absl::StrJoin(names, ", "), "</details>"));
    }
  }
  const std::string& source = finding.primary.source;
  if (!source.empty() && source != finding.primary.file) parts.push_back(absl::StrCat("from ", Code(source)));
  if (parts.empty()) return;
  absl::StrAppend(&out_, "<ul class=\"subject\">");
  for (const std::string& part : parts) absl::StrAppend(&out_, "<li>", part, "</li>");
  absl::StrAppend(&out_, "</ul>\n");
}

void FindingsWriter::WriteAcceptance(const FindingView& finding) {
  if (finding.suppression) {
    absl::StrAppend(&out_, "<p class=\"acceptance\"><b>Suppressed</b> ",
                    finding.suppression->in_source ? "in the source" : "by the configuration",
                    finding.suppression->reason.empty() ? "" : absl::StrCat(": ", Text(finding.suppression->reason)), "</p>\n");
  } else if (!finding.Counts()) {
    absl::StrAppend(&out_, "<p class=\"acceptance\"><b>In the baseline</b></p>\n");
  }
}

void FindingsWriter::WriteRelated(const FindingView& finding) {
  if (finding.related.empty()) return;
  absl::StrAppend(&out_, "<ul class=\"related\">\n");
  for (const RelatedPlace& related : finding.related) {
    const Place& place = related.place;
    const bool other = !place.source.empty() && place.source != finding.primary.source && place.source != place.file;
    absl::StrAppend(&out_, "<li><p>", Prose(related.message), " <span class=\"where\">", Code(Where(view_, place)),
                    other ? absl::StrCat(", ", Code(place.source)) : "", "</span></p>", ExcerptHtml(place, "noted"), "</li>\n");
  }
  absl::StrAppend(&out_, "</ul>\n");
}

void FindingsWriter::WriteFinding(size_t index) {
  const FindingView& finding = view_.findings[index];
  const absl::string_view severity = SeverityName(finding.severity);
  const std::string& id = page_.ids[index];
  std::vector<size_t> variants;
  for (const std::string& variant : finding.variants) variants.push_back(page_.NumberOf(variant));
  absl::StrAppend(&out_, "<article class=\"finding ", severity, finding.Counts() ? "" : " accepted", "\" id=\"", id, "\" data-rule=\"",
                  Text(finding.rule->id), "\" data-severity=\"", finding.Counts() ? severity : "accepted", "\" data-chart=\"",
                  page_.ElementOf(finding.chart), "\" data-variants=\"", absl::StrJoin(variants, " "),
                  "\" data-objects=\"", absl::StrJoin(page_.objects.RowsOf(index), " "), "\">\n<p class=\"head\"><span class=\"badge ",
                  severity, "\">", severity, "</span> ", RuleLink(*finding.rule),
                  finding.baseline_state == "new" ? " <span class=\"badge new\">new</span>" : "", " <span class=\"where\">",
                  finding.primary.line > 0 ? absl::StrCat("line ", finding.primary.line) : "the file as a whole");
  if (const absl::string_view doubt = Doubt(finding.primary); !doubt.empty()) absl::StrAppend(&out_, ", ", doubt);
  absl::StrAppend(&out_, "</span> <a class=\"permalink\" href=\"#", id, "\" aria-label=\"link to this finding\">#</a></p>\n<h5>",
                  Prose(finding.message), "</h5>\n");
  WriteAcceptance(finding);
  WriteSubject(finding);
  if (!finding.seen_with.empty()) absl::StrAppend(&out_, "<p class=\"seen\">seen with ", Code(finding.seen_with), "</p>\n");
  out_ += ExcerptHtml(finding.primary, severity);
  WriteRelated(finding);
  if (const std::string fix = Unwrapped(FirstParagraph(finding.rule->remediation)); !fix.empty()) {
    absl::StrAppend(&out_, "<p class=\"fix\"><b>Fix</b> ", Prose(fix), "</p>\n");
  }
  absl::StrAppend(&out_, "</article>\n");
}

// Charts and files with the gravest finding first, else in the order in which they occur; within a file by line.
std::vector<ChartFindings> FindingsWriter::Grouped() const {
  std::vector<ChartFindings> charts;
  std::map<absl::string_view, size_t> chart_at;
  std::map<std::pair<absl::string_view, std::string>, size_t> file_at;
  for (size_t index : page_.shown) {
    const FindingView& finding = view_.findings[index];
    const int gravity = GravityOf(finding);
    const auto [chart_entry, new_chart] = chart_at.emplace(finding.chart, charts.size());
    if (new_chart) charts.push_back({finding.chart, {}, 0});
    ChartFindings& chart = charts[chart_entry->second];
    chart.gravity = std::max(chart.gravity, gravity);
    const std::string name = RepositoryPath(finding.primary.file, view_.working_directory, view_.repository_root);
    const auto [file_entry, new_file] = file_at.emplace(std::make_pair(chart.chart, name), chart.files.size());
    if (new_file) chart.files.push_back({name, {}, 0});
    FileFindings& file = chart.files[file_entry->second];
    file.gravity = std::max(file.gravity, gravity);
    file.findings.push_back(index);
  }
  const auto graver = [](const auto& a, const auto& b) { return a.gravity > b.gravity; };
  std::stable_sort(charts.begin(), charts.end(), graver);
  for (ChartFindings& chart : charts) {
    std::stable_sort(chart.files.begin(), chart.files.end(), graver);
    for (FileFindings& file : chart.files) {
      std::stable_sort(file.findings.begin(), file.findings.end(), [&](size_t a, size_t b) {
        return view_.findings[a].primary.line < view_.findings[b].primary.line;
      });
    }
  }
  return charts;
}

void FindingsWriter::Write() {
  absl::StrAppend(&out_, "<section id=\"findings\"><h2>Findings</h2>\n");
  if (page_.shown.empty()) {
    absl::StrAppend(&out_, "<p class=\"clean\">No findings", view_.unreadable > 0 ? " in what could be read" : "", ".</p>\n</section>\n");
    return;
  }
  if (const size_t left_out = view_.findings.size() - page_.shown.size(); left_out > 0) {
    absl::StrAppend(&out_, "<p class=\"lead\">", left_out, " of ", view_.findings.size(),
                    " findings are left out: the page holds the ", page_.shown.size(), " most severe ones.</p>\n");
  }
  WriteFilters();
  for (const ChartFindings& chart : Grouped()) {
    absl::StrAppend(&out_, "<section class=\"chart\" id=\"", page_.ElementOf(chart.chart), "\"><h3>", page_.TitleOf(chart.chart), "</h3>\n");
    for (const FileFindings& file : chart.files) {
      absl::StrAppend(&out_, "<section class=\"file\"><h4>", file.file.empty() ? "no file" : Code(file.file), "</h4>\n");
      for (size_t index : file.findings) WriteFinding(index);
      absl::StrAppend(&out_, "</section>\n");
    }
    absl::StrAppend(&out_, "</section>\n");
  }
  absl::StrAppend(&out_, "<p id=\"none\" hidden>No finding is left by the filters.</p>\n</section>\n");
}

}  // namespace

void WriteFindings(const Page& page, std::string* out) { FindingsWriter(page, out).Write(); }

}  // namespace chartlint::html
