#include "analyzer/variants/solver.h"

#include <algorithm>

#include "analyzer/template/functions.h"

namespace chartlint {
namespace {

constexpr size_t kAlternatives = 12;
constexpr size_t kSorted = 40;
constexpr int kDepth = 26;
constexpr int kWork = 4000;  // of one question

Abstract Strip(Abstract value) {
  while (value->IsCall("same")) value = value->args[0];
  return value;
}

void Append(Solutions* to, Solutions from) {
  for (Solution& solution : from) to->push_back(std::move(solution));
}

}  // namespace

void Solver::SetCurrent(const Setting* current) {
  current_ = current;
  holds_.clear();
}

bool Solver::HoldsNow(AtomId atom) {
  const size_t at = static_cast<size_t>(atom);
  if (holds_.size() <= at) holds_.resize(atoms_.size(), -1);
  if (holds_[at] < 0) holds_[at] = Holds(atoms_.at(atom), *current_) ? 1 : 0;
  return holds_[at] > 0;
}

int Solver::Cost(const Solution& solution) {
  constexpr int kFlag = 3;
  int cost = 0;
  for (const AtomId atom : solution) {
    const Atom& a = atoms_.at(atom);
    if (!a.IsUnknown() && !HoldsNow(atom)) cost += a.IsOfValue() ? 1 : kFlag;
    // A block that is emptied takes away more than a switch that is turned on.
    if (a.op == AtomOp::kFalse && !HoldsNow(atom)) {
      const ChartValue* value = FindAt(current_->values, a.path);
      if (value != nullptr && value->IsMap()) ++cost;
    }
  }
  return cost;
}

Solutions Solver::One(AtomOp op, const KeyPath& path, ChartValue value) {
  return {{atoms_.Make(op, path, std::move(value))}};
}

Solutions Solver::Unknown(absl::string_view reason) {
  reasons_.insert(std::string(reason));
  return {{atoms_.Unknown(reason)}};
}

Solutions Solver::Cross(const Solutions& a, const Solutions& b) const {
  Solutions out;
  for (const Solution& left : a) {
    for (const Solution& right : b) {
      Solution both = left;
      bool consistent = true;
      for (const AtomId atom : right) {
        if (std::find(both.begin(), both.end(), atom) != both.end()) continue;
        consistent = consistent && atoms_.ConsistentWith(left, atom);
        both.push_back(atom);
      }
      if (consistent) out.push_back(std::move(both));
      if (out.size() >= kAlternatives) return out;
    }
  }
  return out;
}

Solutions Solver::Best(Solutions solutions) {
  if (solutions.size() > kSorted) solutions.resize(kSorted);
  if (solutions.size() > 1) {
    std::vector<std::pair<std::pair<int, size_t>, size_t>> order;
    for (size_t i = 0; i < solutions.size(); ++i) {
      order.push_back({{Cost(solutions[i]), solutions[i].size()}, i});
    }
    std::stable_sort(order.begin(), order.end());
    Solutions sorted;
    for (const auto& entry : order) {
      if (sorted.size() < kAlternatives) sorted.push_back(std::move(solutions[entry.second]));
    }
    return sorted;
  }
  return solutions;
}

Solutions Solver::Solve(Abstract value, bool wanted) {
  if (depth_ == 0) work_ = 0;
  if (depth_ > kDepth || ++work_ > kWork) return Unknown("a condition that is too deep");
  ++depth_;
  Solutions found = Best(Find(value, wanted));
  --depth_;
  return found;
}

Solutions Solver::OfOutputs(Abstract include, bool wanted, Abstract equal_to) {
  Solutions all;
  for (const TemplateOutput& output : interpreter_.Outputs(include->name, include->args[0])) {
    Solutions found =
        equal_to == nullptr ? Solve(output.value, wanted) : Equal(output.value, equal_to, wanted);
    for (const auto& condition : output.conditions) {
      if (found.empty()) break;
      found = Cross(found, Solve(condition.first, condition.second));
    }
    Append(&all, std::move(found));
  }
  return all;
}

Solutions Solver::Find(Abstract value, bool wanted) {
  switch (value->kind) {
    case AbstractKind::kUnknown:
      return Unknown("a value that is not known");
    case AbstractKind::kConstant:
      return Known(IsTrue(&value->constant) == wanted);
    case AbstractKind::kValues:
      return One(wanted ? AtomOp::kTrue : AtomOp::kFalse, value->path);
    case AbstractKind::kRelease:
      if (value->path == KeyPath{"IsUpgrade"}) return One(wanted ? AtomOp::kUpgrade : AtomOp::kInstall, {});
      if (value->path == KeyPath{"IsInstall"}) return One(wanted ? AtomOp::kInstall : AtomOp::kUpgrade, {});
      return Known(wanted);
    case AbstractKind::kKey:
    case AbstractKind::kRoot:
    case AbstractKind::kChart:
    case AbstractKind::kTemplate:
    case AbstractKind::kCapabilities:
    case AbstractKind::kSubcharts:
    case AbstractKind::kFiles:
      return Known(wanted);
    case AbstractKind::kLookup:
      if (wanted) reasons_.insert("lookup");
      return Known(!wanted);
    case AbstractKind::kList:
      return Known(!value->args.empty() == wanted);
    case AbstractKind::kDict:
      if (value->args.empty() && wanted) return Unknown("a dict that is filled later");
      return Known(!value->args.empty() == wanted);
    case AbstractKind::kAnyOf: {
      Solutions all;
      for (const Abstract arg : value->args) Append(&all, Solve(arg, wanted));
      return all;
    }
    case AbstractKind::kFirstTrue: {
      Solutions all = wanted ? Solutions() : Always();
      for (const Abstract arg : value->args) {
        if (wanted) {
          Append(&all, Solve(arg, true));
        } else {
          all = Cross(all, Solve(arg, false));
        }
      }
      return all;
    }
    case AbstractKind::kChoice: {
      Solutions all = Cross(Solve(value->args[0], true), Solve(value->args[1], wanted));
      Append(&all, Cross(Solve(value->args[0], false), Solve(value->args[2], wanted)));
      return all;
    }
    case AbstractKind::kInclude:
      return OfOutputs(value, wanted, nullptr);
    case AbstractKind::kComputedInclude:
      return Unknown("an include of a computed name");
    case AbstractKind::kCall:
      return FindCall(value, wanted);
  }
  return Unknown("a value that is not known");
}

Solutions Solver::FindCall(Abstract call, bool wanted) {
  const std::string& f = call->name;
  const std::vector<Abstract>& a = call->args;
  if (a.empty()) return Unknown(f);
  if (f == "same") return Solve(a[0], wanted);
  if (f == "nonblank") return Known(wanted);
  if (f == "not" || f == "empty") return Solve(a[0], !wanted);
  if (f == "len") return Solve(a[0], wanted);
  if (f == "until") return Compare("gt", a[0], interpreter_.values().Constant(ChartValue::Int(0)), wanted);
  if (f == "kindOf" || f == "typeOf") return Known(wanted);
  if (f == "and" || f == "or" || f == "all" || f == "any") {
    const bool is_and = f[0] == 'a' && f != "any";
    Solutions all = is_and == wanted ? Always() : Solutions();
    for (const Abstract arg : a) {
      if (is_and == wanted) {
        all = Cross(all, Solve(arg, wanted));
      } else {
        Append(&all, Solve(arg, wanted));
      }
    }
    return all;
  }
  if (f == "isSet") {
    const Abstract value = Strip(a[0]);
    return value->Is(AbstractKind::kValues) ? One(wanted ? AtomOp::kSet : AtomOp::kNotSet, value->path)
                                            : Solve(value, wanted);
  }
  if (f == "capHas") {
    if (!a[0]->IsText()) return Unknown("an API version that is computed");
    return One(wanted ? AtomOp::kApi : AtomOp::kNoApi, {a[0]->constant.string_value()});
  }
  if (a.size() < 2) return Unknown(f);
  if (f == "eq") {
    Solutions all = wanted ? Solutions() : Always();
    for (size_t i = 1; i < a.size(); ++i) {
      if (wanted) {
        Append(&all, Equal(a[0], a[i], true));
      } else {
        all = Cross(all, Equal(a[0], a[i], false));
      }
    }
    return all;
  }
  if (f == "ne" || f == "deepEqual") return Equal(a[0], a[1], (f == "ne") != wanted);
  if (f == "gt" || f == "ge" || f == "lt" || f == "le") return Compare(f, a[0], a[1], wanted);
  if (f == "has" || f == "mustHas") return Has(a[0], Strip(a[1]), wanted);
  if (f == "hasKey") {
    const Abstract map = Strip(a[0]);
    const std::string& key = a[1]->constant.string_value();
    if (map->Is(AbstractKind::kDict)) {
      return Known((std::find(map->keys.begin(), map->keys.end(), key) != map->keys.end()) == wanted);
    }
    if (map->Is(AbstractKind::kFirstTrue) || map->Is(AbstractKind::kChoice)) {
      return Solve(interpreter_.FieldOf(map, key), wanted);
    }
    return Unknown(f);
  }
  if (f == "kindIs" || f == "typeIs") {
    return a[0]->IsText() ? OfKind(a[1], a[0]->constant.string_value(), wanted) : Unknown(f);
  }
  if (f == "semverCompare") {
    if (a[0]->IsText() && IsKubeVersion(a[1])) {
      return One(wanted ? AtomOp::kKube : AtomOp::kNotKube, {a[0]->constant.string_value()});
    }
    return Unknown("a comparison of versions");
  }
  return FindText(call, wanted);
}

bool Solver::HoldNow(const std::vector<std::pair<Abstract, bool>>& conditions) {
  return std::all_of(conditions.begin(), conditions.end(), [this](const auto& condition) {
    const Solutions ways = Solve(condition.first, condition.second);
    return std::any_of(ways.begin(), ways.end(), [this](const Solution& way) {
      return std::all_of(way.begin(), way.end(),
                         [this](AtomId atom) { return !atoms_.at(atom).IsUnknown() && HoldsNow(atom); });
    });
  });
}

// Text that a value has now; null if it is none, or not known.
ChartValue Solver::CurrentText(Abstract value) {
  value = Strip(value);
  if (value->IsText()) return value->constant;
  if (value->Is(AbstractKind::kValues)) {
    const ChartValue* now = FindAt(current_->values, value->path);
    return now != nullptr && now->IsString() ? *now : ChartValue::Null();
  }
  if (depth_ > kDepth || ++work_ > kWork) return ChartValue::Null();
  ++depth_;
  ChartValue text = ChartValue::Null();
  if (value->Is(AbstractKind::kFirstTrue)) {
    for (const Abstract arg : value->args) {
      if (text.string_value().empty()) text = CurrentText(arg);
    }
  } else if (value->Is(AbstractKind::kChoice)) {
    const bool yes = HoldNow({{value->args[0], true}});
    if (yes || HoldNow({{value->args[0], false}})) text = CurrentText(value->args[yes ? 1 : 2]);
  } else if (value->Is(AbstractKind::kInclude)) {
    for (const TemplateOutput& output : interpreter_.Outputs(value->name, value->args[0])) {
      if (!HoldNow(output.conditions)) continue;
      text = CurrentText(output.value);
      break;
    }
  } else if (value->Is(AbstractKind::kCall) && (value->name == "printf" || value->name == "nonblank")) {
    FunctionArguments args;
    for (const Abstract arg : value->args) args.push_back(CurrentText(arg));
    const bool known = std::none_of(args.begin(), args.end(), [](const ChartValue& a) { return a.IsNull(); });
    if (known) text = FindTemplateFunction("printf")->call(args);
  }
  --depth_;
  return text.IsString() ? text : ChartValue::Null();
}

// contains, hasPrefix, hasSuffix, regexMatch: of a constant and a value.
Solutions Solver::FindText(Abstract call, bool wanted) {
  const std::string& f = call->name;
  AtomOp yes = AtomOp::kMatches, no = AtomOp::kMatchesNot;
  if (f == "contains") yes = AtomOp::kContains, no = AtomOp::kContainsNot;
  if (f == "hasPrefix") yes = AtomOp::kBegins, no = AtomOp::kBeginsNot;
  if (f == "hasSuffix") yes = AtomOp::kEnds, no = AtomOp::kEndsNot;
  const bool is_pattern = f == "regexMatch" || f == "mustRegexMatch";
  if (yes == AtomOp::kMatches && !is_pattern) return Unknown(f);
  const Abstract value = Strip(call->args[1]);
  ChartValue text = call->args[0]->constant;
  if (!call->args[0]->IsText()) {  // a value: it stays as it is
    text = CurrentText(call->args[0]);
    if (text.string_value().empty()) return Unknown(f);
  }
  if (value->Is(AbstractKind::kValues)) return One(wanted ? yes : no, value->path, text);
  if (value->IsText()) {
    Setting constant;
    constant.values = ChartValue::MakeMap({{"x", value->constant}});
    return Known(Holds({yes, {"x"}, text}, constant) == wanted);
  }
  if (value->Is(AbstractKind::kFirstTrue)) {
    AbstractValues& values = interpreter_.values();
    Solutions all = Solve(values.Call(f, {call->args[0], value->args[0]}), wanted);
    const Abstract rest = values.FirstTrue({value->args.begin() + 1, value->args.end()});
    Append(&all, Cross(Solve(value->args[0], false), Solve(values.Call(f, {call->args[0], rest}), wanted)));
    return all;
  }
  return Unknown(f);
}

}  // namespace chartlint
