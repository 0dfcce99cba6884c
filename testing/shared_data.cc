#include "testing/shared_data.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace chartlint {

std::optional<std::string> SharedDataDir() {
  const char* named = std::getenv("CHARTLINT_SHARED");
  std::error_code error;
  if (named == nullptr || *named == '\0' || !std::filesystem::is_directory(named, error)) return std::nullopt;
  return std::string(named);
}

std::vector<std::string> SharedLines(const std::string& name) {
  std::vector<std::string> lines;
  std::optional<std::string> folder = SharedDataDir();
  if (!folder) return lines;
  std::ifstream file(*folder + "/" + name);
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace chartlint
