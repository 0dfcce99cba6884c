// What a finding really needs: the smallest part of a discovered variant's settings that still shows it.
//
// A discovered variant throws many switches at once. For a finding that only such variants have, switches are taken away
// and the chart is rendered and checked again, as long as the finding stays; what is left is told as arguments of Helm.
// Cost: a bounded number of renders for each finding and chart, kept in the render cache.
#ifndef CHARTLINT_ANALYZER_CHARTS_SHRINK_FINDINGS_H_
#define CHARTLINT_ANALYZER_CHARTS_SHRINK_FINDINGS_H_

#include <vector>

#include "analyzer/charts/chart_run.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/engine/finding.h"

namespace chartlint {

// Fills Finding::seen_with. Findings that need several variants (scope chart), notes, and those over the bound are left.
void ShrinkFindings(const ChartRun& run, const AnalysisOptions& options, std::vector<Finding>* findings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_SHRINK_FINDINGS_H_
