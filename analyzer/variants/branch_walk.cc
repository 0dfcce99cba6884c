#include "analyzer/variants/branch_walk.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "analyzer/variants/atom.h"

namespace chartlint {
namespace {

constexpr int kSteps = 4000000;
constexpr int kIncludeDepth = 40;
constexpr size_t kItems = 200;
constexpr size_t kOutput = 1 << 18;

}  // namespace

std::optional<ChartValue> BranchWalk::RunChart(int instance, const ChartValue& values) {
  const std::string& directory = templates_.instances()[static_cast<size_t>(instance)].directory;
  std::vector<std::pair<std::pair<size_t, std::string>, const ChartTemplates::File*>> order;
  for (const ChartTemplates::File& file : templates_.files()) {
    const absl::string_view path = file.path;
    if (!absl::StartsWith(path, directory) || file.error.has_value()) continue;
    const absl::string_view below = path.substr(directory.size());
    if (!absl::StartsWith(below, "templates/")) continue;
    const absl::string_view name = below.substr(below.rfind('/') + 1);
    if (absl::StartsWith(name, "_")) continue;
    order.push_back(
        {{static_cast<size_t>(std::count(below.begin(), below.end(), '/')), std::string(below)}, &file});
  }
  std::sort(order.rbegin(), order.rend());
  // One context for all files, so that a file sees what those before it wrote.
  const ChartValue root = Evaluator::RootContext(templates_, release_, instance, values, "").OwnCopy();
  const ChartValue before = root.Field("Values");
  for (const auto& entry : order) {
    Context context;
    root.SetEntry("Template",
                  Evaluator::RootContext(templates_, release_, instance, ChartValue(), entry.second->path)
                      .Field("Template"));
    context.root = root;
    context.dot = root;
    Locals locals;
    Evaluator evaluator(templates_, this);
    std::optional<std::string> out = std::nullopt;
    context.locals = &locals;
    context.evaluator = &evaluator;
    context.out = &out;
    Execute(entry.second->tree.root, context);
  }
  ChartValue after = root.Field("Values");
  return after.IsMap() && !after.IsSameMapAs(before) ? std::optional<ChartValue>(std::move(after)) : std::nullopt;
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

BranchWalk::Flow BranchWalk::Execute(const TemplateBody& body, Context context) {
  const size_t mark = context.locals->size();
  Flow flow = Flow::kOn;
  for (const TemplateNode* node : body) {
    if (++steps_ > kSteps) break;
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
  if (pipe->declared.size() != 1) return;
  if (pipe->assigns) {
    context->locals->Assign(pipe->declared[0], value);
  } else {
    context->locals->Declare(pipe->declared[0], value);
  }
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
      const ChartValue text =
          Include(node.name, node.pipe == nullptr ? ChartValue::Null() : Value(node.pipe, context));
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
    for (const absl::string_view name : branch.condition->declared)
      context->locals->Declare(name, ChartValue());
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
    for (const auto& entry : over.map())
      items.emplace_back(ChartValue::String(entry.first), over.Field(entry.first));
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
    if (flow == Flow::kBreak) break;
  }
  return Flow::kOn;
}

}  // namespace chartlint
