// `chartlint config`: the settings in effect and where each comes from; `chartlint config --schema`.
#ifndef CHARTLINT_ANALYZER_CLI_CONFIG_COMMAND_H_
#define CHARTLINT_ANALYZER_CLI_CONFIG_COMMAND_H_

#include "analyzer/cli/options.h"

namespace chartlint {

// The exit code of the process: 3 if the configuration is wrong.
int RunConfig(const Options& options);

// `chartlint test-rules`: the tests of own rules; 1 if one fails.
int RunTestRules(const Options& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_CONFIG_COMMAND_H_
