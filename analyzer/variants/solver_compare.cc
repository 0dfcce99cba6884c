// Equality, order and kinds: the solver's answers to eq, ne, gt, has, kindIs.
#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "analyzer/variants/solver.h"

namespace chartlint {
namespace {

constexpr int kDepth = 26;
constexpr int kWork = 4000;

Abstract Strip(Abstract value) {
  while (value->IsCall("same")) value = value->args[0];
  return value;
}

void Append(Solutions* to, Solutions from) {
  for (Solution& solution : from) to->push_back(std::move(solution));
}

// Calls whose result is true or false.
bool GivesBool(const std::string& function) {
  for (const char* const name :
       {"not", "and", "or", "eq", "ne", "has", "empty", "isSet", "hasKey", "contains", "gt", "lt", "ge", "le",
        "hasPrefix", "hasSuffix", "kindIs", "semverCompare", "capHas"}) {
    if (function == name) return true;
  }
  return false;
}

std::string Opposite(const std::string& op) {
  return op == "gt" ? "le" : op == "ge" ? "lt" : op == "lt" ? "ge" : "gt";
}
std::string Mirrored(const std::string& op) {
  return op == "gt" ? "lt" : op == "ge" ? "le" : op == "lt" ? "gt" : "ge";
}

AtomOp OrderOp(const std::string& op) {
  return op == "gt"   ? AtomOp::kGreater
         : op == "ge" ? AtomOp::kAtLeast
         : op == "lt" ? AtomOp::kLess
                      : AtomOp::kAtMost;
}

}  // namespace

Solutions Solver::Equal(Abstract a, Abstract b, bool wanted) {
  if (depth_ > kDepth) return Unknown("a condition that is too deep");
  ++depth_;
  Solutions found = Best(FindEqual(Strip(a), Strip(b), wanted));
  --depth_;
  return found;
}

Solutions Solver::FindEqual(Abstract a, Abstract b, bool wanted) {
  if (a->Is(AbstractKind::kConstant)) std::swap(a, b);
  if (b->Is(AbstractKind::kConstant)) return EqualConstant(a, b, wanted);
  if (a->Is(AbstractKind::kValues) && b->Is(AbstractKind::kValues)) {
    // One stays as it is.
    if (IsOfRelease(a->path)) std::swap(a, b);
    for (const auto& pair : {std::make_pair(a, b), std::make_pair(b, a)}) {
      const ChartValue* now = FindAt(current_->values, pair.second->path);
      if (now == nullptr || now->IsNull() || now->IsMap() || now->IsList()) continue;
      return One(wanted ? AtomOp::kEqual : AtomOp::kNotEqual, pair.first->path, *now);
    }
    return Unknown("two values compared");
  }
  if (a == b) return Known(wanted);
  if (b->IsCall("len")) std::swap(a, b);
  double number = 0;
  if (a->IsCall("len") && !a->args.empty() && Strip(a->args[0])->Is(AbstractKind::kValues) &&
      CurrentNumber(b, &number)) {
    return One(wanted ? AtomOp::kLength : AtomOp::kNotLength, Strip(a->args[0])->path,
               ChartValue::Float(number));
  }
  if (b->Is(AbstractKind::kFirstTrue)) std::swap(a, b);
  if (a->Is(AbstractKind::kFirstTrue)) return Equal(a->args[0], b, wanted);
  return Unknown("two values compared");
}

Solutions Solver::EqualConstant(Abstract a, Abstract constant, bool wanted) {
  const ChartValue& c = constant->constant;
  switch (a->kind) {
    case AbstractKind::kConstant:
      return Known(PrintAlike(a->constant, c) == wanted);
    case AbstractKind::kValues:
      return One(wanted ? AtomOp::kEqual : AtomOp::kNotEqual, a->path, c);
    case AbstractKind::kKey:
      return One(wanted ? AtomOp::kFirstKey : AtomOp::kNotFirstKey, a->path, c);
    case AbstractKind::kLookup:
      return Known(!wanted);
    case AbstractKind::kChoice: {
      Solutions all = Cross(Solve(a->args[0], true), Equal(a->args[1], constant, wanted));
      Append(&all, Cross(Solve(a->args[0], false), Equal(a->args[2], constant, wanted)));
      return all;
    }
    case AbstractKind::kFirstTrue: {
      Solutions all;
      if (!wanted) {
        all = Cross(Solve(a->args[0], true), Equal(a->args[0], constant, false));
      } else if (IsTrue(&c)) {
        all = Equal(a->args[0], constant, true);
      }
      if (a->args.size() > 1) {
        const Abstract rest = interpreter_.values().FirstTrue({a->args.begin() + 1, a->args.end()});
        Append(&all, Cross(Solve(a->args[0], false), Equal(rest, constant, wanted)));
      }
      return all;
    }
    case AbstractKind::kAnyOf: {
      if (!wanted) return Equal(a->args[0], constant, false);
      Solutions all;
      for (const Abstract arg : a->args) Append(&all, Equal(arg, constant, true));
      return all;
    }
    case AbstractKind::kInclude:
      return OfOutputs(a, wanted, constant);
    case AbstractKind::kRelease:
      if (a->path == KeyPath{"Service"}) return Known((c.string_value() == "Helm") == wanted);
      if (a->path == KeyPath{"IsUpgrade"} || a->path == KeyPath{"IsInstall"})
        return Solve(a, IsTrue(&c) == wanted);
      return wanted ? Unknown("the release") : Solutions{{}};
    case AbstractKind::kCall:
      break;
    default:
      return Unknown("a value that is not known");
  }
  if (a->args.empty()) return Unknown(a->name);
  if (a->name == "kindOf" || a->name == "typeOf") return OfKind(a->args[0], c.string_value(), wanted);
  if (a->name == "len") {
    if (c.IsNumber() && c.float_value() == 0) return Solve(a->args[0], !wanted);
    const Abstract list = Strip(a->args[0]);
    if (list->Is(AbstractKind::kValues))
      return One(wanted ? AtomOp::kLength : AtomOp::kNotLength, list->path, c);
  }
  const std::string text = absl::AsciiStrToLower(c.PrintVerbose().value_or(""));
  if (GivesBool(a->name) && (text == "true" || text == "false")) return Solve(a, (text == "true") == wanted);
  if (a->name == "nonblank" && (text.empty() || text == "true" || text == "false")) return Known(!wanted);
  return Unknown(a->name);
}

Solutions Solver::OfKind(Abstract value, const std::string& kind, bool wanted) {
  value = Strip(value);
  switch (value->kind) {
    case AbstractKind::kValues:
      return One(wanted ? AtomOp::kKind : AtomOp::kNotKind, value->path, ChartValue::String(kind));
    case AbstractKind::kConstant:
      return Known(IsKind(&value->constant, kind) == wanted);
    case AbstractKind::kDict:
    case AbstractKind::kRoot:
      return Known((kind == "map") == wanted);
    case AbstractKind::kList:
      return Known((kind == "slice") == wanted);
    case AbstractKind::kAnyOf: {
      Solutions all;
      for (const Abstract arg : value->args) Append(&all, OfKind(arg, kind, wanted));
      return all;
    }
    case AbstractKind::kChoice: {
      Solutions all = Cross(Solve(value->args[0], true), OfKind(value->args[1], kind, wanted));
      Append(&all, Cross(Solve(value->args[0], false), OfKind(value->args[2], kind, wanted)));
      return all;
    }
    case AbstractKind::kFirstTrue: {
      Solutions all = Cross(Solve(value->args[0], true), OfKind(value->args[0], kind, wanted));
      if (value->args.size() > 1) {
        Append(&all, Cross(Solve(value->args[0], false), OfKind(value->args.back(), kind, wanted)));
      }
      return all;
    }
    default:
      return Unknown("kindIs");
  }
}

Solutions Solver::Has(Abstract item, Abstract list, bool wanted) {
  if (list->Is(AbstractKind::kList)) {
    Solutions all = wanted ? Solutions() : Always();
    for (const Abstract entry : list->args) {
      if (wanted) {
        Append(&all, Equal(item, entry, true));
      } else {
        all = Cross(all, Equal(item, entry, false));
      }
    }
    return all;
  }
  if (list->Is(AbstractKind::kValues) && item->Is(AbstractKind::kConstant)) {
    return One(wanted ? AtomOp::kHolds : AtomOp::kHoldsNot, list->path, item->constant);
  }
  return Unknown("has");
}

bool Solver::NumberOf(Abstract value, double* number) {
  value = Strip(value);
  if (!value->Is(AbstractKind::kConstant)) return false;
  *number = value->constant.float_value();
  return value->constant.IsNumber() ||
         (value->constant.IsString() && absl::SimpleAtod(value->constant.string_value(), number));
}

Solutions Solver::Compare(std::string op, Abstract a, Abstract b, bool wanted) {
  if (!wanted) op = Opposite(op);
  double number = 0;
  Abstract value = Strip(a);
  if (!NumberOf(b, &number)) {
    if (!NumberOf(a, &number)) return CompareTwo(op, Strip(a), Strip(b));
    value = Strip(b);
    op = Mirrored(op);
  }
  const ChartValue limit = ChartValue::Float(number);
  if (value->IsCall("len") && !value->args.empty()) {
    const Abstract list = Strip(value->args[0]);
    if ((op == "gt" && number == 0) || (op == "ge" && number == 1)) return Solve(list, true);
    if ((op == "lt" && number == 1) || (op == "le" && number == 0)) return Solve(list, false);
    if (!list->Is(AbstractKind::kValues)) return Unknown("len");
    if (op == "gt" || op == "ge") {
      return One(AtomOp::kMinLength, list->path, ChartValue::Float(op == "gt" ? number + 1 : number));
    }
    return One(AtomOp::kLength, list->path, ChartValue::Float(op == "le" ? number : number - 1));
  }
  switch (value->kind) {
    case AbstractKind::kValues:
      return One(OrderOp(op), value->path, limit);
    case AbstractKind::kConstant: {
      double left = 0;
      if (!NumberOf(value, &left)) return Unknown("a comparison");
      return Known(op == "gt"   ? left > number
                   : op == "ge" ? left >= number
                   : op == "lt" ? left < number
                                : left <= number);
    }
    case AbstractKind::kFirstTrue:
      return Compare(op, value->args[0], interpreter_.values().Constant(limit), true);
    case AbstractKind::kChoice: {
      const Abstract constant = interpreter_.values().Constant(limit);
      Solutions all = Cross(Solve(value->args[0], true), Compare(op, value->args[1], constant, true));
      Append(&all, Cross(Solve(value->args[0], false), Compare(op, value->args[2], constant, true)));
      return all;
    }
    default:
      return Unknown("a comparison");
  }
}

bool Solver::CurrentNumber(Abstract value, double* number) const {
  const bool is_length = value->IsCall("len") && !value->args.empty();
  const Abstract source = is_length ? Strip(value->args[0]) : value;
  if (!source->Is(AbstractKind::kValues)) return false;
  const ChartValue* now = FindAt(current_->values, source->path);
  *number = 0;
  if (now == nullptr) return true;
  if (is_length) {
    *number = static_cast<double>(now->IsList() ? now->list().size() : now->map().size());
  } else if (now->IsNumber()) {
    *number = now->float_value();
  } else if (!absl::SimpleAtod(now->string_value(), number)) {
    *number = 0;
  }
  return true;
}

// Two values: one is fixed at what it is now.
Solutions Solver::CompareTwo(const std::string& op, Abstract a, Abstract b) {
  double of_a = 0, of_b = 0;
  if (!CurrentNumber(a, &of_a) || !CurrentNumber(b, &of_b)) return Unknown("a comparison of two values");
  Solutions all;
  const auto add = [&](Abstract value, double limit, const std::string& way) {
    if (value->Is(AbstractKind::kValues)) {
      Append(&all, One(OrderOp(way), value->path, ChartValue::Float(limit)));
    } else if (way == "gt" || way == "ge") {
      Append(&all, One(AtomOp::kMinLength, Strip(value->args[0])->path,
                       ChartValue::Float(std::floor(limit) + (way == "gt" ? 1 : 0))));
    }
  };
  add(b, of_a, Mirrored(op));
  add(a, of_b, op);
  return all;
}

bool Solver::IsKubeVersion(Abstract value) {
  switch (value->kind) {
    case AbstractKind::kCapabilities:
      return !value->path.empty() && value->path[0] == "KubeVersion";
    case AbstractKind::kFirstTrue:
      return std::any_of(value->args.begin(), value->args.end(),
                         [this](Abstract arg) { return IsKubeVersion(arg); });
    case AbstractKind::kChoice:
      return IsKubeVersion(value->args[1]) || IsKubeVersion(value->args[2]);
    case AbstractKind::kInclude: {
      if (depth_ > kDepth || ++work_ > kWork) return false;
      ++depth_;
      bool is = false;
      for (const TemplateOutput& output : interpreter_.Outputs(value->name, value->args[0])) {
        is = is || IsKubeVersion(output.value);
      }
      --depth_;
      return is;
    }
    case AbstractKind::kCall:
      if (value->name == "same" || value->name == "printf" || value->name == "nonblank" ||
          value->name == "or") {
        return std::any_of(value->args.begin(), value->args.end(),
                           [this](Abstract arg) { return IsKubeVersion(arg); });
      }
      return false;
    default:
      return false;
  }
}

}  // namespace chartlint
