// Reads all files of a chart folder, as Helm's loader does.
#ifndef CHARTLINT_ANALYZER_HELM_CHART_FILES_H_
#define CHARTLINT_ANALYZER_HELM_CHART_FILES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/helm/archive.h"
#include "analyzer/helm/chart.h"

namespace chartlint {

// Files below `folder` that .helmignore leaves, sorted by name. Links are followed, loops are a problem. What Helm would
// refuse is left out and told in `problems`. ResourceExhausted when a folder is far above anything Helm would load.
absl::StatusOr<std::vector<ChartFile>> ReadChartFolder(const std::string& folder, std::vector<ChartProblem>* problems);

// Whole file; NotFound, PermissionDenied, or ResourceExhausted above `limit` bytes.
absl::StatusOr<std::string> ReadWholeFile(const std::string& path, size_t limit);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_CHART_FILES_H_
