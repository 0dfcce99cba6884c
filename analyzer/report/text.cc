#include "analyzer/report/text.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzer/report/excerpt.h"

namespace chartlint {

namespace {

// SGR sequences; the colours that compilers use.
constexpr absl::string_view kBold = "1";
constexpr absl::string_view kDim = "2";
constexpr absl::string_view kGreen = "1;32";

absl::string_view ColourOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "1;31";
    case Severity::kWarning:
      return "1;35";
    case Severity::kNote:
      return "1;36";
  }
  return kBold;
}

std::string Plural(size_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string Where(const Place& place) {
  std::string where = Printable(place.file);
  if (place.line > 0) absl::StrAppend(&where, ":", place.line);
  if (place.line > 0 && place.column > 0) absl::StrAppend(&where, ":", place.column);
  return where;
}

class TextWriter {
 public:
  TextWriter(const ReportView& view, const TextOptions& options) : view_(view), options_(options) {}
  std::string Write();

 private:
  std::string Paint(absl::string_view colour, absl::string_view text) const {
    return options_.color ? absl::StrCat("\x1b[", colour, "m", text, "\x1b[0m") : std::string(text);
  }
  void Line(absl::string_view line) { absl::StrAppend(&out_, line, "\n"); }
  void Write(const FindingView& finding);
  void WriteExcerpt(const Place& place, absl::string_view colour);
  std::string Variants(const FindingView& finding) const;
  std::string Subject(const FindingView& finding) const;
  void WriteSummary();

  const ReportView& view_;
  const TextOptions& options_;
  absl::flat_hash_set<const RuleInfo*> explained_;
  std::string out_;
};

// The names say it all for a few variants, those that are missing for nearly all of them; for the rest the
// count does.
std::string TextWriter::Variants(const FindingView& finding) const {
  constexpr size_t kShown = 4;
  const std::vector<std::string>& names = finding.variants;
  if (names.size() == finding.variant_count) return absl::StrCat("all ", names.size(), " variants");
  const std::string count = absl::StrCat(" (", names.size(), " of ", finding.variant_count, ")");
  if (names.size() <= kShown) return absl::StrCat(absl::StrJoin(names, ", "), count);
  // Of several charts in one report it is not known here which variants belong to which.
  if (view_.variants.size() == finding.variant_count && finding.variant_count - names.size() <= 2) {
    std::vector<std::string> missing;
    for (const std::string& name : view_.variants) {
      if (std::find(names.begin(), names.end(), name) == names.end()) missing.push_back(name);
    }
    return absl::StrCat("all but ", absl::StrJoin(missing, ", "), count);
  }
  return absl::StrCat(absl::StrJoin(names.begin(), names.begin() + kShown, ", "), ", …", count);
}

// Template, object, path and variants: what the reader knows the place by.
std::string TextWriter::Subject(const FindingView& finding) const {
  std::string subject;
  if (!finding.kind.empty()) {
    absl::StrAppend(&subject, finding.kind, finding.ns.empty() ? "/" : absl::StrCat(" ", finding.ns, "/"),
                    finding.name.empty() ? "(no name)" : finding.name);
  }
  if (!finding.path.empty()) absl::StrAppend(&subject, subject.empty() ? "" : " ", finding.path);
  if (finding.variant_count > 1 && !finding.variants.empty()) {
    absl::StrAppend(&subject, subject.empty() ? "" : ", ", "in ", Variants(finding));
  }
  const std::string& source = finding.primary.source;
  if (!source.empty() && source != finding.primary.file) {
    subject = absl::StrCat(source, subject.empty() ? "" : ": ", subject);
  }
  return Printable(subject);
}

void TextWriter::WriteExcerpt(const Place& place, absl::string_view colour) {
  if (place.line == 0 || absl::StripAsciiWhitespace(place.line_text).empty()) return;
  const uint32_t end =
      place.end_line > place.line ? static_cast<uint32_t>(place.line_text.size()) + 1 : place.end_column;
  const Excerpt excerpt = ExcerptOf(place.line_text, place.column, end, options_.width);
  const std::string number = absl::StrCat(place.line);
  const std::string gutter(std::max<size_t>(number.size(), 5) - number.size(), ' ');
  Line(absl::StrCat(gutter, Paint(kDim, absl::StrCat(number, " |")), " ", excerpt.line));
  Line(absl::StrCat(std::string(std::max<size_t>(number.size(), 5), ' '), Paint(kDim, " |"), " ",
                    Paint(colour, excerpt.underline)));
}

void TextWriter::Write(const FindingView& finding) {
  const absl::string_view colour = ColourOf(finding.severity);
  Line(absl::StrCat(Paint(kBold, absl::StrCat(Where(finding.primary), ":")), " ",
                    Paint(colour, absl::StrCat(SeverityName(finding.severity), ":")), " ",
                    Paint(kBold, Printable(finding.message)), " [", finding.rule->id, "]"));
  const std::string subject = Subject(finding);
  if (!subject.empty()) Line(absl::StrCat("  ", subject));
  if (!finding.seen_with.empty()) Line(absl::StrCat("  seen with ", Printable(finding.seen_with)));
  WriteExcerpt(finding.primary, colour);
  for (const RelatedPlace& related : finding.related) {
    std::string line =
        absl::StrCat("  ", Where(related.place), ": ", Paint(ColourOf(Severity::kNote), "note:"), " ",
                     Printable(related.message));
    const bool other_template =
        !related.place.source.empty() && related.place.source != finding.primary.source;
    if (other_template) absl::StrAppend(&line, " (", Printable(related.place.source), ")");
    Line(line);
  }
  if (explained_.insert(finding.rule).second && !finding.rule->remediation.empty()) {
    // The first paragraph, on one line; the rest is for `explain`.
    const absl::string_view text = finding.rule->remediation;
    const absl::string_view paragraph = text.substr(0, text.find("\n\n"));
    Line(absl::StrCat(
        "  ", Paint(kGreen, "fix:"), " ",
        absl::StrJoin(absl::StrSplit(paragraph, absl::ByAnyChar(" \n"), absl::SkipEmpty()), " ")));
  }
  Line("");
}

void TextWriter::WriteSummary() {
  const size_t errors = view_.Count(Severity::kError);
  const size_t warnings = view_.Count(Severity::kWarning);
  const size_t notes = view_.Count(Severity::kNote);
  std::vector<std::string> counts;
  if (errors > 0) counts.push_back(Paint(ColourOf(Severity::kError), Plural(errors, "error")));
  if (warnings > 0) counts.push_back(Paint(ColourOf(Severity::kWarning), Plural(warnings, "warning")));
  if (notes > 0) counts.push_back(Paint(ColourOf(Severity::kNote), Plural(notes, "note")));
  std::string line = counts.empty() ? Paint(kGreen, "no findings") : absl::StrJoin(counts, ", ");
  const size_t suppressed =
      std::count_if(view_.findings.begin(), view_.findings.end(),
                    [](const FindingView& finding) { return finding.suppression.has_value(); });
  const size_t known = std::count_if(
      view_.findings.begin(), view_.findings.end(),
      [](const FindingView& finding) { return !finding.suppression && finding.baseline_state == "unchanged"; });
  if (suppressed > 0) absl::StrAppend(&line, ", ", suppressed, " suppressed");
  if (known > 0) absl::StrAppend(&line, ", ", known, " in the baseline");
  if (!view_.gone.empty()) absl::StrAppend(&line, ", ", view_.gone.size(), " of the baseline gone");
  if (view_.unreadable > 0)
    absl::StrAppend(&line, ", ", Paint(kBold, absl::StrCat(view_.unreadable, " unreadable")));
  absl::StrAppend(&line, " in ", Plural(view_.objects, "object"), " of ",
                  Plural(view_.documents, "document"));
  if (view_.distinct_documents != view_.documents)
    absl::StrAppend(&line, " (", view_.distinct_documents, " distinct)");
  if (view_.IsChart()) absl::StrAppend(&line, ", ", Plural(view_.variants.size(), "variant"));
  Line(absl::StrCat(line, ", ", Plural(view_.rules.size(), "rule")));
}

std::string TextWriter::Write() {
  for (const FindingView& finding : view_.findings) {
    if (finding.Counts()) Write(finding);
  }
  for (const BaselineEntry& entry : view_.gone) {
    Line(absl::StrCat(Paint(kGreen, "gone:"), " ", entry.file.empty() ? "" : absl::StrCat(Printable(entry.file), ": "),
                      Printable(entry.message), " [", Printable(entry.rule), "]"));
  }
  if (!view_.gone.empty()) Line("");
  WriteSummary();
  return std::move(out_);
}

}  // namespace

std::string WriteText(const ReportView& view, const TextOptions& options) {
  return TextWriter(view, options).Write();
}

}  // namespace chartlint
