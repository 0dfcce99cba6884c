#include "testing/run_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace chartlint {
namespace {

namespace fs = std::filesystem;

fs::path TemporaryFolder() {
  const char* folder = std::getenv("TEST_TMPDIR");
  return folder == nullptr ? fs::temp_directory_path() : fs::path(folder);
}

}  // namespace

std::string ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string WriteTemporaryFile(const std::string& name, const std::string& text) {
  const fs::path path = TemporaryFolder() / name;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

ProgramResult RunChartlint(const std::vector<std::string>& arguments, const std::string& input,
                           const std::vector<std::string>& environment, const std::string& directory) {
  const std::string in = WriteTemporaryFile("stdin", input);
  const std::string out = (TemporaryFolder() / "stdout").string();
  const std::string err = (TemporaryFolder() / "stderr").string();
  std::vector<std::string> words = {fs::absolute("analyzer/chartlint").string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const pid_t child = fork();
  if (child == 0) {
    dup2(open(in.c_str(), O_RDONLY), STDIN_FILENO);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    if (!directory.empty() && chdir(directory.c_str()) != 0) _exit(126);
    for (const std::string& setting : environment) putenv(const_cast<char*>(setting.c_str()));
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ProgramResult result;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = ReadWholeFile(out);
  result.err = ReadWholeFile(err);
  return result;
}

}  // namespace chartlint
