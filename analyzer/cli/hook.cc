#include "analyzer/cli/hook.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzer/helm/find_charts.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

std::string Named(const fs::path& folder) { return folder.empty() ? "." : folder.string(); }

bool IsChartFolder(const fs::path& folder) { return !absl::EndsWith(folder.string(), ".tgz") && IsChartPath(Named(folder)); }

// False if `file` is in no chart.
bool ChartOf(const fs::path& file, fs::path* chart) {
  fs::path folder = file.parent_path();
  for (;; folder = folder.parent_path()) {
    if (IsChartFolder(folder)) break;
    if (folder.empty() || folder == folder.parent_path()) return false;
  }
  while (folder.parent_path().filename() == "charts" && IsChartFolder(folder.parent_path().parent_path())) {
    folder = folder.parent_path().parent_path();
  }
  *chart = folder;
  return true;
}

// Documents for people. They could be read by .Files.Get, but charts that do so with a README are unheard of.
bool IsForPeople(const fs::path& file) {
  const std::string name = absl::AsciiStrToLower(file.filename().string());
  for (absl::string_view prefix : {"readme", "license", "licence", "changelog", "contributing", "owners", "codeowners", "notice"}) {
    if (absl::StartsWith(name, prefix) && file.extension() != ".yaml" && file.extension() != ".tpl") return true;
  }
  return name == ".gitignore";
}

// A file with a line `apiVersion:` and one `kind:`, or the JSON of it. Others, such as those of CI systems, are no manifests.
bool HoldsObject(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension != ".yaml" && extension != ".yml" && extension != ".json") return false;
  std::ifstream stream(file, std::ios::binary);
  bool version = false, kind = false;
  for (std::string line; std::getline(stream, line) && !(version && kind);) {
    if (extension == ".json") {
      version |= absl::StrContains(line, "\"apiVersion\"");
      kind |= absl::StrContains(line, "\"kind\"");
    } else {
      version |= absl::StartsWith(line, "apiVersion:");
      kind |= absl::StartsWith(line, "kind:");
    }
  }
  return version && kind;
}

}  // namespace

std::vector<std::string> PathsOfChanges(const std::vector<std::string>& files) {
  std::set<std::string> paths, folders;
  for (const std::string& name : files) {
    const fs::path file = fs::path(name).lexically_normal();
    std::error_code error;
    if (!fs::is_regular_file(file, error)) continue;
    fs::path chart;
    if (ChartOf(file, &chart)) {
      if (!IsForPeople(file)) paths.insert(Named(chart));
    } else if (HoldsObject(file)) {
      folders.insert(Named(file.parent_path()));
    }
  }
  for (const std::string& folder : folders) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const fs::path file = at->path().lexically_normal();
      if (fs::is_regular_file(file, error) && HoldsObject(file)) paths.insert(file.string());
    }
  }
  return {paths.begin(), paths.end()};
}

}  // namespace chartlint
