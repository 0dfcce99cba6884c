#include "analyzer/template_map/scope.h"

namespace chartlint {

bool ScopeIsWithin(const TemplateScope* inner, const TemplateScope* outer) {
  for (; inner != nullptr; inner = inner->parent) {
    if (inner == outer) return true;
  }
  return false;
}

BodyScopes::BodyScopes(const TemplateBody& body) {
  scopes_.emplace_back();
  Walk(body, &scopes_.front());
}

const TemplateScope* BodyScopes::ArmScope(const TemplateNode* node, int arm) const {
  const auto it = arms_.find(node);
  return it == arms_.end() ? root() : it->second[static_cast<size_t>(arm)];
}

// Recursion is as deep as the tree, which the parser limits.
void BodyScopes::Walk(const TemplateBody& body, const TemplateScope* scope) {
  for (const TemplateNode* node : body) {
    if (node->kind == TemplateNodeKind::kAction) Note(node->pipe, scope, false);
    if (node->branches.empty()) continue;
    scopes_.push_back({ScopeKind::kChain, scope, node, -1, false, false});
    const TemplateScope* chain = &scopes_.back();
    const bool is_range = node->kind == TemplateNodeKind::kRange;
    for (size_t arm = 0; arm < node->branches.size(); ++arm) {
      const TemplateBranch& branch = node->branches[arm];
      const bool has_dot = node->kind != TemplateNodeKind::kIf && branch.condition != nullptr;
      scopes_.push_back({ScopeKind::kArm, chain, node, static_cast<int>(arm), has_dot, is_range && arm == 0});
      const TemplateScope* own = &scopes_.back();
      arms_[node].push_back(own);
      // Variables of a range live in its body; those of an if or with in all arms that follow.
      if (branch.condition != nullptr) Note(branch.condition, is_range ? own : chain, is_range);
      Walk(branch.body, own);
    }
  }
}

void BodyScopes::Note(const TemplateExpr* pipe, const TemplateScope* scope, bool is_range) {
  const uint32_t offset = pipe->end;  // what stands in the pipeline itself does not see it yet
  for (size_t i = 0; i < pipe->declared.size(); ++i) {
    VariableEvent event;
    event.name = pipe->declared[i];
    event.offset = offset;
    event.scope = scope;
    event.pipe = pipe;
    event.declares = !pipe->assigns;
    if (is_range) event.range_variable = pipe->declared.size() == 2 && i == 1 ? 2 : 1;
    events_[event.name].push_back(event);
  }
  if (pipe->operands.size() != 1 || is_range) return;
  const TemplateExpr* command = pipe->operands[0];
  if (command->operands.size() < 2 || command->operands[0]->kind != TemplateExprKind::kIdentifier) return;
  const absl::string_view function = command->operands[0]->name;
  if (function != "set" && function != "unset" && function != "merge" && function != "mergeOverwrite") return;
  const TemplateExpr* target = command->operands[1];
  if (target->kind != TemplateExprKind::kVariable || target->name == "$") return;
  VariableEvent event;
  event.name = target->name;
  event.offset = offset;
  event.scope = scope;
  event.pipe = target->fields.empty() ? pipe : nullptr;  // a change deeper inside: no longer known
  event.changes = true;
  events_[event.name].push_back(event);
}

const VariableEvent* BodyScopes::FindDeclaration(absl::string_view name, const TemplateScope* scope,
                                                 uint32_t offset) const {
  const auto it = events_.find(name);
  if (it == events_.end()) return nullptr;
  for (auto event = it->second.rbegin(); event != it->second.rend(); ++event) {
    if (event->declares && event->offset <= offset && ScopeIsWithin(scope, event->scope)) return &*event;
  }
  return nullptr;
}

std::vector<const VariableEvent*> BodyScopes::Assignments(const VariableEvent& declaration,
                                                          const TemplateScope* use_scope, uint32_t use_offset,
                                                          std::vector<const VariableEvent*>* later) const {
  later->clear();
  std::vector<const VariableEvent*> found;
  for (const VariableEvent& event : events_.find(declaration.name)->second) {
    if (event.declares || event.offset <= declaration.offset) continue;
    if (!ScopeIsWithin(event.scope, declaration.scope)) continue;
    if (FindDeclaration(event.name, event.scope, event.offset) != &declaration) continue;
    if (event.offset < use_offset) {
      found.push_back(&event);
      continue;
    }
    // After the use: its value comes around if a loop inside the declaration's scope holds both.
    for (const TemplateScope* s = use_scope; s != nullptr && s != declaration.scope; s = s->parent) {
      if (!s->is_loop || !ScopeIsWithin(event.scope, s)) continue;
      later->push_back(&event);
      break;
    }
  }
  return found;
}

}  // namespace chartlint
