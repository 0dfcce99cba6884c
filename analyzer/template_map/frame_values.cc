#include "analyzer/template_map/frame_values.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace chartlint {
namespace {

constexpr int kMaxDepth = 120;  // of expressions that need other expressions
constexpr size_t kMaxElements = 200;

int64_t PairKey(int32_t node, int32_t frame) {
  return (static_cast<int64_t>(node) << 32) | static_cast<uint32_t>(frame);
}

// The constant key that `set $x "key" ...` changes; empty when it is more than that.
absl::string_view ChangedKey(const VariableEvent& event) {
  if (!event.changes || event.pipe == nullptr) return "";
  const TemplateExpr* command = event.pipe->operands[0];
  const bool one_key = command->operands.size() >= 3 &&
                       command->operands[2]->kind == TemplateExprKind::kString &&
                       (command->operands[0]->name == "set" || command->operands[0]->name == "unset");
  return one_key ? absl::string_view(command->operands[2]->text) : absl::string_view();
}

ChartValue WithoutKey(const ChartValue& value, absl::string_view key) {
  if (key.empty() || !value.IsMap()) return ChartValue();
  ChartValue::Map map = value.map();
  map[std::string(key)] = ChartValue();
  return ChartValue::MakeMap(std::move(map)).WithOrigin(value.origin());
}

}  // namespace

class FrameValues::Variables : public TemplateVariables {
 public:
  Variables(FrameValues* values, const PlacedExpr& use) : values_(values), use_(use) {}
  ChartValue Lookup(const TemplateExpr& variable) const override { return values_->Variable(variable, use_); }

 private:
  FrameValues* values_;
  const PlacedExpr& use_;
};

FrameValues::FrameValues(const ChartTemplates& chart, const Grammar& grammar, const Frames& frames,
                         std::vector<ChartValue> values, ReleaseFacts release)
    : chart_(chart),
      grammar_(grammar),
      frames_(frames),
      values_(std::move(values)),
      release_(std::move(release)),
      evaluator_(chart),
      enabled_(!values_.empty()) {
  for (size_t i = 0; i < values_.size(); ++i)
    values_[i] = chart.WithoutRewritten(static_cast<int>(i), values_[i]);
}

ChartValue FrameValues::Evaluate(const PlacedExpr& placed) {
  if (!enabled_ || placed.expr == nullptr || depth_ > kMaxDepth) return ChartValue();
  const std::pair<const void*, int32_t> key(placed.expr, placed.frame);
  const auto it = known_.find(key);
  if (it != known_.end()) return it->second;
  ++depth_;
  const Variables variables(this, placed);
  const ChartValue value = evaluator_.Evaluate(placed.expr, Dot(placed.scope, placed.body, placed.frame),
                                               Root(placed.frame), variables);
  --depth_;
  known_[key] = value;
  return value;
}

ChartValue FrameValues::Root(int32_t frame) {
  const int32_t base = frames_[frame].base;
  const auto it = roots_.find(base);
  if (it != roots_.end()) return it->second;
  const Frame& f = frames_[base];
  ChartValue value;
  if (f.kind == FrameKind::kTop) {
    const size_t instance = static_cast<size_t>(f.element);
    if (enabled_) {
      value = Evaluator::RootContext(chart_, release_, f.element, values_[instance],
                                     chart_.files()[static_cast<size_t>(f.call)].path);
    }
  } else if (f.argument.expr == nullptr) {
    value = ChartValue::Null();
  } else {
    value = Evaluate(f.argument);
  }
  if (value.IsMap()) {
    for (const std::string& key : chart_.keys_set_on_context()) {
      if (value.map().count(key) == 0) value = WithoutKey(value, key);
    }
  }
  roots_[base] = value;
  return value;
}

