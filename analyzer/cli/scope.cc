#include "analyzer/cli/scope.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>


namespace chartlint {
namespace {

namespace fs = std::filesystem;

// True if a path is the base, or above it.
bool CoversBase(const Settings& settings) {
  for (const std::string& path : settings.options.paths) {
    if (path == "-") continue;
    std::error_code ignored;
    const fs::path absolute = fs::absolute(path, ignored).lexically_normal();
    const std::string base = fs::path(settings.config.base).lexically_relative(absolute).string();
    if (!base.empty() && base.compare(0, 2, "..") != 0) return true;
  }
  return false;
}

}  // namespace

RunScope ScopeOf(const Settings& settings, const CheckedPaths& paths, bool named) {
  RunScope scope;
  if (settings.config.path.empty()) return scope;
  const Options& options = settings.options;
  scope.complete = (named || CoversBase(settings)) && options.shards == 1 && !options.by_folder;
  const bool pins_charts = std::any_of(settings.config.files.begin(), settings.config.files.end(), [](const ConfigFile& file) {
    return !file.document->root()["pins"].IsUnset();
  });
  if (settings.config.charts.empty() && !pins_charts) return scope;
  const std::vector<std::string>& charts = settings.ChartsOfBase();
  std::set<std::string> checked;
  for (const std::string& chart : paths.charts) checked.insert(settings.RelativeToBase(chart));
  scope.all_charts = !charts.empty() && options.shards == 1;
  for (const std::string& chart : charts) {
    scope.charts.push_back(settings.RelativeToBase(chart));
    scope.all_charts = scope.all_charts && checked.count(scope.charts.back()) > 0;
  }
  return scope;
}

}  // namespace chartlint
