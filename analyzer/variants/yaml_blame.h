// Which template lines made the part of a render that is no valid manifest.
#ifndef CHARTLINT_ANALYZER_VARIANTS_YAML_BLAME_H_
#define CHARTLINT_ANALYZER_VARIANTS_YAML_BLAME_H_

#include <vector>

#include "analyzer/helm/helm.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template/evaluator.h"
#include "analyzer/variants/reading.h"

namespace chartlint {

// For a render that failed with kInvalidYaml: the lines around the place where Helm gave up, through the
// template map, nearest first. Empty when nothing is known. `overrides`: the render's values beyond the
// chart's own.
std::vector<SourceLine> BlameYaml(const ChartTemplates& templates, const RenderResult& render,
                                  const ChartValue& overrides, const ReleaseFacts& release);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_YAML_BLAME_H_
