// The chart behind a render that came through a pipe or from a file: `helm template . | chartlint --chart .`.
#ifndef CHARTLINT_ANALYZER_CLI_PIPED_CHART_H_
#define CHARTLINT_ANALYZER_CLI_PIPED_CHART_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/input/renders.h"

namespace chartlint {

// The folder of the chart that the `# Source:` comments name, if exactly one chart below `folder` has that name; else "".
std::string FindChartOfRender(const std::string& folder, const RenderSet& renders);

// The chart at `path` with the renders moved into it; nobody knows with which values they were made.
absl::StatusOr<std::unique_ptr<ChartRun>> ChartOfRender(const std::string& path, RenderSet renders);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_PIPED_CHART_H_
