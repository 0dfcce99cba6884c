// What is to be rendered of a chart: the variants that the command line, the configuration or the chart's own files name.
//
// Contract
//   A variant with a values file that is not there is left out and told, at the line that names the file; nothing else takes
//   its place. Files that are there are not read.
// Lifetime: owns everything.
#ifndef CHARTLINT_ANALYZER_CHARTS_CHART_PLAN_H_
#define CHARTLINT_ANALYZER_CHARTS_CHART_PLAN_H_

#include <vector>

#include "analyzer/charts/chart_run.h"
#include "analyzer/engine/finding.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/values_variants.h"

namespace chartlint {

struct ChartPlan {
  RenderSettings base;          // what all variants stand on
  std::vector<Variant> variants;
  bool search = false;          // look for variants that reach further branches
  std::vector<Finding> missing;  // of rule chart-values-missing
  size_t left_out = 0;           // variants that cannot be rendered for it
};

// What all variants of a chart stand on: its own settings, then the configuration's, then those of the run.
RenderSettings BaseOf(const Chart& chart, const ChartSetup& setup, const ChartOptions& options);

ChartPlan PlanOf(const Chart& chart, const ChartSetup& setup, const ChartOptions& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_CHART_PLAN_H_