ChartValue FrameValues::Dot(const TemplateScope* scope, const CompiledBody* body, int32_t frame) {
  for (const TemplateScope* s = scope; s != nullptr; s = s->parent) {
    if (!s->sets_dot) continue;
    if (!s->is_loop) return Evaluate({s->condition(), s->parent, body, frame});
    const int32_t element = ElementFrame(s->node, frame);
    if (element >= 0) {
      const auto* pair = Element(element);
      return pair == nullptr ? ChartValue() : pair->second;
    }
    const ChartValue over = Evaluate({s->condition(), s->parent, body, frame});
    if (over.IsList() && over.list().size() == 1) return over.ItemAt(0);
    if (over.IsMap() && over.map().size() == 1) return over.Field(over.map().begin()->first);
    return ChartValue();
  }
  return Root(frame);
}

int32_t FrameValues::ElementFrame(const TemplateNode* range, int32_t frame) const {
  while (frame >= 0 && frames_[frame].kind == FrameKind::kElement) {
    if (grammar_.node(frames_[frame].call).control == range) return frame;
    frame = frames_[frame].parent;
  }
  return -1;
}

const std::pair<ChartValue, ChartValue>* FrameValues::Element(int32_t element_frame) {
  const Frame& f = frames_[element_frame];
  const Elements* elements = Range(f.call, f.parent);
  if (elements == nullptr || static_cast<size_t>(f.element) >= elements->size()) return nullptr;
  return &(*elements)[static_cast<size_t>(f.element)];
}

const FrameValues::Elements* FrameValues::Range(int32_t node, int32_t frame) {
  const int64_t key = PairKey(node, frame);
  const auto it = ranges_.find(key);
  if (it != ranges_.end()) return it->second.get();
  const GrammarNode& n = grammar_.node(node);
  const ChartValue over = Evaluate({n.control->branches[0].condition, n.scope, n.body, frames_[frame].env});
  std::unique_ptr<Elements> elements;
  if (over.IsMap() || over.IsList()) {
    elements = std::make_unique<Elements>();
    for (const auto& entry : over.map()) {
      elements->emplace_back(ChartValue::String(entry.first), over.Field(entry.first));
    }
    for (size_t i = 0; i < over.list().size(); ++i) {
      elements->emplace_back(ChartValue::Int(static_cast<int64_t>(i)), over.ItemAt(i));
    }
  } else if (over.kind() == ChartValue::Kind::kInt &&
             over.int_value() <= static_cast<int64_t>(kMaxElements)) {
    elements = std::make_unique<Elements>();
    for (int64_t i = 0; i < over.int_value(); ++i)
      elements->emplace_back(ChartValue::Int(i), ChartValue::Int(i));
  }
  if (elements != nullptr && elements->size() > kMaxElements) elements = nullptr;
  return (ranges_[key] = std::move(elements)).get();
}

ChartValue FrameValues::Variable(const TemplateExpr& variable, const PlacedExpr& use) {
  const uint32_t offset = variable.pos.offset;
  const BodyScopes* scopes = use.body->scopes;
  const VariableEvent* declaration = scopes->FindDeclaration(variable.name, use.scope, offset);
  if (declaration == nullptr) return ChartValue();
  std::vector<const VariableEvent*> later;
  const auto assignments = scopes->Assignments(*declaration, use.scope, offset, &later);
  ChartValue value = Declared(*declaration, use.body, use.frame);
  for (const VariableEvent* event : later) value = WithoutKey(value, ChangedKey(*event));
  for (const VariableEvent* event : assignments) {
    const std::optional<bool> reached =
        Reached(event->scope, declaration->scope, use.scope, use.body, use.frame);
    if (!reached.has_value()) {
      value = ChartValue();
    } else if (*reached) {
      value = event->pipe == nullptr ? ChartValue() : Declared(*event, use.body, use.frame);
    }
  }
  return value;
}

ChartValue FrameValues::Declared(const VariableEvent& event, const CompiledBody* body, int32_t frame) {
  if (event.range_variable == 0) {
    // A condition's declaration is evaluated where the chain stands.
    const TemplateScope* scope = event.scope;
    if (scope->kind == ScopeKind::kChain) scope = scope->parent;
    return Evaluate({event.pipe, scope, body, frame});
  }
  const int32_t element = ElementFrame(event.scope->node, frame);
  const auto* pair = element < 0 ? nullptr : Element(element);
  if (pair == nullptr) return ChartValue();
  const bool is_key = event.range_variable == 1 && event.pipe->declared.size() == 2;
  return is_key ? pair->first : pair->second;
}

