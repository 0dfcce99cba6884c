// The command line: parses arguments, runs the command, returns the exit code of the process.
#ifndef CHARTLINT_ANALYZER_CLI_CLI_H_
#define CHARTLINT_ANALYZER_CLI_CLI_H_

namespace chartlint {

// Runs chartlint as `main` was called. Returns 0 when nothing at or above --fail-on was found, 1 on
// findings, 2 on input that could not be read, 3 on usage errors. Never throws.
int RunCommandLine(int argc, char** argv);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_CLI_H_
