// Several SARIF logs of chartlint made one, for checks that were spread over machines (`--shard`).
//
// Contract
//   One run, as code hosts want it: they refuse a second run of the same tool and category. A finding that several logs tell
//   (same rule, chart and fingerprint) is kept once, the first time. Findings that count come first, the most severe ones
//   first, and at most 5,000 of them; else the order of the logs stays. Rules are united by id and sorted; the variants of all
//   logs and all invocations are kept.
// Errors
//   InvalidArgument, beginning with the log's name: no SARIF log, or one of another tool.
#ifndef CHARTLINT_ANALYZER_REPORT_MERGE_SARIF_H_
#define CHARTLINT_ANALYZER_REPORT_MERGE_SARIF_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace chartlint {

// Pairs of name (for messages) and text.
absl::StatusOr<std::string> MergeSarif(const std::vector<std::pair<std::string, std::string>>& logs);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_MERGE_SARIF_H_
