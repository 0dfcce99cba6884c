// The shape of a pipeline's output: what makes the text, and the filters that it goes through.
//
// The many ways of writing the same are reduced to one: `indent 4 (include "x" .)`, `(include "x" .) | indent
// 4` and `tpl (include "x" .) . | indent 4` all are the include with a list of filters.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_PIPELINE_SHAPE_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_PIPELINE_SHAPE_H_

#include <vector>

#include "analyzer/template/tree.h"
#include "analyzer/template_map/grammar.h"

namespace chartlint {

struct PipelineShape {
  const TemplateExpr* base = nullptr;  // a command, or an operand; unwrapped
  std::vector<PipelineFilter> filters;
};
PipelineShape ShapeOf(const TemplateExpr* expr);

// All filters together.
struct FilterSummary {
  int indent = 0;
  bool new_line = false;
  bool trims = false;
  bool loose = false;  // trimmed after indenting
  bool quotes = false;
  bool opaque = false;
};
FilterSummary Summarize(const std::vector<PipelineFilter>& filters);

// The function that a command calls; empty when it is none.
absl::string_view FunctionOf(const TemplateExpr* expr);
// Is any function of that name called in it?
bool CallsFunction(const TemplateExpr* expr, std::initializer_list<absl::string_view> names);
// May the expression print several lines, as far as its form tells?
bool MayPrintLines(const TemplateExpr* expr);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_PIPELINE_SHAPE_H_
