// Findings about charts themselves: what cannot be loaded, what is missing, what Helm refuses to render.
//
// The places are lines of the chart's files on disk; of a packed chart the archive, and the message says where in it. Rules: chart-unreadable, chart-dependency-missing,
// chart-render-failed, chart-values-invalid (rules/chart/).
#ifndef CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_
#define CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
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

void AddLoadFailure(const std::string& path, const absl::Status& status, std::vector<Finding>* findings);

// True if the chart cannot be rendered for what was found.
bool AddChartProblems(const Chart& chart, std::vector<Finding>* findings);

// A variant for which no Helm ran: its values file cannot be read, say.
void AddVariantFailure(const std::string& path, uint32_t variant, const absl::Status& status,
                       std::vector<Finding>* findings);

// Adds what failed and gives how many variants count as failed. What several variants say of the same place is one finding
// with all of them. Default values that the chart turns down by `required`,
// `fail` or its schema are a note, and no failure, where other variants render: such a chart asks its user for values.
size_t AddRenderFailures(const Chart& chart, const ChartTemplates& templates, const std::vector<Variant>& variants,
                         const std::vector<FailedRender>& failures, std::vector<Finding>* findings);

// A line of a chart's file. Files of an archive are not on disk: then the archive as a whole is the place.
struct ChartPlace {
  FilePlace place;     // no path if there is no such file
  std::string inside;  // of an archive: "templates/x.yaml:12"

  // The message, and where in the archive that is.
  std::string Tell(absl::string_view message) const;
};

// Where a template that Helm names is, "app/charts/x/templates/y.yaml" -> "charts/app/charts/x/templates/y.yaml". Line 0: the
// file as a whole.
ChartPlace PlaceInChart(const Chart& chart, absl::string_view helm_path, uint32_t line, uint32_t column);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_CHART_FINDINGS_H_
