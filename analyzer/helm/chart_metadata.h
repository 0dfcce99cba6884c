// What Chart.yaml (and requirements.yaml of the first chart format) says, with lines.
//
// Contract
//   Never fails: what cannot be read stays empty, and `problem` says why. Lines are 1-based; 0: not written.
//   Own copies of all text; nothing refers to the input.
// Upstream: helm pkg/chart/metadata.go, pkg/chart/dependency.go.
#ifndef CHARTLINT_ANALYZER_HELM_CHART_METADATA_H_
#define CHARTLINT_ANALYZER_HELM_CHART_METADATA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

struct ChartDependency {
  std::string name;        // the sub-chart's own name
  std::string version;     // a range, such as ">=1.2"
  std::string repository;  // never contacted
  std::string alias;       // the name that it has in this chart, if not its own
  std::string condition;   // comma-separated paths into the values
  std::vector<std::string> tags;
  uint32_t line = 0;  // of its name

  // The key of its values in the parent, and its name below `.Subcharts` and in `# Source:` paths.
  const std::string& EffectiveName() const { return alias.empty() ? name : alias; }
  // Where a dependency of the same repository lies, `file://../lib`, for the chart in `folder`; empty for all others.
  std::string LocalFolder(const std::string& folder) const;
};

struct ChartMetadata {
  std::string api_version;
  std::string name;
  std::string version;
  std::string app_version;
  std::string type;          // "", "application" or "library"
  std::string kube_version;  // the constraint, such as ">=1.25-0"
  std::vector<ChartDependency> dependencies;
  std::string dependencies_file = "Chart.yaml";  // or "requirements.yaml"
  uint32_t name_line = 0;
  uint32_t version_line = 0;
  uint32_t kube_version_line = 0;

  std::string problem;  // one sentence, lower case, no full stop; empty if all is well
  uint32_t problem_line = 0;

  bool IsLibrary() const;
};

ChartMetadata ParseChartMetadata(absl::string_view chart_yaml);
// Adds the dependencies of a requirements.yaml.
void ParseRequirements(absl::string_view requirements_yaml, ChartMetadata* metadata);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_CHART_METADATA_H_
