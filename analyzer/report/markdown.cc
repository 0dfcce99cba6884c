#include "analyzer/report/markdown.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/tally.h"
#include "analyzer/report/uri.h"

namespace chartlint {
namespace {

constexpr size_t kMaxFindings = 500;
constexpr size_t kMaxVariants = 12;
constexpr size_t kMaxText = 600;  // bytes of a message

// Every ASCII punctuation mark may be escaped (CommonMark 2.4), so none has to be known as harmless. `.`, `,` and their
// like stay for people who read the source.
std::string Plain(absl::string_view text) {
  std::string out;
  for (char c : Printable(text)) {
    if (absl::string_view("\\`*_{}[]<>()#+!|~&@$^=").find(c) != absl::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// A code span that text cannot end. Pipes end a table's cell even in code.
std::string Code(absl::string_view text) {
  std::string inner;
  for (char c : Printable(text)) absl::StrAppend(&inner, c == '`' ? "'" : c == '|' ? "\\|" : std::string(1, c));
  return inner.empty() ? "" : absl::StrCat("`", inner, "`");
}

std::string Shortened(absl::string_view text) {
  if (text.size() <= kMaxText) return std::string(text);
  size_t end = kMaxText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not within a character
  return absl::StrCat(text.substr(0, end), " …");
}

struct Section {
  std::string chart;
  std::vector<const FindingView*> findings;
};

std::string RuleLink(const RuleInfo& rule) {
  const std::string page = RulePageUri(rule);
  return page.empty() ? std::string(rule.id) : absl::StrCat("[", rule.id, "](", page, ")");
}

void WriteFindings(const ReportView& view, const Section& section, size_t shown, std::string* out) {
  absl::StrAppend(out, "| | rule | where | what |\n| --- | --- | --- | --- |\n");
  for (size_t i = 0; i < shown; ++i) {
    const FindingView& finding = *section.findings[i];
    const std::string file = RepositoryPath(finding.primary.file, view.working_directory, view.repository_root);
    std::string subject = finding.kind.empty() ? "" : absl::StrCat("<br>", Code(absl::StrCat(finding.kind, "/", finding.name)));
    if (const std::string variants = VariantsOf(finding); !variants.empty()) absl::StrAppend(&subject, ", in ", Plain(variants));
    absl::StrAppend(out, "| ", SeverityName(finding.severity), " | ", RuleLink(*finding.rule), " | ",
                    Code(finding.primary.line > 0 ? absl::StrCat(file, ":", finding.primary.line) : file), " | ",
                    Plain(Shortened(finding.message)), subject, " |\n");
  }
}

// Rules x variants, for the variants of this chart that have findings: those of other charts are none of its business.
void WriteMatrix(const ReportView& view, const Section& section, std::string* out) {
  size_t variant_count = 1;
  std::map<absl::string_view, std::map<absl::string_view, size_t>> count;  // rule, variant
  std::vector<absl::string_view> variants;
  for (const FindingView* finding : section.findings) {
    variant_count = std::max(variant_count, finding->variant_count);
    for (const std::string& variant : finding->variants) ++count[finding->rule->id][variant];
  }
  if (variant_count <= 1) return;
  for (const std::string& variant : view.variants) {
    const bool found = std::any_of(count.begin(), count.end(), [&](const auto& row) { return row.second.count(variant) > 0; });
    if (found && variants.size() < kMaxVariants) variants.push_back(variant);
  }
  if (variants.empty()) return;
  absl::StrAppend(out, "\n<details><summary>Rules by variant</summary>\n\n| rule |");
  for (absl::string_view variant : variants) absl::StrAppend(out, " ", Plain(variant), " |");
  absl::StrAppend(out, "\n| --- |");
  for (size_t i = 0; i < variants.size(); ++i) absl::StrAppend(out, " ---: |");
  absl::StrAppend(out, "\n");
  for (const auto& [rule, row] : count) {
    absl::StrAppend(out, "| ", rule, " |");
    for (absl::string_view variant : variants) {
      const auto cell = row.find(variant);
      absl::StrAppend(out, " ", cell == row.end() ? "" : absl::StrCat(cell->second), " |");
    }
    absl::StrAppend(out, "\n");
  }
  const size_t clean = variant_count - std::min(variant_count, variants.size());
  if (clean > 0) absl::StrAppend(out, "\n", Counted(clean, "more variant"), " not shown.\n");
  absl::StrAppend(out, "\n</details>\n");
}

}  // namespace

std::string WriteMarkdown(const ReportView& view) {
  std::vector<Section> sections;
  for (const FindingView& finding : view.findings) {
    if (!finding.Counts()) continue;
    auto at = std::find_if(sections.begin(), sections.end(), [&](const Section& section) { return section.chart == finding.chart; });
    if (at == sections.end()) at = sections.insert(sections.end(), Section{finding.chart, {}});
    at->findings.push_back(&finding);
  }
  std::string out = absl::StrCat("## chartlint: ", Tally(view), "\n\n", Counted(view.objects, "object"), " of ",
                                 Counted(view.documents, "document"), " in ", Counted(view.variants.size(), "variant"), ", ",
                                 Counted(view.rules.size(), "rule"), "\n");
  size_t left = kMaxFindings;
  for (Section& section : sections) {
    std::stable_sort(section.findings.begin(), section.findings.end(),
                     [](const FindingView* a, const FindingView* b) { return a->severity > b->severity; });
    if (left == 0) break;
    const size_t shown = std::min(left, section.findings.size());
    left -= shown;
    absl::StrAppend(&out, "\n### ", section.chart.empty() ? "Manifests" : Plain(section.chart), "\n\n");
    WriteFindings(view, section, shown, &out);
    WriteMatrix(view, section, &out);
  }
  size_t all = 0;
  for (const Section& section : sections) all += section.findings.size();
  if (all > kMaxFindings) absl::StrAppend(&out, "\n", all - kMaxFindings, " more findings are not listed here.\n");
  if (!view.notifications.empty()) absl::StrAppend(&out, "\n### Not read\n\n");
  for (const NotificationView& notification : view.notifications) {
    const std::string file = RepositoryPath(notification.place.file, view.working_directory, view.repository_root);
    absl::StrAppend(&out, "- ", file.empty() ? "" : absl::StrCat(Code(file), ": "), Plain(Shortened(notification.message)), "\n");
  }
  return out;
}

}  // namespace chartlint
