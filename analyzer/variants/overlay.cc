#include "analyzer/variants/overlay.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

ChartValue Text(absl::string_view text) { return ChartValue::String(std::string(text)); }

// `now` with `value` at path[from...]; containers that are missing are made in the shape that templates use.
ChartValue WriteInside(const ChartValue* now, const KeyPath& path, size_t from, const ChartValue& value,
                       const ValueCandidates& candidates) {
  if (from == path.size()) return value;
  if (path[from] != kAnyItem) {
    ChartValue::Map map = now != nullptr && now->IsMap() ? now->map() : ChartValue::Map();
    const auto it = map.find(path[from]);
    if (from + 1 == path.size() && value.IsNull()) {
      map.erase(path[from]);
    } else {
      const std::optional<ChartValue> below =
          it == map.end() ? std::nullopt : std::optional<ChartValue>(it->second);
      map[path[from]] = WriteInside(below.has_value() ? &*below : nullptr, path, from + 1, value, candidates);
    }
    return ChartValue::MakeMap(std::move(map));
  }
  const KeyPath here(path.begin(), path.begin() + static_cast<ptrdiff_t>(from));
  ChartValue container = now != nullptr ? *now : ChartValue::Null();
  if (!IsTrue(&container) || (!container.IsList() && !container.IsMap())) container = candidates.For(here);
  if (container.IsMap() && !container.map().empty()) {
    ChartValue::Map map = container.map();
    const ChartValue first = map.begin()->second;
    map.begin()->second = WriteInside(&first, path, from + 1, value, candidates);
    return ChartValue::MakeMap(std::move(map));
  }
  if (container.IsList() && !container.list().empty()) {
    ChartValue::List list = container.list();
    const ChartValue first = list[0];
    list[0] = WriteInside(&first, path, from + 1, value, candidates);
    return ChartValue::MakeList(std::move(list));
  }
  const auto range = candidates.reading().ranges.find(here);
  const ChartValue item = WriteInside(nullptr, path, from + 1, value, candidates);
  if (range != candidates.reading().ranges.end() && range->second == RangeShape::kMap) {
    return ChartValue::MakeMap({{"example", item}});
  }
  return ChartValue::MakeList({item});
}

// "[]" of a map that has entries is its first key.
KeyPath WithKeys(const KeyPath& path, const ChartValue& now) {
  KeyPath named;
  const ChartValue* at = &now;
  for (const std::string& key : path) {
    const bool entry = key == kAnyItem && at != nullptr && at->IsMap() && !at->map().empty();
    named.push_back(entry ? at->map().begin()->first : key);
    at = at == nullptr ? nullptr : FindAt(*at, {named.back()});
  }
  return named;
}

ChartValue Emptied(const ChartValue& now) {
  switch (now.kind()) {
    case ChartValue::Kind::kBool:
      return ChartValue::Bool(false);
    case ChartValue::Kind::kInt:
    case ChartValue::Kind::kFloat:
      return ChartValue::Int(0);
    case ChartValue::Kind::kString:
      return Text("");
    case ChartValue::Kind::kList:
      return ChartValue::MakeList({});
    case ChartValue::Kind::kMap: {
      ChartValue::Map nulls;
      for (const auto& entry : now.map()) nulls[entry.first] = ChartValue::Null();
      return ChartValue::MakeMap(std::move(nulls));
    }
    default:
      return ChartValue::Null();
  }
}

// A literal of a template in the type that the value has.
ChartValue InTypeOf(const ChartValue* now, const ChartValue& literal) {
  if (now == nullptr) return literal;
  if (now->IsString() && !literal.IsString() && !literal.IsNull()) return Text(literal.Print().value_or(""));
  if (now->kind() == ChartValue::Kind::kBool && literal.IsString()) {
    if (literal.string_value() == "true") return ChartValue::Bool(true);
    if (literal.string_value() == "false") return ChartValue::Bool(false);
  }
  return literal;
}

ChartValue OtherThan(const Atom& atom, const ChartValue* now, const ValueCandidates& candidates,
                     std::vector<ChartValue> excluded) {
  excluded.push_back(atom.value);
  const auto allowed = [&excluded](const ChartValue& value) {
    return std::none_of(excluded.begin(), excluded.end(),
                        [&](const ChartValue& e) { return PrintAlike(e, value); });
  };
  for (const ChartValue& choice : candidates.schema().Enum(atom.path)) {
    if (allowed(choice)) return choice;
  }
  if (now != nullptr && now->kind() == ChartValue::Kind::kBool) return ChartValue::Bool(!now->bool_value());
  const auto literals = candidates.reading().literals.find(atom.path);
  if (literals != candidates.reading().literals.end()) {
    std::optional<ChartValue> best;
    for (const ChartValue& literal : literals->second) {
      if (!IsTrue(&literal) || !allowed(literal)) continue;
      if (!best.has_value() || literal.PrintVerbose() < best->PrintVerbose()) best = literal;
    }
    if (best.has_value()) return *best;
  }
  if (now != nullptr && now->IsNumber()) return ChartValue::Float(now->float_value() + 1);
  const ChartValue candidate = candidates.For(atom.path);
  if (allowed(candidate) && !candidate.IsMap() && !candidate.IsList()) return candidate;
  return allowed(Text("example")) ? Text("example") : Text("other");
}

