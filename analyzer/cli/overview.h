// What the HTML report shows beside the findings (report/html/overview.h), from what was analysed.
#ifndef CHARTLINT_ANALYZER_CLI_OVERVIEW_H_
#define CHARTLINT_ANALYZER_CLI_OVERVIEW_H_

#include <string>

#include "analyzer/charts/chart_run.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/input/renders.h"
#include "analyzer/report/html/overview.h"

namespace chartlint {

// Variants and objects of a chart, or of manifests (`chart` empty).
PartOverview OverviewOf(const RenderSet& renders, const Analysis& analysis, const std::string& chart);
// Needs a run whose branches were told (ChartOptions::tell_branches, or a search); does nothing for others.
void AddCoverage(const ChartRun& run, PartOverview* part);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_OVERVIEW_H_
