// Variables and the root context, as `:=`, `=`, set, unset and merge change them.
#include <utility>

#include "analyzer/variants/branch_walk.h"

namespace chartlint {
namespace {

// The context of a file, which named templates are handed.
bool IsRoot(const ChartValue& value) {
  return value.IsMap() && value.map().count("Values") > 0 && value.map().count("Release") > 0 &&
         value.map().count("Capabilities") > 0;
}

bool Writes(absl::string_view function) {
  return function == "set" || function == "unset" || function == "merge" || function == "mergeOverwrite" ||
         function == "mustMerge" || function == "mustMergeOverwrite";
}

}  // namespace

// Other holders of the root context see what was written to it.
void BranchWalk::Refresh(Context* context) const {
  if (context->patched == patches_.size()) return;
  for (ChartValue* value : {&context->dot, &context->root}) {
    if (!IsRoot(*value)) continue;
    for (size_t i = context->patched; i < patches_.size(); ++i) {
      *value = WithValueAt(*value, patches_[i].first, patches_[i].second);
    }
  }
  context->patched = patches_.size();
}

void BranchWalk::Assign(const TemplateExpr* pipe, const ChartValue& value, Context* context) {
  if (pipe->declared.size() == 1) {
    if (pipe->assigns) {
      context->locals->Assign(pipe->declared[0], value);
    } else {
      context->locals->Declare(pipe->declared[0], value);
    }
  }
  for (const TemplateExpr* command : pipe->operands) {
    if (command->kind == TemplateExprKind::kCommand && command->operands.size() > 1 &&
        command->operands[0]->kind == TemplateExprKind::kIdentifier && Writes(command->operands[0]->name)) {
      WriteTo(command, pipe->operands.size() == 1 ? value : Value(command, context), context);
    }
  }
}

// The map that `set`, `unset` or `merge` changes in place.
void BranchWalk::WriteTo(const TemplateExpr* command, const ChartValue& result, Context* context) {
  const TemplateExpr* target = command->operands[1];
  const ChartValue written = open_ > 0 ? ChartValue() : result;
  const bool of_variable = target->kind == TemplateExprKind::kVariable && target->name != "$";
  if (of_variable) {
    const bool whole = target->fields.empty();
    if (whole && !IsRoot(context->locals->Lookup(*target))) {
      context->locals->Assign(target->name, written);
      return;
    }
  }
  const bool of_dot = target->kind == TemplateExprKind::kDot || target->kind == TemplateExprKind::kField;
  const bool of_root = target->kind == TemplateExprKind::kVariable && target->name == "$";
  const ChartValue holder = of_dot ? context->dot : of_root ? context->root : ChartValue();
  if (!IsRoot(holder)) return;
  KeyPath path(target->fields.begin(), target->fields.end());
  if (command->operands[0]->name == "set" && command->operands.size() > 3) {
    const ChartValue key = Value(command->operands[2], context);
    if (!key.IsString()) return;
    path.push_back(key.string_value());
    const ChartValue* inner = result.IsMap() ? FindAt(result, {key.string_value()}) : nullptr;
    patches_.emplace_back(std::move(path), open_ > 0 || inner == nullptr ? ChartValue() : *inner);
  } else if (!path.empty()) {
    patches_.emplace_back(std::move(path), written);
  }
  Refresh(context);
}

}  // namespace chartlint
