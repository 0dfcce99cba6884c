// `chartlint variants CHART` and `chartlint coverage CHART`: what chartlint renders of a chart, and what it does not.
// `chartlint render CHART --output FOLDER`: the renders alone, for a check with --renders.
#ifndef CHARTLINT_ANALYZER_CLI_CHART_COMMANDS_H_
#define CHARTLINT_ANALYZER_CLI_CHART_COMMANDS_H_

#include "analyzer/cli/options.h"

namespace chartlint {

// Exit codes as in check.h: 2 if a chart could not be loaded or one of its own variants not rendered.
int RunVariants(const Options& options);
int RunCoverage(const Options& options);
// The folder holds what the cache of a machine would (render_cache.h): failed renders as well, which the check will report;
// nothing that another run may see differently. Hence 0 also if renders fail, 2 if there is no Helm or no chart.
int RunRender(const Options& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_CHART_COMMANDS_H_
