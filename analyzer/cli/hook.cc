#include "analyzer/cli/hook.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "analyzer/helm/find_charts.h"
#include "analyzer/helm/local_charts.h"
#include "analyzer/process/process.h"

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

// Charts that are made from what has changed.
void AddUsers(const std::vector<std::string>& changed, const Settings& settings, std::set<std::string>* paths) {
  LocalCharts charts(".");
  for (const std::string& chart : charts.Paths()) {
    const ChartSetup setup = settings.SetupOf(chart);
    for (const NamedFile& file : setup.context) charts.AddUse(chart, file.path);
    for (const VariantSetup& variant : setup.variants) {
      for (const NamedFile& file : variant.values_files) charts.AddUse(chart, file.path);
    }
    if (settings.config.ChartAt(settings.RelativeToBase(chart)) == nullptr) continue;
    for (const ConfigFile& file : settings.config.files) charts.AddUse(chart, file.path);
  }
  for (std::string& chart : charts.UsersOf(changed)) paths->insert(std::move(chart));
}

}  // namespace

std::vector<std::string> DeletedFiles() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (variable("PRE_COMMIT").empty()) return {};
  const std::string from = variable("PRE_COMMIT_FROM_REF"), to = variable("PRE_COMMIT_TO_REF");
  ProcessRequest request;
  request.argv = {"git", "diff", "--name-only", "--diff-filter=D", "--no-renames", "--no-ext-diff", "-z"};
  request.argv.push_back(from.empty() || to.empty() ? "--staged" : absl::StrCat(from, "...", to));
  request.argv.push_back("--");
  const absl::StatusOr<ProcessResult> git = RunProcess(request);
  if (!git.ok() || git->signal != 0 || git->exit_code != 0) return {};
  return absl::StrSplit(git->out, '\0', absl::SkipEmpty());
}

std::vector<std::string> PathsOfChanges(const std::vector<std::string>& files, const Settings& settings) {
  std::set<std::string> paths, folders;
  std::vector<std::string> changed;  // what a render can depend on
  for (const std::string& name : files) {
    const fs::path file = fs::path(name).lexically_normal();
    std::error_code error;
    const bool gone = !fs::exists(fs::symlink_status(file, error));
    fs::path chart;
    const bool in_chart = ChartOf(file, &chart);
    if (!gone && !fs::is_regular_file(file, error) && !fs::is_symlink(file, error)) continue;
    if (in_chart && IsForPeople(file)) continue;
    changed.push_back(file.string());
    if (in_chart) {
      paths.insert(Named(chart));
    } else if (gone || HoldsObject(file)) {
      folders.insert(Named(file.parent_path()));
    }
  }
  if (!changed.empty()) AddUsers(changed, settings, &paths);
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
