#include "analyzer/helm/local_charts.h"

#include <algorithm>
#include <system_error>

#include "analyzer/helm/archive.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/helm/chart_metadata.h"
#include "analyzer/helm/find_charts.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

// Without links, `.` and `..`; the end of the path need not exist.
fs::path Resolved(const fs::path& path) {
  std::error_code error;
  const fs::path resolved = fs::weakly_canonical(fs::absolute(path, error), error);
  const fs::path clean = (error ? fs::absolute(path, error) : resolved).lexically_normal();
  return clean.has_filename() ? clean : clean.parent_path();  // "lib/" is "lib"
}

void AddDependencies(const fs::path& chart, std::set<fs::path>* uses) {
  const absl::StatusOr<std::string> text = ReadWholeFile((chart / "Chart.yaml").string(), kMaxChartFileBytes);
  if (!text.ok()) return;
  ChartMetadata metadata = ParseChartMetadata(*text);
  const absl::StatusOr<std::string> requirements = ReadWholeFile((chart / "requirements.yaml").string(), kMaxChartFileBytes);
  if (requirements.ok()) ParseRequirements(*requirements, &metadata);
  for (const ChartDependency& dependency : metadata.dependencies) {
    const std::string folder = dependency.LocalFolder(chart.string());
    if (!folder.empty()) uses->insert(Resolved(folder));
  }
}

std::set<fs::path> UsesOf(const fs::path& chart) {
  std::set<fs::path> uses;
  AddDependencies(chart, &uses);
  std::error_code error;
  fs::recursive_directory_iterator at(chart, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_symlink(ignored)) {
      uses.insert(Resolved(at->path()));
    } else if (at->path().filename() == "Chart.yaml" && at.depth() > 0) {
      AddDependencies(at->path().parent_path(), &uses);
    }
  }
  return uses;
}

// True if one of the sorted `paths` is `place` or below it.
bool HasAtOrBelow(const std::set<fs::path>& paths, const fs::path& place) {
  if (paths.count(place) > 0) return true;
  const auto below = paths.lower_bound(place / "");
  if (below == paths.end()) return false;
  return std::mismatch(place.begin(), place.end(), below->begin(), below->end()).first == place.end();
}

}  // namespace

LocalCharts::LocalCharts(const std::string& folder) {
  const absl::StatusOr<std::vector<std::string>> charts = FindCharts(folder);
  if (!charts.ok()) return;
  for (const std::string& chart : *charts) {
    const fs::path path = fs::path(chart).lexically_normal();
    charts_.push_back({path.empty() ? "." : path.string(), Resolved(path), UsesOf(path)});
  }
  std::sort(charts_.begin(), charts_.end(), [](const Entry& a, const Entry& b) { return a.path < b.path; });
}

void LocalCharts::AddUse(const std::string& chart, const std::string& path) {
  for (Entry& entry : charts_) {
    if (entry.path == chart) entry.uses.insert(Resolved(path));
  }
}

std::vector<std::string> LocalCharts::Paths() const {
  std::vector<std::string> paths;
  for (const Entry& chart : charts_) paths.push_back(chart.path);
  return paths;
}

std::vector<std::string> LocalCharts::UsersOf(const std::vector<std::string>& files) const {
  std::set<fs::path> changed;
  for (const std::string& file : files) changed.insert(Resolved(file));
  std::set<std::string> users;
  for (bool more = true; more;) {
    more = false;
    for (const Entry& chart : charts_) {
      if (users.count(chart.path) > 0) continue;
      const bool uses = std::any_of(chart.uses.begin(), chart.uses.end(),
                                    [&](const fs::path& use) { return HasAtOrBelow(changed, use); });
      if (!uses) continue;
      users.insert(chart.path);
      changed.insert(chart.location);
      more = true;
    }
  }
  return {users.begin(), users.end()};
}

}  // namespace chartlint
