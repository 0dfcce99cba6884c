// `chartlint merge A.sarif B.sarif`: the logs of several shards as one.
#ifndef CHARTLINT_ANALYZER_CLI_MERGE_COMMAND_H_
#define CHARTLINT_ANALYZER_CLI_MERGE_COMMAND_H_

#include "analyzer/cli/options.h"

namespace chartlint {

// Returns the exit code: 0, whatever the logs tell; 2 if one cannot be read.
int RunMerge(const Options& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_MERGE_COMMAND_H_
