// Findings about charts that cannot be rendered at all: what cannot be loaded, what is missing.
//
// Rules: chart-unreadable, chart-dependency-missing (rules/chart/).
#ifndef CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_
#define CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "analyzer/engine/finding.h"
#include "analyzer/helm/chart.h"

namespace chartlint {

void AddLoadFailure(const std::string& path, const absl::Status& status, std::vector<Finding>* findings);

// True if the chart cannot be rendered for what was found.
bool AddChartProblems(const Chart& chart, std::vector<Finding>* findings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_
