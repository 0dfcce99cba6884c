// The baseline: findings that are known and do not count, as a SARIF file in the repository.
//
// Contract
//   A finding is known by its chart and fingerprint (fingerprint.h): not by lines, variants or numbers in its message.
//   Equal faults of one object have fingerprints of their own, so that a second one is new.
//   The file holds no line numbers and is sorted: it changes only when findings come and go. Reports that chartlint wrote
//   as SARIF can be read as a baseline, too.
// Errors
//   ReadBaseline: InvalidArgument if the text is no SARIF, or no result in it has one of our fingerprints.
#ifndef CHARTLINT_ANALYZER_REPORT_BASELINE_H_
#define CHARTLINT_ANALYZER_REPORT_BASELINE_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzer/report/view.h"

namespace chartlint {

absl::StatusOr<std::vector<BaselineEntry>> ReadBaseline(absl::string_view text);

// Everything that is not suppressed.
std::string WriteBaseline(const ReportView& view);

// Sets the state of each finding and lists what is gone: entries of charts that were checked as a whole (view->charts) and
// of rules that `could_speak`.
void ApplyBaseline(const std::vector<BaselineEntry>& baseline, const std::function<bool(absl::string_view rule)>& could_speak,
                   ReportView* view);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_BASELINE_H_
