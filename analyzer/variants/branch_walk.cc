#include "analyzer/variants/branch_walk.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/variants/atom.h"

namespace chartlint {
namespace {

constexpr int kSteps = 2000000;
constexpr int kIncludeDepth = 40;
constexpr size_t kItems = 200;
constexpr size_t kOutput = 1 << 18;

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

class BranchWalk::Locals : public TemplateVariables {
 public:
  ChartValue Lookup(const TemplateExpr& variable) const override {
    for (auto it = stack_.rbegin(); it != stack_.rend(); ++it) {
      if (it->first == variable.name) return it->second;
    }
    return ChartValue();
  }
  void Declare(absl::string_view name, ChartValue value) { stack_.emplace_back(name, std::move(value)); }
  void Assign(absl::string_view name, const ChartValue& value) {
    for (auto it = stack_.rbegin(); it != stack_.rend(); ++it) {
      if (it->first != name) continue;
      it->second = value;
      return;
    }
  }
  size_t size() const { return stack_.size(); }
  void Shrink(size_t size) { stack_.resize(std::min(size, stack_.size())); }
  std::vector<std::pair<absl::string_view, ChartValue>> Save() const { return stack_; }
  void Restore(std::vector<std::pair<absl::string_view, ChartValue>> saved) { stack_ = std::move(saved); }

