#include "analyzer/variants/interpreter.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace chartlint {
namespace {

constexpr int kNodes = 120000;
constexpr size_t kContextsOfTemplate = 14;
constexpr size_t kCallersOfContext = 6;
constexpr size_t kVisitsOfBranch = 8;
constexpr int kIncludeDepth = 14;
constexpr uint32_t kValueSize = 300;
constexpr uint32_t kContextSize = 400;

// Does Helm print what the file renders?
bool IsPrinted(absl::string_view path) {
  const size_t slash = path.rfind('/');
  const absl::string_view name = slash == absl::string_view::npos ? path : path.substr(slash + 1);
  return !absl::StartsWith(name, "_");
}

}  // namespace

Interpreter::Interpreter(const ChartTemplates& templates, const BranchTable& branches,
                         const ChartValue& values)
    : templates_(templates), branches_(branches), root_values_(values), budget_(kNodes) {
  reading_.visits.resize(branches.branches().size());
  WalkFiles();
}

void Interpreter::WalkFiles() {
  const auto& instances = templates_.instances();
  std::vector<KeyPath> places(instances.size());
  for (size_t i = 1; i < instances.size(); ++i) {
    places[i] = Extend(places[static_cast<size_t>(instances[i].parent)], instances[i].name);
  }
  for (size_t i = 0; i < instances.size(); ++i) metadata_.emplace(places[i], instances[i].metadata);
  reading_.chart_roots.insert(places.begin(), places.end());
  for (size_t i = 0; i < instances.size(); ++i) {
    const PathStep* conditions = ChartConditions(static_cast<int>(i));
    for (size_t f = 0; f < templates_.files().size(); ++f) {
      const ChartTemplates::File& file = templates_.files()[f];
      const absl::string_view path = file.path;
      if (!absl::StartsWith(path, instances[i].directory) || !IsPrinted(path) || file.error.has_value())
        continue;
      if (!absl::StartsWith(path.substr(instances[i].directory.size()), "templates/")) continue;
      const Abstract root = reading_.values.OfPath(AbstractKind::kRoot, places[i]);
      Scope scope = {{"$", root}};
      Walk(file.tree.root, {&scope, root, Entry("", root, {conditions}), static_cast<int32_t>(f), 0});
    }
  }
  reading_.complete = budget_ > 0;
}

// condition: or tags: of the dependency, and of those around it.
const PathStep* Interpreter::ChartConditions(int instance) {
  if (instance <= 0) return nullptr;
  const ChartTemplates::Instance& in = templates_.instances()[static_cast<size_t>(instance)];
  const PathStep* path = ChartConditions(in.parent);
  KeyPath place;
  for (int at = in.parent; at > 0; at = templates_.instances()[static_cast<size_t>(at)].parent) {
    place.insert(place.begin(), templates_.instances()[static_cast<size_t>(at)].name);
  }
  const ChartValue& metadata = templates_.instances()[static_cast<size_t>(in.parent)].metadata;
  for (const ChartValue& dependency : metadata.Field("Dependencies").list()) {
    const std::string& alias = dependency.Field("alias").string_value();
    if ((alias.empty() ? dependency.Field("name").string_value() : alias) != in.name) continue;
    const std::string& condition = dependency.Field("condition").string_value();
    const ChartValue tags = dependency.Field("tags");
    KeyPath key;
    if (!condition.empty()) {
      key = place;
      const std::string first = std::vector<std::string>(absl::StrSplit(condition, ','))[0];
      for (absl::string_view part : absl::StrSplit(first, '.'))
        key.emplace_back(absl::StripAsciiWhitespace(part));
    } else if (!tags.list().empty()) {
      key = {"tags", tags.list()[0].string_value()};
    }
    if (!key.empty()) path = Step(path, reading_.values.Values(std::move(key)), true);
    break;
  }
  return path;
}

const PathStep* Interpreter::Step(const PathStep* outer, Abstract value, bool holds) {
  reading_.steps.push_back({outer, value, holds, -1});
  return &reading_.steps.back();
}

const PathStep* Interpreter::Entry(std::string name, Abstract context, std::vector<const PathStep*> callers) {
  reading_.entries.push_back({std::move(name), context, std::move(callers)});
  reading_.steps.push_back({nullptr, nullptr, true, static_cast<int>(reading_.entries.size()) - 1});
  return &reading_.steps.back();
}

void Interpreter::Visit(BranchId branch, const PathStep* path) {
  if (branch < 0 || !recording_) return;
  auto& visits = reading_.visits[static_cast<size_t>(branch)];
  if (visits.size() < kVisitsOfBranch) visits.push_back(path);
}

// Notes the caller; walks the template if this context is new.
void Interpreter::Enter(absl::string_view name, Abstract context, const Frame& frame) {
  if (!recording_) return;
  const std::pair<std::string, Abstract> key(std::string(name), context);
  const auto known = entry_of_.find(key);
  if (known != entry_of_.end()) {
    auto& callers = reading_.entries[static_cast<size_t>(known->second)].callers;
    if (callers.size() < kCallersOfContext) callers.push_back(frame.path);
    return;
  }
  const TemplateDefinition* definition = templates_.FindDefinition(name);
  std::set<Abstract>& contexts = contexts_[key.first];
  if (definition == nullptr || contexts.size() >= kContextsOfTemplate || frame.depth > kIncludeDepth ||
      budget_ <= 0 || context->size > kContextSize) {
    return;
  }
  contexts.insert(context);
  const PathStep* entry = Entry(key.first, context, {frame.path});
  entry_of_[key] = entry->entry;
  Visit(branches_.Find(definition), entry);
  Scope scope = {{"$", context}};
  Walk(definition->body, {&scope, context, entry, definition->pos.file, frame.depth + 1});
}

