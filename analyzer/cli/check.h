// `chartlint [PATH…]` and `chartlint hook [FILE…]`: reads renders, runs the rules, writes the reports.
#ifndef CHARTLINT_ANALYZER_CLI_CHECK_H_
#define CHARTLINT_ANALYZER_CLI_CHECK_H_

#include <string>

#include "analyzer/cli/options.h"

namespace chartlint {

inline constexpr int kExitClean = 0;
inline constexpr int kExitFindings = 1;
inline constexpr int kExitInput = 2;
inline constexpr int kExitUsage = 3;

// Returns the exit code of the process. Reports go to stdout and files, everything else to stderr.
int RunCheck(const Options& options, const std::string& command_line);
// The paths are files that have changed (hook.h).
int RunHook(const Options& options, const std::string& command_line);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_CHECK_H_
