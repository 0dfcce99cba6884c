// What a command line asks to check, told apart: charts to render, and manifests that are rendered already.
#ifndef CHARTLINT_ANALYZER_CLI_INPUT_H_
#define CHARTLINT_ANALYZER_CLI_INPUT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/cli/options.h"
#include "analyzer/input/renders.h"

namespace chartlint {

struct CheckedPaths {
  std::vector<std::string> charts;     // folders and archives, each once, in order
  std::vector<std::string> manifests;  // files, folders without charts, "-"
};

// A PATH with a Chart.yaml, or a .tgz, is a chart; a folder above charts means all of them. No path at all is stdin, or an
// error when stdin is a terminal.
absl::StatusOr<CheckedPaths> SortPaths(const Options& options);

// Leaves the charts of one shard; the manifests are the first one's.
void TakeShard(const Options& options, CheckedPaths* paths);

// The manifests that are checked together: all of them, or those of each folder. With charts alone, or in a shard without
// anything, nothing; without any path, one empty release, for named variants.
std::vector<std::vector<std::string>> ReleasesOf(const Options& options, const CheckedPaths& paths);

// Reads manifests and named variants. What cannot be read becomes a problem of the set.
absl::Status ReadManifests(const Options& options, const std::vector<std::string>& paths, int jobs, RenderSet* renders,
                           Stopwatch* stopwatch);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_INPUT_H_
