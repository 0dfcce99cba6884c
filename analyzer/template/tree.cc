#include "analyzer/template/tree.h"

namespace chartlint {

const TemplateExpr* UnwrapExpr(const TemplateExpr* expr) {
  while (expr != nullptr && expr->operands.size() == 1 && expr->declared.empty()) {
    const bool pipeline = expr->kind == TemplateExprKind::kPipeline;
    const bool value =
        expr->kind == TemplateExprKind::kCommand && expr->operands[0]->kind != TemplateExprKind::kIdentifier;
    if (!pipeline && !value) break;
    expr = expr->operands[0];
  }
  return expr;
}

}  // namespace chartlint
