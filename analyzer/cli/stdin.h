// Reads the pipe.
#ifndef CHARTLINT_ANALYZER_CLI_STDIN_H_
#define CHARTLINT_ANALYZER_CLI_STDIN_H_

#include <string>

#include "absl/status/status.h"

namespace chartlint {

// Reads stdin to its end. An error if it cannot be read or holds more than 512 MiB.
absl::Status ReadStdin(std::string* text);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_STDIN_H_
