#include "analyzer/helm/find_charts.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

bool IsFile(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

}  // namespace

bool IsChartPath(const std::string& path) {
  return IsFile(absl::StrCat(path, "/Chart.yaml")) || (absl::EndsWith(path, ".tgz") && IsFile(path));
}

absl::StatusOr<std::vector<std::string>> FindCharts(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    return absl::NotFoundError(absl::StrCat("there is no folder ", folder));
  }
  std::vector<std::string> charts;
  std::vector<std::string> open = {folder};
  while (!open.empty()) {
    const std::string directory = std::move(open.back());
    open.pop_back();
    const bool is_chart = IsFile(absl::StrCat(directory, "/Chart.yaml"));
    if (is_chart) charts.push_back(directory);
    std::filesystem::directory_iterator entries(directory, error), end;
    for (; !error && entries != end; entries.increment(error)) {
      std::error_code ignored;
      if (!entries->is_directory(ignored) || entries->is_symlink(ignored)) continue;
      const std::string name = entries->path().filename().string();
      if (name[0] == '.' || name == "node_modules") continue;
      if (is_chart && (name == "charts" || name == "templates" || name == "crds")) continue;
      open.push_back(absl::StrCat(directory, absl::EndsWith(directory, "/") ? "" : "/", name));
    }
  }
  std::sort(charts.begin(), charts.end());
  return charts;
}

}  // namespace chartlint
