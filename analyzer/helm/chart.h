// A chart as Helm loads it, in memory: files, metadata, sub-charts (folders and packed ones, to any depth).
//
// Contract
//   LoadChart reads a folder with a Chart.yaml, or a .tgz. A folder's .helmignore is respected (Helm ignores it in
//   sub-charts and archives, and so do we); links are followed; files come in the order of their names. No network, no
//   writing, no child process. A missing dependency is a problem of the chart, not an error: the rest is there. A dependency
//   of the same repository, `file://../lib`, is taken from its folder (local_dependencies.h).
// Errors
//   LoadChart: NotFound if there is no chart, InvalidArgument if nothing of it can be used (no archive, no Chart.yaml,
//   a broken .helmignore), ResourceExhausted above the limits. Everything else is in Chart::problems.
// Lifetime
//   The Chart owns all bytes. It is handed out behind a pointer and never changed, so string_views into it stay valid
//   as long as it lives. Any number of threads may read it.
// Upstream: helm pkg/chart/loader/{load,directory,archive}.go, pkg/action/install.go (CheckDependencies),
//   pkg/chart/chart.go (ChartFullPath).
#ifndef CHARTLINT_ANALYZER_HELM_CHART_H_
#define CHARTLINT_ANALYZER_HELM_CHART_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzer/helm/archive.h"
#include "analyzer/helm/chart_metadata.h"

namespace chartlint {

// Something about the chart's files that Helm will refuse.
struct ChartProblem {
  enum class Kind {
    kUnreadable,         // a file that cannot be read, or a device
    kTooLarge,           // over one of Helm's limits
    kInvalidMetadata,    // Chart.yaml or requirements.yaml
    kInvalidSubchart,    // something in charts/ that is no chart
    kMissingDependency,  // named in Chart.yaml, not in charts/
  };
  Kind kind = Kind::kUnreadable;
  std::string file;  // path on disk; the archive if the chart is packed, whose message then names the file inside
  uint32_t line = 0;  // 1-based; 0: none
  std::string message;  // one sentence, lower case, no full stop
  std::string hint;     // what to run or do; may be empty
};

class StagedChart;

struct Chart {
  std::string path;      // the folder or .tgz of the outermost chart, as given
  std::string location;  // this chart: `path`, or `path`/charts/store, or `path`/charts/store-1.0.0.tgz
  bool packed = false;   // in an archive: its files are not on disk
  std::string archive;   // packed: the file on disk that holds it, the outermost of archives in archives
  std::shared_ptr<const StagedChart> staged;  // outermost chart: what Helm is to render instead of `path`; may be null
  ChartMetadata metadata;
  std::vector<ChartFile> files;  // without those of sub-charts; sorted by name
  std::vector<std::unique_ptr<Chart>> subcharts;  // sorted by their entry's name in charts/
  std::vector<ChartProblem> problems;             // of the outermost chart: of all its sub-charts as well

  // XXH3-128 over the names and bytes of all files, sub-charts included; of the outermost chart only.
  std::string digest;
  // The same without the files that a template could read through `.Files` alone (README.md, ci/, values-prod.yaml); equal
  // to `digest` if a template or value of the chart names Files. Outermost chart only.
  std::string render_digest;

  // nullptr if there is none.
  const ChartFile* Find(absl::string_view name) const;
  const ChartFile* Values() const { return Find("values.yaml"); }
  const ChartFile* ValuesSchema() const { return Find("values.schema.json"); }
  // Files below templates/, partials and NOTES.txt included, in order.
  std::vector<const ChartFile*> Templates() const;
  // Files below crds/.
  std::vector<const ChartFile*> Crds() const;
  // The sub-chart that a dependency of this chart means; nullptr if it is not there.
  const Chart* Subchart(const ChartDependency& dependency) const;

  // Where the user finds the file; a path that exists unless `packed`.
  std::string PathOf(const ChartFile& file) const;
  // Of a packed chart: the file's path from its archive on, "charts/sub-1.0.0.tgz/templates/x.yaml".
  std::string PathInArchive(const ChartFile& file) const;
};

// True if the text has the word Files: a template, or a value that is given to tpl, that may read the chart's other files.
bool NamesFiles(absl::string_view text);

absl::StatusOr<std::unique_ptr<Chart>> LoadChart(const std::string& path);

// A file of a chart or sub-chart.
struct ChartFileReference {
  const Chart* chart = nullptr;  // the sub-chart that holds it
  const ChartFile* file = nullptr;
};

// What Helm means by "app/charts/cache/templates/x.yaml" in `# Source:` comments and error messages: chart names and
// aliases, not folder names. Absent members if there is no such file.
ChartFileReference FindTemplate(const Chart& chart, absl::string_view helm_path);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_CHART_H_
