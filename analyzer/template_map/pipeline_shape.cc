#include "analyzer/template_map/pipeline_shape.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace chartlint {
namespace {

using Kind = PipelineFilter::Kind;

PipelineFilter FilterOf(const TemplateExpr* command) {
  const absl::string_view name = FunctionOf(command);
  const bool has_argument = command->operands.size() > 1;
  const TemplateExpr* argument = has_argument ? UnwrapExpr(command->operands[1]) : nullptr;
  if (name == "indent" || name == "nindent") {
    const bool constant = has_argument && argument->kind == TemplateExprKind::kInt &&
                          argument->integer >= 0 && argument->integer <= 200;
    if (!constant) return {Kind::kOpaque, name == "nindent" ? 1 : 0};
    return {name == "indent" ? Kind::kIndent : Kind::kNIndent, static_cast<int32_t>(argument->integer)};
  }
  if (name == "trim") return {Kind::kTrim, 0};
  if (name == "trimSuffix" || name == "trimPrefix" || name == "trimAll") {
    const bool visible = has_argument && argument->kind == TemplateExprKind::kString &&
                         !absl::StripAsciiWhitespace(argument->text).empty();
    if (visible) return {Kind::kOpaque, 0};
    return {name == "trimSuffix" ? Kind::kTrimSuffix : Kind::kTrim, 0};
  }
  if (name == "quote") return {Kind::kQuote, 0};
  if (name == "tpl" || name == "toString" || name == "print") return {Kind::kPassThrough, 0};
  return {Kind::kOpaque, 0};
}

// Does the text come from an include in the end?
bool StartsWithInclude(const TemplateExpr* expr) {
  expr = UnwrapExpr(expr);
  while (expr->kind == TemplateExprKind::kPipeline) expr = UnwrapExpr(expr->operands[0]);
  return FunctionOf(expr) == "include";
}

bool IsName(const TemplateExpr* expr) {
  return expr->kind == TemplateExprKind::kDot || expr->kind == TemplateExprKind::kField ||
         expr->kind == TemplateExprKind::kVariable;
}

}  // namespace

absl::string_view FunctionOf(const TemplateExpr* expr) {
  if (expr->kind != TemplateExprKind::kCommand) return "";
  return expr->operands[0]->kind == TemplateExprKind::kIdentifier ? expr->operands[0]->name
                                                                  : absl::string_view();
}

PipelineShape ShapeOf(const TemplateExpr* expr) {
  PipelineShape shape;
  shape.base = expr;
  while (true) {
    const TemplateExpr* base = UnwrapExpr(shape.base);
    shape.base = base;
    if (base->kind ==
        TemplateExprKind::kPipeline) {  // several commands, or declarations (as in `with $x := ...`)
      std::vector<PipelineFilter> inner;
      for (size_t i = 1; i < base->operands.size(); ++i) inner.push_back(FilterOf(base->operands[i]));
      shape.filters.insert(shape.filters.begin(), inner.begin(), inner.end());
      shape.base = base->operands[0];
      continue;
    }
    const absl::string_view function = FunctionOf(base);
    const size_t count = base->operands.size();
    if ((function == "indent" || function == "nindent") && count == 3) {
      shape.filters.insert(shape.filters.begin(), FilterOf(base));
      shape.base = base->operands[2];
      continue;
    }
    const bool passes =
        function == "trim" || function == "print" || function == "toString" || function == "quote";
    const bool of_include = count >= 2 && StartsWithInclude(base->operands[1]);
    if ((passes && count == 2 && (of_include || IsName(UnwrapExpr(base->operands[1])))) ||
        (function == "tpl" && count <= 3 && of_include)) {
      shape.filters.insert(shape.filters.begin(), FilterOf(base));
      shape.base = base->operands[1];
      continue;
    }
    return shape;
  }
}

FilterSummary Summarize(const std::vector<PipelineFilter>& filters) {
  FilterSummary sum;
  for (const PipelineFilter& filter : filters) {
    switch (filter.kind) {
      case Kind::kIndent:
      case Kind::kNIndent:
        sum.indent += filter.amount;
        sum.new_line = sum.new_line || filter.kind == Kind::kNIndent;
        break;
      case Kind::kTrim:
        sum.trims = true;
        sum.loose = sum.loose || sum.indent > 0;
        break;
      case Kind::kTrimSuffix:
        sum.trims = true;
        break;
      case Kind::kQuote:
        sum.quotes = true;
        break;
      case Kind::kPassThrough:
        break;
      case Kind::kOpaque:
        sum.opaque = true;
        sum.new_line = sum.new_line || filter.amount > 0;
        break;
    }
  }
  return sum;
}

bool CallsFunction(const TemplateExpr* expr, std::initializer_list<absl::string_view> names) {
  if (expr == nullptr) return false;
  if (expr->kind == TemplateExprKind::kIdentifier) {
    return std::find(names.begin(), names.end(), expr->name) != names.end();
  }
  for (const TemplateExpr* operand : expr->operands) {
    if (CallsFunction(operand, names)) return true;
  }
  return false;
}

namespace {
bool HasField(const TemplateExpr* expr, absl::string_view name) {
  if (std::find(expr->fields.begin(), expr->fields.end(), name) != expr->fields.end()) return true;
  for (const TemplateExpr* operand : expr->operands) {
    if (HasField(operand, name)) return true;
  }
  return false;
}
}  // namespace

bool MayPrintLines(const TemplateExpr* expr) {
  const TemplateExpr* simple = UnwrapExpr(expr);
  const bool bare = simple->kind == TemplateExprKind::kDot ||
                    (simple->kind == TemplateExprKind::kVariable && simple->fields.empty());
  const TemplateExpr* last = expr;
  while (!last->operands.empty()) last = last->operands.back();
  const bool ends_in_variable = last->kind == TemplateExprKind::kVariable && last->fields.empty();
  return bare || ends_in_variable || HasField(expr, "value") || HasField(expr, "Files") ||
         CallsFunction(expr,
                       {"nindent", "indent", "toYaml", "toYamlPretty", "tpl", "toPrettyJson", "include"});
}

}  // namespace chartlint
