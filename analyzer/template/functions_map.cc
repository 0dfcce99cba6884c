#include <string>
#include <utility>

#include "analyzer/template/functions.h"
#include "analyzer/template/value_yaml.h"

namespace chartlint {
namespace {

using Args = FunctionArguments;
using Map = ChartValue::Map;

ChartValue Dict(const Args& a) {
  Map map;
  for (size_t i = 0; i < a.size(); i += 2) {
    const std::optional<std::string> key = a[i].PrintVerbose();
    if (!key.has_value()) return ChartValue();
    map[*key] = i + 1 < a.size() ? a[i + 1] : ChartValue::String("");
  }
  return ChartValue::MakeMap(std::move(map));
}

// get DICT KEY: "" where it is missing.
ChartValue Get(const Args& a) {
  if (!a[0].IsMap() || !a[1].IsString()) return ChartValue();
  const ChartValue value = a[0].Field(a[1].string_value());
  return a[0].map().count(a[1].string_value()) > 0 ? value
                                                   : ChartValue::String("").WithOrigin(value.origin());
}
ChartValue HasKey(const Args& a) {
  if (!a[0].IsMap() || !a[1].IsString()) return ChartValue();
  const auto at = a[0].map().find(a[1].string_value());
  // One that is not known may have been written in a branch that may not have run.
  if (at != a[0].map().end() && !at->second.known()) return ChartValue();
  return ChartValue::Bool(at != a[0].map().end());
}
// The real set changes its argument; the evaluator sees to that where the argument is a variable.
ChartValue Set(const Args& a) {
  if (!a[0].IsMap() || !a[1].IsString()) return ChartValue();
  Map map = a[0].map();
  map[a[1].string_value()] = a[2];
  return ChartValue::MakeMap(std::move(map)).WithOrigin(a[0].origin());
}
ChartValue Unset(const Args& a) {
  if (!a[0].IsMap() || !a[1].IsString()) return ChartValue();
  Map map = a[0].map();
  map.erase(a[1].string_value());
  return ChartValue::MakeMap(std::move(map)).WithOrigin(a[0].origin());
}
ChartValue Keys(const Args& a) {
  ChartValue::List list;  // sprig's order is random; charts sort it
  for (const ChartValue& map : a) {
    if (!map.IsMap()) return ChartValue();
    for (const auto& entry : map.map()) list.push_back(ChartValue::String(entry.first));
  }
  return ChartValue::MakeList(std::move(list));
}
ChartValue Values(const Args& a) {
  if (!a[0].IsMap() || a[0].map().size() > 1) return ChartValue();  // in random order
  ChartValue::List list;
  for (const auto& entry : a[0].map()) list.push_back(entry.second);
  return ChartValue::MakeList(std::move(list));
}
template <bool kKeep>
ChartValue PickOmit(const Args& a) {
  if (!a[0].IsMap()) return ChartValue();
  Map map;
  for (const auto& entry : a[0].map()) {
    bool named = false;
    for (size_t i = 1; i < a.size(); ++i) named = named || a[i].string_value() == entry.first;
    if (named == kKeep) map.insert(entry);
  }
  return ChartValue::MakeMap(std::move(map)).WithOrigin(a[0].origin());
}
ChartValue Pluck(const Args& a) {
  ChartValue::List list;
  for (size_t i = 1; i < a.size(); ++i) {
    if (!a[i].IsMap()) return ChartValue();
    if (a[i].map().count(a[0].string_value()) > 0) list.push_back(a[i].Field(a[0].string_value()));
  }
  return ChartValue::MakeList(std::move(list));
}
// dig KEY... DEFAULT DICT
ChartValue Dig(const Args& a) {
  ChartValue value = a.back();
  for (size_t i = 0; i + 2 < a.size(); ++i) {
    if (!value.IsMap() || !a[i].IsString()) return ChartValue();
    if (value.map().count(a[i].string_value()) == 0) return a[a.size() - 2];
    value = value.Field(a[i].string_value());
  }
  return value;
}

// Entries of nested maps keep the origin of the map they came from.
ChartValue KeepOrigins(const ChartValue& map) {
  if (!map.IsMap() || map.origin() == nullptr) return map;
  Map entries;
  for (const auto& entry : map.map()) entries[entry.first] = KeepOrigins(map.Field(entry.first));
  return ChartValue::MakeMap(std::move(entries));
}
// mergo: an empty value of the winner is filled from the loser, too.
ChartValue MergeInto(const ChartValue& winner, const ChartValue& loser) {
  Map map = winner.map();
  for (const auto& entry : loser.map()) {
    const auto it = map.find(entry.first);
    if (it == map.end()) {
      map.insert(entry);
    } else if (it->second.IsMap() && entry.second.IsMap()) {
      it->second = MergeInto(it->second, entry.second);
    } else if (!it->second.Truth().value_or(true)) {
      it->second = entry.second;
    }
  }
  return ChartValue::MakeMap(std::move(map));
}
ChartValue MergeOver(const ChartValue& base, const ChartValue& over) {
  Map map = base.map();
  for (const auto& entry : over.map()) {
    const auto it = map.find(entry.first);
    if (it != map.end() && it->second.IsMap() && entry.second.IsMap()) {
      it->second = MergeOver(it->second, entry.second);
    } else if (it == map.end() || entry.second.Truth().value_or(true)) {
      map[entry.first] = entry.second;
    }
  }
  return ChartValue::MakeMap(std::move(map));
}
template <ChartValue (*kMerge)(const ChartValue&, const ChartValue&)>
ChartValue Merged(const Args& a) {
  if (!a[0].IsMap()) return ChartValue();
  ChartValue result = KeepOrigins(a[0]);
  for (size_t i = 1; i < a.size(); ++i) {
    if (a[i].IsNull()) continue;  // a nil map
    if (!a[i].IsMap()) return ChartValue();
    result = kMerge(result, KeepOrigins(a[i]));
  }
  return result;
}
ChartValue DeepCopy(const Args& a) { return a[0]; }

ChartValue OfText(std::optional<std::string> text) {
  return text.has_value() ? ChartValue::String(std::move(*text)) : ChartValue();
}
ChartValue ToYaml(const Args& a) { return OfText(WriteYaml(a[0])); }
ChartValue ToJson(const Args& a) { return OfText(WriteJson(a[0], 0)); }
ChartValue ToPrettyJson(const Args& a) { return OfText(WriteJson(a[0], 2)); }
ChartValue FromYaml(const Args& a) {
  if (!a[0].IsString()) return ChartValue();
  std::optional<ChartValue> value = ReadYaml(a[0].string_value(), nullptr);
  if (!value.has_value()) return ChartValue();
  return value->IsNull() ? ChartValue::MakeMap({}) : *std::move(value);
}

}  // namespace

std::vector<NamedFunction> MapFunctions() {
  return {
      {"dict", {Dict, 0, -1, true}},
      {"get", {Get, 2, 2, false}},
      {"hasKey", {HasKey, 2, 2, false}},
      {"set", {Set, 3, 3, true}},
      {"unset", {Unset, 2, 2, false}},
      {"keys", {Keys, 1, -1, false}},
      {"values", {Values, 1, 1, false}},
      {"pick", {PickOmit<true>, 1, -1, false}},
      {"omit", {PickOmit<false>, 1, -1, false}},
      {"pluck", {Pluck, 2, -1, false}},
      {"dig", {Dig, 3, -1, true}},
      {"merge", {Merged<MergeInto>, 1, -1, false}},
      {"mustMerge", {Merged<MergeInto>, 1, -1, false}},
      {"mergeOverwrite", {Merged<MergeOver>, 1, -1, false}},
      {"mustMergeOverwrite", {Merged<MergeOver>, 1, -1, false}},
      {"deepCopy", {DeepCopy, 1, 1, false}},
      {"mustDeepCopy", {DeepCopy, 1, 1, false}},
      {"toYaml", {ToYaml, 1, 1, false}},
      {"mustToYaml", {ToYaml, 1, 1, false}},
      {"toJson", {ToJson, 1, 1, false}},
      {"toRawJson", {ToJson, 1, 1, false}},
      {"mustToJson", {ToJson, 1, 1, false}},
      {"toPrettyJson", {ToPrettyJson, 1, 1, false}},
      {"mustToPrettyJson", {ToPrettyJson, 1, 1, false}},
      {"fromYaml", {FromYaml, 1, 1, false}},
      {"fromJson", {FromYaml, 1, 1, false}},
      {"fromYamlArray", {FromYaml, 1, 1, false}},
      {"fromJsonArray", {FromYaml, 1, 1, false}},
  };
}

}  // namespace chartlint