 private:
  std::vector<std::pair<absl::string_view, ChartValue>> stack_;
};

void BranchWalk::RunChart(int instance, const ChartValue& values) {
  const std::string& directory = templates_.instances()[static_cast<size_t>(instance)].directory;
  std::vector<std::pair<std::pair<size_t, std::string>, const ChartTemplates::File*>> order;
  for (const ChartTemplates::File& file : templates_.files()) {
    const absl::string_view path = file.path;
    if (!absl::StartsWith(path, directory) || file.error.has_value()) continue;
    const absl::string_view below = path.substr(directory.size());
    if (!absl::StartsWith(below, "templates/")) continue;
    const absl::string_view name = below.substr(below.rfind('/') + 1);
    if (absl::StartsWith(name, "_")) continue;
    order.push_back({{static_cast<size_t>(std::count(below.begin(), below.end(), '/')), std::string(below)}, &file});
  }
  std::sort(order.rbegin(), order.rend());
  patches_.clear();
  for (const auto& entry : order) {
    Context context;
    context.root = Evaluator::RootContext(templates_, release_, instance, values, entry.second->path);
    context.dot = context.root;
    Locals locals;
    Evaluator evaluator(templates_, this);
    std::optional<std::string> out = std::nullopt;
    context.locals = &locals;
    context.evaluator = &evaluator;
    context.out = &out;
    Execute(entry.second->tree.root, context);
  }
}

std::optional<bool> BranchWalk::ServesApi(absl::string_view api_version) const {
  if (IsBuiltInApi(api_version)) return true;
  const auto& extra = release_.api_versions;
  return extra.has_value() && std::find(extra->begin(), extra->end(), api_version) != extra->end();
}

void BranchWalk::Mark(BranchId branch) {
  if (branch < 0) return;
  BranchState& state = states_[static_cast<size_t>(branch)];
  state = std::max(state, open_ > 0 ? BranchState::kOpen : BranchState::kTaken);
}

ChartValue BranchWalk::Include(absl::string_view name, const ChartValue& dot) {
  const TemplateDefinition* definition = templates_.FindDefinition(name);
  if (definition == nullptr || include_depth_ >= kIncludeDepth || steps_ > kSteps) return ChartValue();
  Mark(table_.Find(definition));
  ++include_depth_;
  Locals locals;
  Evaluator evaluator(templates_, this);
  std::optional<std::string> out = "";
  Context context;
  context.dot = dot;
  context.root = dot;
  context.locals = &locals;
  context.evaluator = &evaluator;
  context.out = &out;
  Execute(definition->body, context);
  --include_depth_;
  return out.has_value() ? ChartValue::String(*std::move(out)) : ChartValue();
}

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

BranchWalk::Flow BranchWalk::Execute(const TemplateBody& body, Context context) {
  const size_t mark = context.locals->size();
  Flow flow = Flow::kOn;
  for (const TemplateNode* node : body) {
    if (++steps_ > kSteps) break;
    Refresh(&context);
    flow = ExecuteNode(*node, &context);
    if (flow != Flow::kOn) break;
  }
  context.locals->Shrink(mark);
  return flow;
}

ChartValue BranchWalk::Value(const TemplateExpr* pipe, Context* context) {
  return context->evaluator->Evaluate(pipe, context->dot, context->root, *context->locals);
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
      WriteTo(command, pipe->operands.size() == 1 ? value : ChartValue(), context);
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

BranchWalk::Flow BranchWalk::ExecuteNode(const TemplateNode& node, Context* context) {
  std::optional<std::string>& out = *context->out;
  const auto print = [&out](const std::optional<std::string>& text) {
    if (!text.has_value() || (out.has_value() && out->size() > kOutput)) {
      out.reset();
    } else if (out.has_value()) {
      *out += *text;
    }
  };
  switch (node.kind) {
    case TemplateNodeKind::kText:
      if (out.has_value()) print(std::string(node.text));
      return Flow::kOn;
    case TemplateNodeKind::kBreak:
      return Flow::kBreak;
    case TemplateNodeKind::kContinue:
      return Flow::kContinue;
    case TemplateNodeKind::kAction: {
      const ChartValue value = Value(node.pipe, context);
      Assign(node.pipe, value, context);
      if (node.pipe->declared.empty() && out.has_value()) print(value.Print());
      return Flow::kOn;
    }
    case TemplateNodeKind::kTemplate: {
      const ChartValue text = Include(node.name, node.pipe == nullptr ? ChartValue::Null() : Value(node.pipe, context));
      print(text.IsString() ? std::optional<std::string>(text.string_value()) : std::nullopt);
      return Flow::kOn;
    }
    case TemplateNodeKind::kRange:
      return ExecuteRange(node, context);
    case TemplateNodeKind::kIf:
    case TemplateNodeKind::kWith:
      return ExecuteArms(node, context);
  }
  return Flow::kOn;
}

void BranchWalk::ForgetAssigned(const TemplateBody& body, Locals* locals) const {
  for (const TemplateNode* node : body) {
    if (node->pipe != nullptr && node->pipe->assigns && !node->pipe->declared.empty()) {
      locals->Assign(node->pipe->declared[0], ChartValue());
    }
    for (const TemplateBranch& branch : node->branches) ForgetAssigned(branch.body, locals);
  }
}

void BranchWalk::ExecuteOpen(const TemplateBranch& branch, const TemplateNode& node, const ChartValue& value,
                             Context* context) {
  const auto saved = context->locals->Save();
  ++open_;
  Mark(table_.Find(&branch));
  Context inside = *context;
  std::optional<std::string> unknown;
  inside.out = &unknown;
  if (node.kind == TemplateNodeKind::kWith && branch.condition != nullptr) inside.dot = value;
  if (node.kind == TemplateNodeKind::kRange && branch.condition != nullptr) {
    inside.dot = ChartValue();
    for (const absl::string_view name : branch.condition->declared) context->locals->Declare(name, ChartValue());
  }
  Execute(branch.body, inside);
  --open_;
  context->locals->Restore(saved);
  ForgetAssigned(branch.body, context->locals);
  context->out->reset();
}

BranchWalk::Flow BranchWalk::ExecuteArms(const TemplateNode& node, Context* context) {
  const size_t mark = context->locals->size();
  Flow flow = Flow::kOn;
  bool open = false;  // an arm before may have run
  for (const TemplateBranch& branch : node.branches) {
    ChartValue value = context->dot;
    std::optional<bool> taken = true;
    if (branch.condition != nullptr) {
      value = Value(branch.condition, context);
      taken = value.Truth();
      Assign(branch.condition, value, context);
      Refresh(context);
    }
    if (taken == false) continue;
    if (open || !taken.has_value()) {
      ExecuteOpen(branch, node, value, context);
      if (taken == true) break;
      open = true;
      continue;
    }
    Mark(table_.Find(&branch));
    Context inside = *context;
    if (node.kind == TemplateNodeKind::kWith && branch.condition != nullptr) inside.dot = value;
    flow = Execute(branch.body, inside);
    break;
  }
  context->locals->Shrink(mark);
  return flow;
}

BranchWalk::Flow BranchWalk::ExecuteRange(const TemplateNode& node, Context* context) {
  const TemplateBranch& branch = node.branches[0];
  const ChartValue over = Value(branch.condition, context);
  std::vector<std::pair<ChartValue, ChartValue>> items;
  if (over.IsMap()) {
    for (const auto& entry : over.map()) items.emplace_back(ChartValue::String(entry.first), over.Field(entry.first));
  } else if (over.IsList()) {
    for (size_t i = 0; i < over.list().size(); ++i) {
      items.emplace_back(ChartValue::Int(static_cast<int64_t>(i)), over.ItemAt(i));
    }
  } else if (over.IsNumber()) {
    const int64_t count = std::min<int64_t>(over.int_value(), static_cast<int64_t>(kItems));
    for (int64_t i = 0; i < count; ++i) items.emplace_back(ChartValue::Int(i), ChartValue::Int(i));
  } else if (!over.IsNull()) {
    for (const TemplateBranch& arm : node.branches) ExecuteOpen(arm, node, ChartValue(), context);
    return Flow::kOn;
  }
  if (items.size() > kItems) {
    items.resize(kItems);
    context->out->reset();
  }
  if (items.empty()) {
    if (node.branches.size() < 2) return Flow::kOn;
    Mark(table_.Find(&node.branches[1]));
    return Execute(node.branches[1].body, *context);
  }
  for (const auto& item : items) {
    Mark(table_.Find(&branch));
    const size_t mark = context->locals->size();
    const auto& declared = branch.condition->declared;
    if (declared.size() == 2) context->locals->Declare(declared[0], item.first);
    if (!declared.empty()) context->locals->Declare(declared.back(), item.second);
    Context inside = *context;
    inside.dot = item.second;
    const Flow flow = Execute(branch.body, inside);
    context->locals->Shrink(mark);
    Refresh(context);
    if (flow == Flow::kBreak) break;
  }
  return Flow::kOn;
}

std::vector<BranchState> EvaluatingOracle::Observe(const ObservedRender& render) const {
  BranchWalk walk(templates_, branches_, render.release);
  const std::vector<ChartValue> values = templates_.CoalesceValues(render.overrides);
  const size_t charts = with_subcharts_ ? values.size() : 1;
  for (size_t i = 0; i < charts; ++i) walk.RunChart(static_cast<int>(i), values[i]);
  return walk.states();
}

}  // namespace chartlint
