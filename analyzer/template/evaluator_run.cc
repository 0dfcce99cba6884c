// Execution of bodies: what an include or tpl gives.
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/template/evaluator.h"
#include "analyzer/template/parser.h"

namespace chartlint {
namespace {

constexpr int kMaxIncludeDepth = 40;
constexpr int kMaxRange = 2000;

}  // namespace

// Variables of one execution: scopes on a stack.
class Evaluator::Locals : public TemplateVariables {
 public:
  ChartValue Lookup(const TemplateExpr& variable) const override {
    for (auto it = stack_.rbegin(); it != stack_.rend(); ++it) {
      if (it->first == variable.name) return it->second;
    }
    return ChartValue();
  }
  void Declare(absl::string_view name, ChartValue value) { stack_.emplace_back(name, std::move(value)); }
  bool Assign(absl::string_view name, const ChartValue& value) {
    for (auto it = stack_.rbegin(); it != stack_.rend(); ++it) {
      if (it->first == name) {
        it->second = value;
        return true;
      }
    }
    return false;
  }
  size_t Mark() const { return stack_.size(); }
  void Pop(size_t mark) { stack_.resize(mark); }

 private:
  std::vector<std::pair<absl::string_view, ChartValue>> stack_;
};

ChartValue Evaluator::Include(absl::string_view name, const ChartValue& dot) {
  if (depth_ == 0) steps_left_ = kStepsOfOneCall;
  const TemplateDefinition* definition = chart_.FindDefinition(name);
  return definition == nullptr ? ChartValue() : Run(definition->body, dot);
}

ChartValue Evaluator::Tpl(const std::string& text, const ChartValue& dot) {
  if (!absl::StrContains(text, "{{")) return ChartValue::String(text);
  TemplateTree tree;
  if (text.size() > 100000 || ParseTemplate(text, -1, &tree).has_value()) return ChartValue();
  return Run(tree.root, dot);
}

ChartValue Evaluator::Run(const TemplateBody& body, const ChartValue& dot) {
  if (include_depth_ >= kMaxIncludeDepth || depth_ >= kMaxDepth) return ChartValue();
  ++include_depth_;
  ++depth_;
  Locals locals;
  std::string out;
  const Flow flow = Execute(body, dot, dot, &locals, &out);
  --depth_;
  --include_depth_;
  return flow == Flow::kUnknown ? ChartValue() : ChartValue::String(std::move(out));
}

Evaluator::Flow Evaluator::Execute(const TemplateBody& body, const ChartValue& dot, const ChartValue& root,
                                   Locals* locals, std::string* out) {
  if (depth_ >= kMaxDepth) return Flow::kUnknown;
  ++depth_;
  const size_t mark = locals->Mark();
  Flow flow = Flow::kOn;
  for (const TemplateNode* node : body) {
    flow = ExecuteNode(*node, dot, root, locals, out);
    if (flow != Flow::kOn) break;
  }
  locals->Pop(mark);
  --depth_;
  return flow;
}

// `$x := v`, `$x = v`; and `set $x ...`, which changes the map that $x holds.
Evaluator::Flow Evaluator::Assign(const TemplateExpr* pipe, const ChartValue& value, Locals* locals) {
  if (pipe->declared.size() == 1) {
    if (!pipe->assigns) {
      locals->Declare(pipe->declared[0], value);
    } else if (!locals->Assign(pipe->declared[0], value)) {
      return Flow::kUnknown;
    }
  }
  if (hooks_ != nullptr) return Flow::kOn;  // maps were changed in place
  const TemplateExpr* command = pipe->operands[0];
  const absl::string_view function =
      command->operands[0]->kind == TemplateExprKind::kIdentifier ? command->operands[0]->name : "";
  if (function != "set" && function != "unset" && function != "merge" && function != "mergeOverwrite" &&
      function != "mustMerge" && function != "mustMergeOverwrite") {
    return Flow::kOn;
  }
  const bool only_for_effect = pipe->declared.empty() || pipe->declared[0] == "$_";
  const TemplateExpr* target = command->operands.size() > 1 ? command->operands[1] : nullptr;
  if (target != nullptr && target->kind == TemplateExprKind::kVariable && target->fields.empty() &&
      target->name != "$" && pipe->operands.size() == 1) {
    locals->Assign(target->name, value);
    return Flow::kOn;
  }
  return only_for_effect ? Flow::kUnknown : Flow::kOn;
}

Evaluator::Flow Evaluator::ExecuteNode(const TemplateNode& node, const ChartValue& dot,
                                       const ChartValue& root, Locals* locals, std::string* out) {
  constexpr size_t kMaxOutput = 1 << 18;
  if (!Spend() || out->size() > kMaxOutput) return Flow::kUnknown;
  switch (node.kind) {
    case TemplateNodeKind::kText:
      absl::StrAppend(out, node.text);
      return Flow::kOn;
    case TemplateNodeKind::kBreak:
      return Flow::kBreak;
    case TemplateNodeKind::kContinue:
      return Flow::kContinue;
    case TemplateNodeKind::kRange:
      return ExecuteRange(node, dot, root, locals, out);
    case TemplateNodeKind::kAction: {
      const ChartValue value = Eval(node.pipe, dot, root, *locals);
      const Flow flow = Assign(node.pipe, value, locals);
      if (flow != Flow::kOn || !node.pipe->declared.empty()) return flow;
      const std::optional<std::string> text = value.Print();
      if (!text.has_value()) return Flow::kUnknown;
      absl::StrAppend(out, *text);
      return Flow::kOn;
    }
    case TemplateNodeKind::kTemplate: {
      const ChartValue argument =
          node.pipe == nullptr ? ChartValue::Null() : Eval(node.pipe, dot, root, *locals);
      const ChartValue text = Include(node.name, argument);
      if (!text.IsString()) return Flow::kUnknown;
      absl::StrAppend(out, text.string_value());
      return Flow::kOn;
    }
    case TemplateNodeKind::kIf:
    case TemplateNodeKind::kWith: {
      const size_t mark = locals->Mark();
      Flow flow = Flow::kOn;
      for (const TemplateBranch& branch : node.branches) {
        std::optional<bool> taken = true;
        ChartValue value = dot;
        if (branch.condition != nullptr) {
          value = Eval(branch.condition, dot, root, *locals);
          taken = value.Truth();
          if (Assign(branch.condition, value, locals) != Flow::kOn) taken = std::nullopt;
        }
        if (!taken.has_value()) {
          flow = Flow::kUnknown;
          break;
        }
        if (!*taken) continue;
        flow = Execute(branch.body, node.kind == TemplateNodeKind::kWith ? value : dot, root, locals, out);
        break;
      }
      locals->Pop(mark);
      return flow;
    }
  }
  return Flow::kUnknown;
}

Evaluator::Flow Evaluator::ExecuteRange(const TemplateNode& node, const ChartValue& dot,
                                        const ChartValue& root, Locals* locals, std::string* out) {
  const TemplateExpr* pipe = node.branches[0].condition;
  const ChartValue over = Eval(pipe, dot, root, *locals);
  std::vector<std::pair<ChartValue, ChartValue>> items;
  if (over.IsMap()) {
    for (const auto& entry : over.map())
      items.emplace_back(ChartValue::String(entry.first), over.Field(entry.first));
  } else if (over.IsList()) {
    for (size_t i = 0; i < over.list().size(); ++i) {
      items.emplace_back(ChartValue::Int(static_cast<int64_t>(i)), over.ItemAt(i));
    }
  } else if (over.kind() == ChartValue::Kind::kInt && over.int_value() < kMaxRange) {
    for (int64_t i = 0; i < over.int_value(); ++i) items.emplace_back(ChartValue::Int(i), ChartValue::Int(i));
  } else if (!over.IsNull()) {
    return Flow::kUnknown;
  }
  if (items.size() > kMaxRange) return Flow::kUnknown;
  if (items.empty()) {
    return node.branches.size() > 1 ? Execute(node.branches[1].body, dot, root, locals, out) : Flow::kOn;
  }
  for (const auto& item : items) {
    const size_t mark = locals->Mark();
    if (pipe->declared.size() == 2) {
      locals->Declare(pipe->declared[0], item.first);
      locals->Declare(pipe->declared[1], item.second);
    } else if (pipe->declared.size() == 1) {
      locals->Declare(pipe->declared[0], item.second);
    }
    const Flow flow = Execute(node.branches[0].body, item.second, root, locals, out);
    locals->Pop(mark);
    if (flow == Flow::kUnknown) return flow;
    if (flow == Flow::kBreak) break;
  }
  return Flow::kOn;
}

}  // namespace chartlint
