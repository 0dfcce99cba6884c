#include <string>

#include "analyzer/template/functions.h"

namespace chartlint {
namespace {

using Args = FunctionArguments;
using Kind = ChartValue::Kind;

ChartValue Truth(std::optional<bool> truth) {
  return truth.has_value() ? ChartValue::Bool(*truth) : ChartValue();
}

// Go refuses to compare different basic kinds; a render that got past such a line never did, so any answer
// will do.
bool Equal(const ChartValue& a, const ChartValue& b) {
  if (a.IsNumber() && b.IsNumber()) return a.float_value() == b.float_value();
  return SameValue(a, b);
}

ChartValue Eq(const Args& a) {
  for (size_t i = 1; i < a.size(); ++i) {
    if (Equal(a[0], a[i])) return ChartValue::Bool(true);
  }
  return ChartValue::Bool(false);
}
ChartValue Ne(const Args& a) { return ChartValue::Bool(!Equal(a[0], a[1])); }

std::optional<int> Compare(const ChartValue& a, const ChartValue& b) {
  if (a.IsNumber() && b.IsNumber()) {
    return a.float_value() < b.float_value() ? -1 : a.float_value() > b.float_value() ? 1 : 0;
  }
  if (a.IsString() && b.IsString()) return a.string_value().compare(b.string_value());
  return std::nullopt;
}
template <bool (*kTest)(int)>
ChartValue Ordered(const Args& a) {
  const std::optional<int> order = Compare(a[0], a[1]);
  return order.has_value() ? ChartValue::Bool(kTest(*order)) : ChartValue();
}
bool IsLess(int order) { return order < 0; }
bool IsLessOrEqual(int order) { return order <= 0; }
bool IsGreater(int order) { return order > 0; }
bool IsGreaterOrEqual(int order) { return order >= 0; }

ChartValue Not(const Args& a) { return ChartValue::Bool(!*a[0].Truth()); }
ChartValue Empty(const Args& a) { return ChartValue::Bool(!*a[0].Truth()); }

// default FALLBACK VALUE
ChartValue Default(const Args& a) {
  if (a.size() == 1) return a[0];
  const std::optional<bool> truth = a[1].Truth();
  if (!truth.has_value()) return ChartValue().WithOrigin(a[1].origin());
  if (*truth) return a[1];
  return a[0].origin() == nullptr ? a[0].WithOrigin(a[1].origin()) : a[0];
}

ChartValue Coalesce(const Args& a) {
  for (const ChartValue& value : a) {
    const std::optional<bool> truth = value.Truth();
    if (!truth.has_value()) return ChartValue();
    if (*truth) return value;
  }
  return ChartValue::Null();
}

ChartValue Ternary(const Args& a) {
  const std::optional<bool> truth = a[2].Truth();
  return truth.has_value() ? a[*truth ? 0 : 1] : ChartValue();
}

template <bool kAny>
ChartValue AnyAll(const Args& a) {
  for (const ChartValue& value : a) {
    if (*value.Truth() == kAny) return ChartValue::Bool(kAny);
  }
  return ChartValue::Bool(!kAny);
}

const char* KindName(const ChartValue& v) {
  switch (v.kind()) {
    case Kind::kNull:
      return "invalid";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
      return "int";
    case Kind::kFloat:
      return "float64";
    case Kind::kString:
      return "string";
    case Kind::kList:
      return "slice";
    case Kind::kMap:
      return "map";
    default:
      return "";
  }
}
ChartValue KindOf(const Args& a) { return ChartValue::String(KindName(a[0])); }

// Literals are int and what `int64` gives is int64: one kind here, so the answer for that pair stays open.
std::optional<bool> IsKind(const std::string& kind, const ChartValue& v) {
  if (v.kind() == Kind::kInt && (kind == "int" || kind == "int64")) return std::nullopt;
  return kind == KindName(v);
}
ChartValue KindIs(const Args& a) { return Truth(IsKind(a[0].string_value(), a[1])); }

ChartValue TypeOf(const Args& a) {
  if (a[0].IsMap()) return ChartValue::String("map[string]interface {}");
  if (a[0].IsList()) return ChartValue::String("[]interface {}");
  if (a[0].IsNull()) return ChartValue::String("<nil>");
  return KindOf(a);
}
ChartValue TypeIs(const Args& a) {
  const std::string& type = a[0].string_value();
  if (a[1].IsMap() || a[1].IsList() || a[1].IsNull()) {
    return ChartValue::Bool(type == TypeOf({a[1]}).string_value());
  }
  return Truth(IsKind(type, a[1]));
}

ChartValue Required(const Args& a) { return a[1]; }
ChartValue Lookup(const Args&) { return ChartValue::MakeMap({}); }  // offline: an empty map
ChartValue DeepEqual(const Args& a) { return ChartValue::Bool(SameValue(a[0], a[1])); }

}  // namespace

std::vector<NamedFunction> LogicFunctions() {
  return {
      {"eq", {Eq, 2, -1, false}},
      {"ne", {Ne, 2, 2, false}},
      {"lt", {Ordered<IsLess>, 2, 2, false}},
      {"le", {Ordered<IsLessOrEqual>, 2, 2, false}},
      {"gt", {Ordered<IsGreater>, 2, 2, false}},
      {"ge", {Ordered<IsGreaterOrEqual>, 2, 2, false}},
      {"not", {Not, 1, 1, false}},
      {"empty", {Empty, 1, 1, false}},
      {"default", {Default, 1, 2, true}},
      {"coalesce", {Coalesce, 0, -1, true}},
      {"ternary", {Ternary, 3, 3, true}},
      {"any", {AnyAll<true>, 0, -1, false}},
      {"all", {AnyAll<false>, 0, -1, false}},
      {"kindOf", {KindOf, 1, 1, false}},
      {"kindIs", {KindIs, 2, 2, false}},
      {"typeOf", {TypeOf, 1, 1, false}},
      {"typeIs", {TypeIs, 2, 2, false}},
      {"required", {Required, 2, 2, true}},
      {"lookup", {Lookup, 4, 4, true}},
      {"deepEqual", {DeepEqual, 2, 2, false}},
  };
}

}  // namespace chartlint