std::optional<ChartValue> OfKind(const Atom& atom, const ChartValue* now, const ValueCandidates& candidates) {
  const std::string& kind = atom.value.string_value();
  const std::string key = LastKey(atom.path);
  if (kind == "invalid") return ChartValue::Null();
  if (kind == "bool") return ChartValue::Bool(true);
  if (kind == "map" || kind == "map[string]interface {}") {
    const ChartValue used = candidates.MapFor(atom.path, 1);
    return used.map().empty() ? ValueByName(key, WantedType::kMap) : used;
  }
  if (kind == "slice" || kind == "[]interface {}") return ValueByName(key, WantedType::kList);
  if (kind == "int" || kind == "int64" || kind == "float64" || kind == "float")
    return ValueByName(key, WantedType::kNumber);
  if (kind != "string") return std::nullopt;
  if (now != nullptr && (now->IsMap() || now->IsList())) {
    const ChartValue whole = candidates.For(atom.path);
    if ((whole.IsMap() || whole.IsList()) && IsTrue(&whole)) return Text(OneLineYaml(whole));
  }
  return ValueByName(key, WantedType::kText);
}

std::optional<ChartValue> Repeated(const Atom& atom, const ChartValue* now,
                                   const ValueCandidates& candidates) {
  constexpr int64_t kItems = 20;
  const int64_t count = std::min(kItems, atom.value.int_value());
  const bool keep = atom.op == AtomOp::kMinLength && IsTrue(now);
  const ChartValue source = keep ? *now : candidates.For(atom.path);
  if (source.IsList() && !source.list().empty()) {
    ChartValue::List list;
    for (int64_t i = 0; i < count; ++i) list.push_back(source.list()[0]);
    return ChartValue::MakeList(std::move(list));
  }
  if (!source.IsMap() || source.map().empty()) return std::nullopt;
  ChartValue::Map map;
  for (int64_t i = 0; i < count; ++i)
    map[absl::StrCat(source.map().begin()->first, i)] = source.map().begin()->second;
  return ChartValue::MakeMap(std::move(map));
}

std::optional<ChartValue> ValueFor(const Atom& atom, const ChartValue* now, const ValueCandidates& candidates,
                                   const std::vector<ChartValue>& excluded) {
  const std::string& text = atom.value.string_value();
  switch (atom.op) {
    case AtomOp::kTrue:
    case AtomOp::kSet:
      return candidates.For(atom.path);
    case AtomOp::kFalse:
      return now == nullptr ? std::nullopt : std::optional<ChartValue>(Emptied(*now));
    case AtomOp::kEqual:
      return InTypeOf(now, atom.value);
    case AtomOp::kNotEqual:
      return OtherThan(atom, now, candidates, excluded);
    case AtomOp::kNotSet:
      return ChartValue::Null();
    case AtomOp::kHolds: {
      ChartValue::List list = now == nullptr ? ChartValue::List() : now->list();
      list.push_back(atom.value);
      return ChartValue::MakeList(std::move(list));
    }
    case AtomOp::kHoldsNot: {
      ChartValue::List list;
      if (now != nullptr) {
        for (const ChartValue& item : now->list()) {
          if (!EqualValues(item, atom.value)) list.push_back(item);
        }
      }
      return ChartValue::MakeList(std::move(list));
    }
    case AtomOp::kGreater:
      return ChartValue::Float(std::floor(atom.value.float_value()) + 1);
    case AtomOp::kAtLeast:
      return ChartValue::Float(std::ceil(atom.value.float_value()));
    case AtomOp::kLess:
      return ChartValue::Float(std::ceil(atom.value.float_value()) - 1);
    case AtomOp::kAtMost:
      return ChartValue::Float(std::floor(atom.value.float_value()));
    case AtomOp::kKind:
      return OfKind(atom, now, candidates);
    case AtomOp::kNotKind:
      if (text != "string") return Text("example");
      if (candidates.reading().ChildrenOf(atom.path) != nullptr) return candidates.MapFor(atom.path, 1);
      if (candidates.reading().ranges.count(atom.path) > 0)
        return ChartValue::MakeList({candidates.For(Extend(atom.path, kAnyItem))});
      return ValueByName(LastKey(atom.path), WantedType::kMap);
    case AtomOp::kContains:
      if (now != nullptr && absl::StrContains(now->string_value(), ','))
        return Text(absl::StrCat(now->string_value(), ",", text));
      return Text(text == "{{" ? "{{ .Release.Name }}" : text.size() > 2 ? text : "a" + text + "b");
    case AtomOp::kBegins:
      return Text(text == "{{" ? "{{ .Release.Name }}" : text + "example");
    case AtomOp::kEnds:
      return Text("example" + text);
    case AtomOp::kContainsNot:
    case AtomOp::kBeginsNot:
    case AtomOp::kEndsNot:
      return Text("example");
    case AtomOp::kMatches: {
      if (now != nullptr && absl::StrContains(now->string_value(), ',')) {  // one more of a list in words
        return Text(absl::StrCat(now->string_value(), ",", TextMatching(text).value_or("")));
      }
      const auto literals = candidates.reading().literals.find(atom.path);
      if (literals != candidates.reading().literals.end()) {
        for (const ChartValue& literal : literals->second) {
          Setting alone;
          alone.values = ChartValue::MakeMap({{"x", literal}});
          if (literal.IsString() && IsTrue(&literal) && Holds({AtomOp::kMatches, {"x"}, atom.value}, alone))
            return literal;
        }
      }
      const std::optional<std::string> match = TextMatching(text);
      return match.has_value() ? std::optional<ChartValue>(Text(*match)) : std::nullopt;
    }
    case AtomOp::kMatchesNot:
      return Text("-invalid example-");
    case AtomOp::kLength:
    case AtomOp::kMinLength:
      return Repeated(atom, now, candidates);
    case AtomOp::kFirstKey:
      return ChartValue::MakeMap({{text, candidates.For(Extend(atom.path, kAnyItem))}});
    default:
      return std::nullopt;
  }
}

