// A loaded chart in the form that the template front end takes.
#ifndef CHARTLINT_ANALYZER_VARIANTS_CHART_SOURCES_H_
#define CHARTLINT_ANALYZER_VARIANTS_CHART_SOURCES_H_

#include <vector>

#include "analyzer/helm/chart.h"
#include "analyzer/template/chart_templates.h"

namespace chartlint {

// Files of the chart and, below charts/NAME/, of its sub-charts; those in archives as if they were unpacked.
// Values files and schemas of all charts are among them.
std::vector<TemplateSource> TemplateSourcesOf(const Chart& chart);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_CHART_SOURCES_H_
