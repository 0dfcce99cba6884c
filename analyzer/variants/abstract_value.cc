#include "analyzer/variants/abstract_value.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

constexpr uint32_t kMaxSize = 100000;

}  // namespace

AbstractValues::AbstractValues() {
  unknown_ = Intern({});
  AbstractValue nil;
  nil.kind = AbstractKind::kConstant;
  nil.constant = ChartValue::Null();
  nil_ = Intern(std::move(nil));
}

Abstract AbstractValues::Intern(AbstractValue value) {
  std::string key = absl::StrCat(static_cast<int>(value.kind), "|", value.name, "|");
  if (value.kind == AbstractKind::kConstant) {
    absl::StrAppend(&key, static_cast<int>(value.constant.kind()),
                    value.constant.PrintVerbose().value_or(""));
  }
  for (const std::string& step : value.path) absl::StrAppend(&key, step.size(), ":", step);
  for (size_t i = 0; i < value.args.size(); ++i) {
    if (i < value.keys.size()) absl::StrAppend(&key, value.keys[i].size(), ":", value.keys[i]);
    absl::StrAppend(&key, "#", value.args[i]->id);
  }
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  value.id = static_cast<uint32_t>(nodes_.size());
  value.size = 1 + static_cast<uint32_t>(value.path.size());
  for (const Abstract arg : value.args) value.size = std::min(kMaxSize, value.size + arg->size);
  nodes_.push_back(std::move(value));
  known_.emplace(std::move(key), &nodes_.back());
  return &nodes_.back();
}

Abstract AbstractValues::Constant(const ChartValue& value) {
  AbstractValue node;
  node.kind = AbstractKind::kConstant;
  node.constant = value;
  return Intern(std::move(node));
}

Abstract AbstractValues::OfPath(AbstractKind kind, KeyPath path) {
  AbstractValue node;
  node.kind = kind;
  node.path = std::move(path);
  return Intern(std::move(node));
}

Abstract AbstractValues::Dict(std::vector<std::string> keys, std::vector<Abstract> args) {
  AbstractValue node;
  node.kind = AbstractKind::kDict;
  node.keys = std::move(keys);
  node.args = std::move(args);
  return Intern(std::move(node));
}

Abstract AbstractValues::List(std::vector<Abstract> args) {
  AbstractValue node;
  node.kind = AbstractKind::kList;
  node.args = std::move(args);
  return Intern(std::move(node));
}

Abstract AbstractValues::Choice(Abstract condition, Abstract yes, Abstract no) {
  if (yes == no) return yes;
  AbstractValue node;
  node.kind = AbstractKind::kChoice;
  node.args = {condition, yes, no};
  return Intern(std::move(node));
}

Abstract AbstractValues::FirstTrue(std::vector<Abstract> args) {
  if (args.size() == 1) return args[0];
  AbstractValue node;
  node.kind = AbstractKind::kFirstTrue;
  node.args = std::move(args);
  return Intern(std::move(node));
}

Abstract AbstractValues::AnyOf(std::vector<Abstract> args) {
  if (args.empty()) return unknown_;
  if (args.size() == 1) return args[0];
  AbstractValue node;
  node.kind = AbstractKind::kAnyOf;
  node.args = std::move(args);
  return Intern(std::move(node));
}

Abstract AbstractValues::Include(absl::string_view name, Abstract context) {
  AbstractValue node;
  node.kind = AbstractKind::kInclude;
  node.name = std::string(name);
  node.args = {context};
  return Intern(std::move(node));
}

Abstract AbstractValues::ComputedInclude() {
  AbstractValue node;
  node.kind = AbstractKind::kComputedInclude;
  return Intern(std::move(node));
}

Abstract AbstractValues::Call(absl::string_view function, std::vector<Abstract> args) {
  AbstractValue node;
  node.kind = AbstractKind::kCall;
  node.name = std::string(function);
  node.args = std::move(args);
  return Intern(std::move(node));
}

}  // namespace chartlint