// What Helm takes as a release's name, and Kubernetes as a namespace.
bool IsReleaseName(absl::string_view name) {
  constexpr size_t kLongest = 53;
  const auto is_word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !name.empty() && name.size() <= kLongest && is_word(name.front()) && is_word(name.back()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return is_word(c) || c == '-'; });
}

// Versions to try for a condition: a few that many charts tell apart, then those about the numbers that it names.
std::vector<std::string> VersionsFor(absl::string_view constraint) {
  std::vector<std::string> versions = {"1.34.0", "1.30.0", "1.25.0", "1.24.0", "1.22.0",
                                       "1.20.0", "1.18.0", "1.13.0", "1.35.0", "1.40.0"};
  static const RE2* const minor = new RE2(R"(\b1\.(\d{1,3}))");
  re2::StringPiece text(constraint.data(), constraint.size());
  int number = 0;
  while (RE2::FindAndConsume(&text, *minor, &number)) {
    for (const int near : {number, number - 1, number + 1}) {
      if (near >= 0) versions.push_back(absl::StrCat("1.", near, ".0"));
    }
  }
  return versions;
}

bool MakeFlagHold(const Atom& atom, const Setting& now, Overlay* overlay) {
  switch (atom.op) {
    case AtomOp::kApi:
      overlay->api_versions.insert(atom.path[0]);
      return true;
    case AtomOp::kUpgrade:
    case AtomOp::kInstall:
      overlay->is_upgrade = atom.op == AtomOp::kUpgrade;
      return true;
    case AtomOp::kKube:
    case AtomOp::kNotKube:
      for (const std::string& version : VersionsFor(atom.path[0])) {
        if (MeetsVersion(atom.path[0], version) != (atom.op == AtomOp::kKube)) continue;
        if (!now.kube_range.empty() && !MeetsVersion(now.kube_range, version)) continue;
        if (!overlay->kube_version.empty() && overlay->kube_version != version) return false;
        overlay->kube_version = version;
        return true;
      }
      return false;
    default:
      return atom.IsUnknown() || Holds(atom, now);
  }
}

}  // namespace

Setting ApplyOverlay(const Setting& base, const Overlay& overlay) {
  Setting setting = base;
  setting.values = MergeValues(base.values, overlay.values, /*null_deletes=*/true);
  setting.api_versions.insert(overlay.api_versions.begin(), overlay.api_versions.end());
  if (!overlay.kube_version.empty()) setting.kube_version = overlay.kube_version;
  setting.is_upgrade = base.is_upgrade || overlay.is_upgrade;
  return setting;
}

bool MakeHold(const Atom& atom, const Setting& now, const ValueCandidates& candidates,
              const std::vector<ChartValue>& excluded, Overlay* overlay) {
  if (!atom.IsOfValue()) return MakeFlagHold(atom, now, overlay);
  const std::optional<ChartValue> value = ValueFor(atom, FindAt(now.values, atom.path), candidates, excluded);
  return value.has_value() && value->known() && WriteValue(atom.path, *value, now, candidates, overlay);
}

bool WriteValue(const KeyPath& any_path, const ChartValue& value, const Setting& now,
                const ValueCandidates& candidates, Overlay* overlay) {
  const KeyPath path = WithKeys(any_path, now.values);
  if (IsOfRelease(path) && (path.size() != 2 || !IsReleaseName(value.string_value()))) return false;
  if (path.empty() || (!value.IsNull() && !candidates.schema().Permits(path))) return false;
  const auto item = std::find(path.begin(), path.end(), kAnyItem);
  if (item == path.end()) {
    overlay->values = WithValueAt(overlay->values, path, value);
    return true;
  }
  const KeyPath list(path.begin(), item);
  if (list.empty()) return false;
  const ChartValue whole = WriteInside(FindAt(now.values, list), path, list.size(), value, candidates);
  overlay->values = WithValueAt(overlay->values, list, whole);
  return true;
}

}  // namespace chartlint
