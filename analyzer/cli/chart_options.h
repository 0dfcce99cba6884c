// How the command line wants charts to be rendered, and progress on a terminal.
#ifndef CHARTLINT_ANALYZER_CLI_CHART_OPTIONS_H_
#define CHARTLINT_ANALYZER_CLI_CHART_OPTIONS_H_

#include "analyzer/charts/chart_run.h"
#include "analyzer/cli/options.h"

namespace chartlint {

ChartOptions ChartOptionsOf(const Options& options, int jobs);

// --jobs, else all cores.
int JobsOf(const Options& options);

// Says on stderr what kept a chart from being rendered. True if a variant is missing therefore.
bool TellFailures(const ChartRun& run);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_CHART_OPTIONS_H_
