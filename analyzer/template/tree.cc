#include "analyzer/template/tree.h"

namespace chartlint {

const Expr* Unwrap(const Expr* expr) {
  while (expr != nullptr && expr->operands.size() == 1 && expr->declared.empty()) {
    const bool pipeline = expr->kind == ExprKind::kPipeline;
    const bool value = expr->kind == ExprKind::kCommand && expr->operands[0]->kind != ExprKind::kIdentifier;
    if (!pipeline && !value) break;
    expr = expr->operands[0];
  }
  return expr;
}

}  // namespace chartlint
