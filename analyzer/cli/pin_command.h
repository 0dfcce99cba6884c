// `chartlint pin KIND/NAME [PATH…]`: the pins of a workload that hold now, as a start.
#ifndef CHARTLINT_ANALYZER_CLI_PIN_COMMAND_H_
#define CHARTLINT_ANALYZER_CLI_PIN_COMMAND_H_

#include "analyzer/cli/options.h"

namespace chartlint {

// Prints what is to be added to `pins:` of the configuration, with the indentation that it has there. Exit codes: 2 if something
// could not be read or rendered (what could is printed), 3 if no workload bears the name, or workloads of several charts.
int RunPin(const Options& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_PIN_COMMAND_H_
