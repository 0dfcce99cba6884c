// Findings about renders that fail, at the line that is to be mended.
//
// The places are lines of the chart's files on disk; of a packed chart the archive, and the message says where in it. What
// several variants say of the same place is one finding with all of them. Rules: chart-render-failed, chart-values-invalid,
// and chart-unreadable where a file of the chart is no YAML (rules/chart/).
#ifndef CHARTLINT_ANALYZER_CHARTS_RENDER_FAILURES_H_
#define CHARTLINT_ANALYZER_CHARTS_RENDER_FAILURES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "analyzer/charts/rendered_fault.h"
#include "analyzer/engine/finding.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/render_error.h"
#include "analyzer/helm/values_variants.h"
#include "analyzer/template/chart_templates.h"

namespace chartlint {

struct FailedRender {
  uint32_t variant = 0;
  RenderError error;
  std::optional<RenderedFault> fault;  // of kInvalidYaml, where it was found
};

// A variant for which no Helm ran: its values file cannot be read, say.
void AddVariantFailure(const std::string& path, uint32_t variant, const absl::Status& status,
                       std::vector<Finding>* findings);

// Adds what failed and gives how many variants count as failed. Default values that the chart turns down by `required`,
// `fail` or its schema are a note, and no failure, where other variants render: such a chart asks its user for values.
size_t AddRenderFailures(const Chart& chart, const ChartTemplates& templates, const std::vector<Variant>& variants,
                         const std::vector<FailedRender>& failures, std::vector<Finding>* findings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_RENDER_FAILURES_H_
