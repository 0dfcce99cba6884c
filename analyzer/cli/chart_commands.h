// `chartlint variants CHART` and `chartlint coverage CHART`: what chartlint renders of a chart, and what it does not.
#ifndef CHARTLINT_ANALYZER_CLI_CHART_COMMANDS_H_
#define CHARTLINT_ANALYZER_CLI_CHART_COMMANDS_H_

#include "analyzer/cli/options.h"

namespace chartlint {

// Exit codes as in check.h: 2 if a chart could not be loaded or one of its own variants not rendered.
int RunVariants(const Options& options);
int RunCoverage(const Options& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_CHART_COMMANDS_H_
