// Finds the charts below a folder, by their Chart.yaml.
//
// Contract
//   The folder itself counts. A chart's charts/, templates/ and crds/ are its own and are not searched; neither are
//   hidden folders and node_modules, nor are links to folders followed (else one chart would be found twice).
//   The order is that of the paths. Paths begin with `folder` as it was given.
// Errors
//   NotFound if the folder does not exist. Folders that cannot be read are passed over.
#ifndef CHARTLINT_ANALYZER_HELM_FIND_CHARTS_H_
#define CHARTLINT_ANALYZER_HELM_FIND_CHARTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace chartlint {

// True for a folder with a Chart.yaml and for a .tgz file.
bool IsChartPath(const std::string& path);

absl::StatusOr<std::vector<std::string>> FindCharts(const std::string& folder);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_FIND_CHARTS_H_
