#include "analyzer/report/github.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/tally.h"
#include "analyzer/report/uri.h"

namespace chartlint {
namespace {

std::string Data(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}});
}

std::string Property(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}, {":", "%3A"}, {",", "%2C"}});
}

absl::string_view CommandOf(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "notice";
  }
  return "notice";
}

std::string FileOf(const ReportView& view, const Place& place) {
  return RepositoryPath(place.file, view.working_directory, view.repository_root);
}

std::string Command(const ReportView& view, absl::string_view command, const Place& place, absl::string_view title,
                    absl::string_view message) {
  std::string line = absl::StrCat("::", command, " ");
  if (!place.file.empty()) absl::StrAppend(&line, "file=", Property(Printable(FileOf(view, place))), ",");
  if (place.line > 0) {
    absl::StrAppend(&line, "line=", place.line, ",");
    if (place.column > 0) absl::StrAppend(&line, "col=", place.column, ",");
    if (place.end_line >= place.line) absl::StrAppend(&line, "endLine=", place.end_line, ",");
    // The runner refuses columns of places that span lines.
    if (place.column > 0 && place.end_line == place.line) absl::StrAppend(&line, "endColumn=", place.end_column, ",");
  }
  return absl::StrCat(line, "title=", Property(title), "::", Data(message), "\n");
}

std::string MessageOf(const ReportView& view, const FindingView& finding) {
  std::string message = Printable(finding.message);
  if (!finding.kind.empty()) absl::StrAppend(&message, "\n", Printable(absl::StrCat(finding.kind, "/", finding.name, " ", finding.path)));
  const std::string variants = VariantsOf(finding);
  if (!variants.empty()) absl::StrAppend(&message, "\nin ", Printable(variants));
  for (const RelatedPlace& related : finding.related) {
    const uint32_t line = related.place.line;
    absl::StrAppend(&message, "\n", Printable(FileOf(view, related.place)), line > 0 ? absl::StrCat(":", line) : "", ": ",
                    Printable(related.message));
  }
  return message;
}

}  // namespace

std::string WriteGithub(const ReportView& view) {
  std::vector<const FindingView*> findings;
  for (const FindingView& finding : view.findings) {
    if (finding.Counts()) findings.push_back(&finding);
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const FindingView* a, const FindingView* b) { return a->severity > b->severity; });
  std::string out;
  for (const NotificationView& notification : view.notifications) {
    if (notification.told) continue;
    absl::StrAppend(&out, Command(view, notification.fatal ? "error" : "notice", notification.place, "chartlint",
                                  Printable(notification.message)));
  }
  for (const FindingView* finding : findings) {
    absl::StrAppend(&out, Command(view, CommandOf(finding->severity), finding->primary, finding->rule->id, MessageOf(view, *finding)));
  }
  absl::StrAppend(&out, "chartlint: ", Tally(view), "\n");
  return out;
}

}  // namespace chartlint
