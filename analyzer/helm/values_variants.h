// The sets of values that a chart's own files suggest: the conventional variants.
//
// Contract
//   First "default" (values.yaml alone), then ci/*-values.yaml of chart-testing ("ci.NAME"), then values-*.yaml and
//   values.*.yaml beside values.yaml ("values-prod": the file's name without its ending). Each group in the order of the
//   names. Release and namespace of all are those of `base`, whose values files come first (a platform's context).
//   A packed chart has "default" only: its other files are not on disk.
//   values.schema.* and files that are no values (*.orig, *.tpl) are left out. Nothing is parsed.
#ifndef CHARTLINT_ANALYZER_HELM_VALUES_VARIANTS_H_
#define CHARTLINT_ANALYZER_HELM_VALUES_VARIANTS_H_

#include <string>
#include <vector>

#include "analyzer/helm/chart.h"
#include "analyzer/helm/helm.h"

namespace chartlint {

enum class VariantOrigin { kDefault, kCi, kValuesFile, kExplicit, kDiscovered };

struct Variant {
  std::string name;  // unique within its chart
  VariantOrigin origin = VariantOrigin::kDefault;
  RenderSettings settings;
};

// Settings for a chart about which nothing is configured: its own name as the release.
RenderSettings BaseSettings(const Chart& chart);

std::vector<Variant> ConventionalVariants(const Chart& chart, const RenderSettings& base);

// A variant that somebody wrote: `base` and the files, under a name.
Variant ExplicitVariant(std::string name, std::vector<std::string> values_files, const RenderSettings& base);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_VALUES_VARIANTS_H_
