// Findings about charts themselves: what cannot be loaded, what is missing, what Helm refuses to render.
//
// The places are lines of the chart's files on disk. Rules: chart-unreadable, chart-dependency-missing,
// chart-render-failed, chart-values-invalid (rules/chart/).
#ifndef CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_
#define CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "analyzer/engine/finding.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/render_error.h"
#include "analyzer/helm/values_variants.h"

namespace chartlint {

struct FailedRender {
  uint32_t variant = 0;
  RenderError error;
};

void AddLoadFailure(const std::string& path, const absl::Status& status, std::vector<Finding>* findings);

// True if the chart cannot be rendered for what was found.
bool AddChartProblems(const Chart& chart, std::vector<Finding>* findings);

// A variant for which no Helm ran: its values file cannot be read, say.
void AddVariantFailure(const std::string& path, uint32_t variant, const absl::Status& status,
                       std::vector<Finding>* findings);

// Adds what failed and gives how many variants count as failed. Default values that the chart turns down by `required`,
// `fail` or its schema are a note, and no failure, where other variants render: such a chart asks its user for values.
size_t AddRenderFailures(const Chart& chart, const std::vector<Variant>& variants, const std::vector<FailedRender>& failures,
                         std::vector<Finding>* findings);

// Where a template that Helm names is on disk, "app/charts/x/templates/y.yaml" -> "charts/app/charts/x/templates/y.yaml";
// the archive if it is packed. Empty if there is no such file.
std::string DiskPathOf(const Chart& chart, absl::string_view helm_path);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_
