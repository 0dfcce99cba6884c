// The variants of charts as entries of the configuration: printed, or written into it.
//
// Contract
//   Written text is put between lines that are there: nothing that a person wrote is changed. The new file is read and checked
//   before it takes the old one's place, at once.
//   Values files are named relative to the configuration's base; files of the chart's context are not repeated.
// Errors: FailedPrecondition if a chart has variants there already, or if the file is written so that lines cannot be put into
//   it (`{a: b}`, `[]`); the message says what to do by hand. Those of writing the file.
#ifndef CHARTLINT_ANALYZER_CLI_VARIANTS_BLOCK_H_
#define CHARTLINT_ANALYZER_CLI_VARIANTS_BLOCK_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/cli/settings.h"

namespace chartlint {

// An entry of the list `charts:`, its dash behind `indent` spaces.
std::string ChartEntryOf(const ChartRun& run, const Settings& settings, size_t indent);

// The path of the file. Charts without variants are passed over.
absl::StatusOr<std::string> WriteVariantsIntoConfig(const std::vector<ChartRun>& runs, const Settings& settings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_VARIANTS_BLOCK_H_
