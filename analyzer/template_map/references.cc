#include "analyzer/template_map/references.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "analyzer/template_map/pipeline_shape.h"

namespace chartlint {
namespace {

constexpr int kMaxReferenceDepth = 8;
constexpr size_t kMaxMeanings = 6;
constexpr int kMaxCallDepth = 14;

}  // namespace

const std::vector<References::Meaning>& References::Resolve(int32_t node, int32_t frame) {
  const int64_t key = (static_cast<int64_t>(node) << 32) | static_cast<uint32_t>(frame);
  const auto it = known_.find(key);
  if (it != known_.end()) return it->second;
  std::vector<Meaning> meanings;
  const GrammarNode& n = grammar_->node(node);
  if ((*frames_)[frame].depth < kMaxCallDepth) {
    std::vector<PlacedExpr> texts;
    Text({n.reference, n.scope, n.body, (*frames_)[frame].env}, 0, &texts);
    for (const PlacedExpr& text : texts) {
      if (meanings.size() >= kMaxMeanings) break;
      const PipelineShape shape = ShapeOf(text.expr);
      if (FunctionOf(shape.base) == "tpl") {
        PlacedExpr source = text;
        source.expr = shape.base->operands[1];
        const ChartValue value = values_->Evaluate(source);
        const CompiledBody* body = value.IsString() ? grammar_->Text(value.string_value()) : nullptr;
        if (body == nullptr) continue;
        PlacedExpr argument = text;
        argument.expr = shape.base->operands[2];
        const int32_t pad = (*frames_)[frame].pad + n.indent;
        const int32_t callee = frames_->Call(frame, node, body, pad, (*frames_)[frame].trims, argument);
        meanings.push_back({body->entry, callee, true});
        continue;
      }
      const CompiledBody* body = grammar_->Fragment(text.expr, text.scope, text.body, node);
      meanings.push_back({body->entry, frames_->Fragment(frame, node, body, text.frame), false});
    }
  }
  return known_[key] = std::move(meanings);
}

void References::Text(const PlacedExpr& placed, int depth, std::vector<PlacedExpr>* out) {
  if (placed.expr == nullptr || depth > kMaxReferenceDepth || out->size() >= kMaxMeanings) return;
  const PipelineShape shape = ShapeOf(placed.expr);
  const FilterSummary sum = Summarize(shape.filters);
  if (sum.opaque) return;
  const absl::string_view function = FunctionOf(shape.base);
  if (function == "include") {
    out->push_back(placed);
    return;
  }
  PlacedExpr base = placed;
  base.expr = shape.base;
  if (function == "tpl" && shape.base->operands.size() == 3) {
    base.expr = shape.base->operands[1];
    const ChartValue text = values_->Evaluate(base);
    const bool has_includes =
        absl::StrContains(text.string_value(), "{{") && (absl::StrContains(text.string_value(), "include") ||
                                                         absl::StrContains(text.string_value(), "template"));
    if (has_includes && text.string_value().size() < 100000) out->push_back(placed);
    return;
  }
  // With filters of its own it would have to be printed through both lists; only the plain name is followed.
  if (shape.filters.empty() &&
      (shape.base->kind == TemplateExprKind::kDot || shape.base->kind == TemplateExprKind::kField ||
       shape.base->kind == TemplateExprKind::kVariable)) {
    Name(base, *shape.base, shape.base->fields, 0, depth, out);
  }
}

PlacedExpr References::DotOf(const TemplateScope* scope, const CompiledBody* body, int32_t frame) const {
  for (const TemplateScope* s = scope; s != nullptr; s = s->parent) {
    if (!s->sets_dot) continue;
    if (s->is_loop) return {};
    return {s->condition(), s->parent, body, frame};
  }
  const Frame& base = (*frames_)[(*frames_)[frame].base];
  return base.kind == FrameKind::kCall ? base.argument : PlacedExpr();
}

// `name` is a dot, field or variable; what is wanted is fields[at...] of it.
void References::Name(const PlacedExpr& placed, const TemplateExpr& name,
                      const std::vector<absl::string_view>& fields, size_t at, int depth,
                      std::vector<PlacedExpr>* out) {
  if (name.kind != TemplateExprKind::kVariable) {
    const PlacedExpr dot = DotOf(placed.scope, placed.body, placed.frame);
    if (dot.expr != nullptr) Member(dot, fields, at, depth + 1, out);
    return;
  }
  if (name.name == "$") {
    const Frame& base = (*frames_)[(*frames_)[placed.frame].base];
    if (base.kind == FrameKind::kCall && base.argument.expr != nullptr) {
      Member(base.argument, fields, at, depth + 1, out);
    }
    return;
  }
  const BodyScopes* scopes = placed.body->scopes;
  const VariableEvent* declaration = scopes->FindDeclaration(name.name, placed.scope, name.pos.offset);
  if (declaration == nullptr || declaration->range_variable != 0) return;
  std::vector<const VariableEvent*> later;
  std::vector<const VariableEvent*> events =
      scopes->Assignments(*declaration, placed.scope, name.pos.offset, &later);
  events.insert(events.begin(), declaration);
  for (auto it = events.rbegin(); it != events.rend(); ++it) {
    const VariableEvent& event = **it;
    if (event.pipe == nullptr) continue;
    const TemplateScope* scope = event.scope->kind == ScopeKind::kChain ? event.scope->parent : event.scope;
    Member({event.pipe, scope, placed.body, placed.frame}, fields, at, depth + 1, out);
  }
}

void References::Member(const PlacedExpr& placed, const std::vector<absl::string_view>& fields, size_t at,
                        int depth, std::vector<PlacedExpr>* out) {
  if (depth > kMaxReferenceDepth || placed.expr == nullptr) return;
  if (at >= fields.size()) {
    Text(placed, depth, out);
    return;
  }
  const PipelineShape shape = ShapeOf(placed.expr);
  if (!shape.filters.empty()) return;
  const TemplateExpr* base = shape.base;
  const absl::string_view function = FunctionOf(base);
  auto follow = [&](const TemplateExpr* expr, size_t from) {
    Member({expr, placed.scope, placed.body, placed.frame}, fields, from, depth + 1, out);
  };
  if (function == "dict") {
    for (size_t i = 1; i + 1 < base->operands.size(); i += 2) {
      const TemplateExpr* key = base->operands[i];
      if (key->kind == TemplateExprKind::kString && key->text == fields[at])
        follow(base->operands[i + 1], at + 1);
    }
  } else if (function == "set" && base->operands.size() == 4) {
    const TemplateExpr* key = base->operands[2];
    if (key->kind == TemplateExprKind::kString && key->text == fields[at]) {
      follow(base->operands[3], at + 1);
    } else {
      follow(base->operands[1], at);
    }
  } else if (function == "merge" || function == "mergeOverwrite" || function == "deepCopy") {
    for (size_t i = 1; i < base->operands.size(); ++i) follow(base->operands[i], at);
  } else if (base->kind == TemplateExprKind::kDot || base->kind == TemplateExprKind::kField ||
             base->kind == TemplateExprKind::kVariable) {
    std::vector<absl::string_view> all = base->fields;
    all.insert(all.end(), fields.begin() + static_cast<std::ptrdiff_t>(at), fields.end());
    PlacedExpr name = placed;
    name.expr = base;
    Name(name, *base, all, 0, depth, out);
  }
}

}  // namespace chartlint