Abstract Interpreter::Limit(Abstract value) const {
  return value->size > kValueSize ? reading_.values.Unknown() : value;
}

void Interpreter::Assign(const TemplateExpr& pipe, Abstract value, Scope* scope) {
  if (pipe.declared.empty()) return;
  const absl::string_view name = pipe.declared[0];
  if (!pipe.assigns) {
    scope->emplace_back(name, Limit(value));
    return;
  }
  for (auto it = scope->rbegin(); it != scope->rend(); ++it) {
    if (it->first != name) continue;
    it->second = Limit(value);
    return;
  }
}

void Interpreter::DeclareRange(const TemplateExpr& pipe, Abstract over, Abstract element, Scope* scope) {
  if (pipe.declared.size() == 2) {
    const Abstract key = over->Is(AbstractKind::kValues)
                             ? reading_.values.OfPath(AbstractKind::kKey, over->path)
                             : reading_.values.Unknown();
    scope->emplace_back(pipe.declared[0], key);
    scope->emplace_back(pipe.declared[1], element);
  } else if (pipe.declared.size() == 1) {
    scope->emplace_back(pipe.declared[0], element);
  }
}

void Interpreter::Walk(const TemplateBody& body, const Frame& frame) {
  if (--budget_ <= 0) return;
  const size_t mark = frame.scope->size();
  for (const TemplateNode* node : body) {
    switch (node->kind) {
      case TemplateNodeKind::kText:
      case TemplateNodeKind::kBreak:
      case TemplateNodeKind::kContinue:
        break;
      case TemplateNodeKind::kAction:
        Assign(*node->pipe, Pipeline(node->pipe, frame), frame.scope);
        break;
      case TemplateNodeKind::kTemplate:
        Enter(node->name, node->pipe == nullptr ? reading_.values.Nil() : Pipeline(node->pipe, frame), frame);
        break;
      case TemplateNodeKind::kIf:
      case TemplateNodeKind::kWith:
      case TemplateNodeKind::kRange:
        WalkBranches(*node, frame);
        break;
    }
  }
  frame.scope->resize(std::min(frame.scope->size(), mark));
}

void Interpreter::WalkBranches(const TemplateNode& node, const Frame& frame) {
  const size_t outside = frame.scope->size();
  Scope scope = *frame.scope;  // what the conditions declare is seen by the arms after them
  const PathStep* path = frame.path;
  std::vector<Abstract> conditions;
  std::vector<Scope> after;
  bool has_else = false;
  for (const TemplateBranch& branch : node.branches) {
    Frame inside{&scope, frame.dot, path, frame.file, frame.depth};
    if (branch.condition == nullptr) {
      Visit(branches_.Find(&branch), path);
      Walk(branch.body, inside);
      after.push_back(scope);
      has_else = true;
      break;
    }
    const Abstract value = Pipeline(branch.condition, inside);
    inside.path = Step(path, value, true);
    path = Step(path, value, false);
    Visit(branches_.Find(&branch), inside.path);
    Scope body_scope;
    if (node.kind == TemplateNodeKind::kRange) {
      body_scope = scope;
      inside.dot = Element(value, branch.condition->declared.size() == 2);
      DeclareRange(*branch.condition, value, inside.dot, &body_scope);
    } else {
      Assign(*branch.condition, value, &scope);
      body_scope = scope;
      if (node.kind == TemplateNodeKind::kWith) inside.dot = value;
    }
    inside.scope = &body_scope;
    Walk(branch.body, inside);
    conditions.push_back(value);
    after.push_back(std::move(body_scope));
  }
  // A variable that some arm assigned is a choice from here on.
  for (size_t i = 0; i < outside; ++i) {
    Abstract value = has_else ? after.back()[i].second : scope[i].second;
    for (size_t arm = conditions.size(); arm-- > 0;) {
      value = reading_.values.Choice(conditions[arm], after[arm][i].second, value);
    }
    (*frame.scope)[i].second = Limit(value);
  }
}

void Interpreter::ValuePaths(Abstract value, std::vector<KeyPath>* paths, int depth) const {
  if (depth > 4) return;
  switch (value->kind) {
    case AbstractKind::kValues:
      paths->push_back(value->path);
      break;
    case AbstractKind::kFirstTrue:
      for (const Abstract arg : value->args) ValuePaths(arg, paths, depth + 1);
      break;
    case AbstractKind::kChoice:
      ValuePaths(value->args[1], paths, depth + 1);
      ValuePaths(value->args[2], paths, depth + 1);
      break;
    case AbstractKind::kCall:
      if (value->name == "same") ValuePaths(value->args[0], paths, depth + 1);
      break;
    default:
      break;
  }
}

}  // namespace chartlint
