// Runs the real program in a test: arguments and stdin in; exit code, stdout and stderr out.
#ifndef CHARTLINT_TESTING_RUN_PROGRAM_H_
#define CHARTLINT_TESTING_RUN_PROGRAM_H_

#include <string>
#include <vector>

namespace chartlint {

struct ProgramResult {
  int exit_code = -1;  // 128 + signal when killed
  std::string out;
  std::string err;
};

// `arguments` without the program. The program is the built //analyzer:chartlint, found in the test's runfiles. The working
// directory is the test's own if `directory` is empty. `environment`: NAME=VALUE settings on top of the test's.
ProgramResult RunChartlint(const std::vector<std::string>& arguments, const std::string& input = "",
                           const std::vector<std::string>& environment = {}, const std::string& directory = "");

// Writes a file below the test's temporary folder (missing folders are made) and gives its path.
std::string WriteTemporaryFile(const std::string& name, const std::string& text);

std::string ReadWholeFile(const std::string& path);

}  // namespace chartlint

#endif  // CHARTLINT_TESTING_RUN_PROGRAM_H_