std::optional<bool> FrameValues::Reached(const TemplateScope* to, const TemplateScope* from,
                                         const TemplateScope* use, const CompiledBody* body, int32_t frame) {
  bool open = false;
  for (const TemplateScope* s = to; s != nullptr && s != from; s = s->parent) {
    if (s->kind != ScopeKind::kArm || ScopeIsWithin(use, s)) continue;
    if (s->is_loop) {
      const ChartValue over = Evaluate({s->condition(), s->parent, body, frame});
      if (over.Truth() == std::optional<bool>(false)) return false;
      open = true;
      continue;
    }
    const std::optional<bool> taken = ArmTaken(*s->node, s->arm, body, frame);
    if (!taken.has_value()) open = true;
    if (taken == std::optional<bool>(false)) return false;
  }
  if (open) return std::nullopt;
  return true;
}

std::optional<bool> FrameValues::ArmTaken(const TemplateNode& control, int arm, const CompiledBody* body,
                                          int32_t frame) {
  const TemplateScope* scope = body->scopes->ArmScope(&control, 0)->parent->parent;  // around the chain
  const TemplateScope* chain = body->scopes->ArmScope(&control, 0)->parent;
  bool open = false;
  const int last = static_cast<int>(control.branches.size()) - 1;
  for (int i = 0; i <= std::min(arm, last); ++i) {
    const TemplateExpr* condition = control.branches[static_cast<size_t>(i)].condition;
    if (condition == nullptr) continue;
    // Later conditions see what earlier ones declare.
    const std::optional<bool> truth = Evaluate({condition, i == 0 ? scope : chain, body, frame}).Truth();
    if (!truth.has_value()) {
      open = true;
    } else if (*truth != (i == arm)) {
      return false;
    }
  }
  if (open) return std::nullopt;
  return true;
}

std::optional<bool> FrameValues::Taken(const GrammarNode& node, const GrammarEdge& edge, int32_t frame) {
  if (!enabled_ || edge.arm < 0 || node.control == nullptr) return true;
  if (node.kind == GrammarKind::kRange) {
    const ChartValue over =
        Evaluate({node.control->branches[0].condition, node.scope, node.body, frames_[frame].env});
    const std::optional<bool> truth = over.Truth();
    if (!truth.has_value()) return std::nullopt;
    return *truth == (edge.arm == 0);
  }
  return ArmTaken(*node.control, edge.arm, node.body, frames_[frame].env);
}

const TextHint& FrameValues::Hint(int32_t node, int32_t frame) {
  std::unique_ptr<TextHint>& slot = hints_[PairKey(node, frame)];
  if (slot != nullptr) return *slot;
  slot = std::make_unique<TextHint>();
  TextHint* const hint = slot.get();
  const GrammarNode& n = grammar_.node(node);
  if (n.kind != GrammarKind::kGap && n.kind != GrammarKind::kReference) return *hint;
  std::optional<std::string> text = Evaluate({n.expr, n.scope, n.body, frames_[frame].env}).Print();
  if (!text.has_value()) return *hint;
  hint->known = true;
  hint->text = std::string(absl::StripAsciiWhitespace(*text));
  if (n.adds_quotes) hint->text = absl::StrCat("\"", hint->text, "\"");
  if (hint->text.find('\n') != std::string::npos) {
    for (const absl::string_view line : absl::StrSplit(hint->text, '\n')) {
      const absl::string_view stripped = absl::StripAsciiWhitespace(line);
      if (!stripped.empty()) hint->lines.emplace_back(stripped);
    }
    std::sort(hint->lines.begin(), hint->lines.end());
    hint->lines.erase(std::unique(hint->lines.begin(), hint->lines.end()), hint->lines.end());
  }
  return *hint;
}

}  // namespace chartlint
