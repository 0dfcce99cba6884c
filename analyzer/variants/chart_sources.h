// A loaded chart in the form that the template front end takes.
#ifndef CHARTLINT_ANALYZER_VARIANTS_CHART_SOURCES_H_
#define CHARTLINT_ANALYZER_VARIANTS_CHART_SOURCES_H_

#include <string>
#include <vector>

#include "analyzer/helm/chart.h"
#include "analyzer/template/chart_templates.h"

namespace chartlint {

// The folder of a sub-chart below its parent, as in the paths of sources: "charts/store/", also when it is packed.
std::string SubchartFolder(const Chart& subchart);

// A chart and where it lies in the outermost one: "", "charts/store/".
struct PlacedChart {
  const Chart* chart;
  std::string directory;
};
// The chart, then its sub-charts, each before its own. Lifetime: that of the chart.
std::vector<PlacedChart> ChartsWithin(const Chart& chart);

// Every file of the chart and its sub-charts, those in archives as if they were unpacked; in the order of ChartsWithin.
std::vector<TemplateSource> TemplateSourcesOf(const Chart& chart);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_CHART_SOURCES_H_
