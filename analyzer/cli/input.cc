#include "analyzer/cli/input.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzer/cli/stdin.h"
#include "analyzer/helm/find_charts.h"
#include "analyzer/kube/object.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

// Every file or folder directly in `folder` is a variant named by its stem.
absl::Status AddVariantsOf(const std::string& folder, RenderReader* reader) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    const std::string extension = at->path().extension().string();
    const bool manifest = extension == ".yaml" || extension == ".yml" || extension == ".json";
    std::error_code ignored;
    if (name[0] != '.' && (manifest || fs::is_directory(at->path(), ignored))) entries.push_back(at->path());
  }
  if (error) return absl::InvalidArgumentError(absl::StrCat("cannot read --variants ", folder, ": ", error.message()));
  if (entries.empty()) return absl::InvalidArgumentError(absl::StrCat("no manifests in --variants ", folder));
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    std::error_code ignored;
    const bool is_folder = fs::is_directory(entry, ignored);
    reader->AddPath(reader->Variant((is_folder ? entry.filename() : entry.stem()).string()), entry.string());
  }
  return absl::OkStatus();
}

// A document that is checked, or of which the reader says why not.
bool IsSpokenOf(const DistinctDocument& distinct) {
  return distinct.document->problem().has_value() || !ObjectsOf(*distinct.document).empty();
}

}  // namespace

absl::StatusOr<CheckedPaths> SortPaths(const Options& options) {
  const bool named = !options.variants.empty() || !options.variants_dir.empty();
  if (named && !options.paths.empty()) {
    return absl::InvalidArgumentError("PATH and --variant do not go together: give each variant a name");
  }
  CheckedPaths sorted;
  if (named) return sorted;
  if (options.paths.empty()) {
    if (isatty(STDIN_FILENO)) {
      return absl::InvalidArgumentError(
          "nothing to check: name charts, files or folders, or pipe manifests in (`helm template . | chartlint`)");
    }
    sorted.manifests.push_back("-");
  }
  for (const std::string& path : options.paths) {
    std::error_code ignored;
    if (path != "-" && IsChartPath(path)) {
      sorted.charts.push_back(path);
      continue;
    }
    if (path != "-" && fs::is_directory(path, ignored)) {
      absl::StatusOr<std::vector<std::string>> below = FindCharts(path);
      if (below.ok() && !below->empty()) {
        sorted.charts.insert(sorted.charts.end(), below->begin(), below->end());
        continue;
      }
    }
    sorted.manifests.push_back(path);
  }
  // Folders that overlap name a chart twice.
  std::vector<std::string> once;
  for (std::string& chart : sorted.charts) {
    if (std::find(once.begin(), once.end(), chart) == once.end()) once.push_back(std::move(chart));
  }
  sorted.charts = std::move(once);
  return sorted;
}

void TakeShard(const Options& options, CheckedPaths* paths) {
  if (options.shards == 1) return;
  std::sort(paths->charts.begin(), paths->charts.end());
  std::vector<std::string> taken;
  for (size_t i = static_cast<size_t>(options.shard) - 1; i < paths->charts.size(); i += static_cast<size_t>(options.shards)) {
    taken.push_back(std::move(paths->charts[i]));
  }
  paths->charts = std::move(taken);
  if (options.shard > 1) paths->manifests.clear();
}

std::vector<std::vector<std::string>> ReleasesOf(const Options& options, const CheckedPaths& paths) {
  const bool named = !options.variants.empty() || !options.variants_dir.empty();
  if (named) return options.shard == 1 ? std::vector<std::vector<std::string>>{{}} : std::vector<std::vector<std::string>>{};
  if (paths.manifests.empty()) return {};
  if (!options.by_folder) return {paths.manifests};
  std::map<std::string, std::vector<std::string>> by_folder;
  for (const std::string& file : paths.manifests) by_folder[fs::path(file).parent_path().string()].push_back(file);
  std::vector<std::vector<std::string>> releases;
  for (auto& [folder, files] : by_folder) releases.push_back(std::move(files));
  return releases;
}

absl::Status ReadManifests(const Options& options, const std::vector<std::string>& paths, int jobs, RenderSet* renders,
                           Stopwatch* stopwatch) {
  RenderReader reader(renders);
  for (const std::string& path : paths) {
    const uint32_t variant = reader.Variant("default");
    if (path == "-") {
      std::string text;
      if (absl::Status read = ReadStdin(&text); !read.ok()) {
        renders->problems.push_back({"<stdin>", 0, std::string(read.message()), variant, true});
        continue;
      }
      reader.AddText(variant, "<stdin>", std::move(text));
    } else {
      reader.AddPath(variant, path);
    }
  }
  if (!options.variants_dir.empty()) {
    if (absl::Status added = AddVariantsOf(options.variants_dir, &reader); !added.ok()) return added;
  }
  for (const auto& [name, path] : options.variants) reader.AddPath(reader.Variant(name), path);
  reader.Finish(jobs, stopwatch);
  if (options.allow_empty || !renders->problems.empty()) return absl::OkStatus();
  const std::string first = renders->sources.empty() ? "<stdin>" : renders->sources.front().path;
  if (renders->documents.empty()) {
    renders->problems.push_back(
        {first, 0, "nothing to check: did the renderer fail? (--allow-empty if this is fine)", 0, true});
  } else if (std::none_of(renders->documents.begin(), renders->documents.end(), IsSpokenOf)) {
    renders->problems.push_back(
        {first, 0, "nothing to check: none of the documents is a Kubernetes object (--allow-empty if this is fine)", 0, true});
  }
  return absl::OkStatus();
}

}  // namespace chartlint
