#include "analyzer/variants/value_candidates.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace chartlint {
namespace {

constexpr int kDepth = 4;

// Keys of an item that are filled whatever else it has.
bool IsTellingKey(absl::string_view key) {
  static const auto* const keys = new absl::flat_hash_set<absl::string_view>{
      "name",      "key",  "value",     "host",     "path",  "port",       "secretname",
      "enabled",   "type", "image",     "url",      "hosts", "paths",      "pathtype",
      "mountpath", "size", "namespace", "schedule", "kind",  "apiversion", "disktype"};
  return keys->contains(absl::AsciiStrToLower(key));
}

ChartValue Text(absl::string_view text) { return ChartValue::String(std::string(text)); }
ChartValue ListOf(ChartValue item) { return ChartValue::MakeList({std::move(item)}); }

bool SharesKey(const ChartValue& a, const ChartValue& b) {
  return std::any_of(a.map().begin(), a.map().end(), [&](const ChartValue::Map::value_type& entry) {
    return b.map().count(entry.first) > 0;
  });
}

}  // namespace

std::string LastKey(const KeyPath& path) {
  const auto last =
      std::find_if(path.rbegin(), path.rend(), [](const std::string& key) { return key != kAnyItem; });
  return last == path.rend() ? "x" : *last;
}

void ValueCandidates::Learn(const KeyPath& path, const ChartValue& value) {
  const auto known = learnt_.find(path);
  if (value.IsNull() || std::find(path.begin(), path.end(), kAnyItem) != path.end()) return;
  if (known != learnt_.end() && EqualValues(known->second, value)) return;
  if (times_learnt_[path]++ < 2) learnt_[path] = value;
}

void ValueCandidates::Skip(const KeyPath& path) {
  constexpr int kTimes = 4;
  int& times = skipped_[path];
  times = std::min(times + 1, kTimes);
}

ChartValue ValueCandidates::For(const KeyPath& path, int depth) const {
  const auto learnt = learnt_.find(path);
  if (learnt != learnt_.end()) return learnt->second;
  const auto skipped = skipped_.find(path);
  const size_t skip = skipped == skipped_.end() ? 0 : static_cast<size_t>(skipped->second);
  const ChartValue* current = FindAt(base_, path);
  if (IsTrue(current) && skip == 0) return *current;
  std::vector<ChartValue> seen;
  Candidates(path, current, depth, [&](const std::optional<ChartValue>& value) {
    if (!value.has_value() || !IsTrue(&*value) || !Fits(path, *value)) return false;
    if (std::any_of(seen.begin(), seen.end(), [&](const ChartValue& s) { return EqualValues(s, *value); }))
      return false;
    seen.push_back(*value);
    return seen.size() > skip;
  });
  return seen.empty() ? Text("example") : seen.back();
}

ChartValue ValueCandidates::MapFor(const KeyPath& path, int depth) const {
  ChartValue::Map map;
  const std::set<std::string>* children = reading_.ChildrenOf(path);
  if (children == nullptr) return ChartValue::MakeMap({});
  constexpr size_t kFew = 3;
  for (const std::string& key : *children) {
    if (IsTellingKey(key) || children->size() <= kFew) map[key] = For(Extend(path, key), depth + 1);
  }
  if (map.empty()) map[*children->begin()] = For(Extend(path, *children->begin()), depth + 1);
  return ChartValue::MakeMap(std::move(map));
}

bool ValueCandidates::Ranged(const KeyPath& path, RangeShape shape) const {
  const auto it = reading_.ranges.find(path);
  return it != reading_.ranges.end() && it->second == shape;
}

const ChartValue* ValueCandidates::CommentFor(const KeyPath& path) const {
  const auto it = comments_.blocks.find(path);
  return it == comments_.blocks.end() ? nullptr : &it->second;
}

bool ValueCandidates::Fits(const KeyPath& path, const ChartValue& value) const {
  if (reading_.ChildrenOf(Extend(path, kAnyItem)) != nullptr) {  // its items are maps
    for (const ChartValue& item : value.list()) {
      if (!item.IsMap()) return false;
    }
    for (const auto& entry : value.map()) {
      if (!entry.second.IsMap()) return false;
    }
  }
  if (value.IsString() && reading_.ranges.count(path) > 0) return false;
  if (!value.IsString() && IsTemplateText(path)) return false;
  return schema_.Allows(path, value);
}

bool ValueCandidates::OfLiterals(const KeyPath& path, const Offer& offer) const {
  const auto literals = reading_.literals.find(path);
  if (literals == reading_.literals.end()) return false;
  std::vector<std::pair<std::string, ChartValue>> sorted;
  for (const ChartValue& literal : literals->second) {
    if (IsTrue(&literal) && literal.string_value() != "-")
      sorted.emplace_back(literal.PrintVerbose().value_or(""), literal);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& literal : sorted) {
    if (offer(literal.second)) return true;
  }
  return false;
}

// It is handed to tpl as it is, so it has to be text, whatever it looks like.
bool ValueCandidates::IsTemplateText(const KeyPath& path) const {
  return reading_.given_to_tpl.count(path) > 0 && reading_.asked_for_kind.count(path) == 0 &&
         reading_.ranges.count(path) == 0;
}

bool ValueCandidates::OfTemplateText(const KeyPath& path, const std::string& key, const Offer& offer) const {
  const ChartValue* comment = CommentFor(path);
  if (NamesLabels(key) && offer(Text("example.com/key: value"))) return true;
  const std::optional<ChartValue> named = ValueByName(key, WantedType::kAny);
  if (named.has_value() && offer(Text(OneLineYaml(*named)))) return true;
  if (comment != nullptr && offer(Text(OneLineYaml(*comment)))) return true;
  return offer(ValueByName(key, WantedType::kText)) || offer(Text("example")) ||
         offer(Text("example: value"));
}

// For a value that is an empty string by default.
bool ValueCandidates::OfText(const KeyPath& path, const std::string& key, const Offer& offer) const {
  const auto hint = comments_.hints.find(path);
  if (hint != comments_.hints.end() && absl::StrContains(hint->second, "IP") &&
      absl::StrContains(absl::AsciiStrToLower(key), "host") && offer(Text("192.0.2.10"))) {
    return true;
  }
  const auto scalar = comments_.scalars.find(key);
  if (scalar != comments_.scalars.end() && (scalar->second.IsString() || scalar->second.IsNumber()) &&
      offer(Text(scalar->second.Print().value_or("")))) {
    return true;
  }
  const ChartValue* comment = CommentFor(path);
  if (comment != nullptr && reading_.asked_for_kind.count(path) > 0 && offer(Text(OneLineYaml(*comment))))
    return true;
  if (offer(ValueByName(key, WantedType::kText)) || offer(Text("example"))) return true;
  return comment != nullptr && offer(Text(OneLineYaml(*comment)));
}

bool ValueCandidates::OfItems(const KeyPath& path, const std::string& key, const ChartValue* current,
                              int depth, const Offer& offer) const {
  const KeyPath item_path = Extend(path, kAnyItem);
  const bool is_list = current != nullptr && current->IsList();
  const std::optional<ChartValue> named = ListByName(key);
  std::optional<ChartValue> item;
  if (reading_.ChildrenOf(item_path) != nullptr && depth < kDepth) item = MapFor(item_path, depth);
  if (Ranged(path, RangeShape::kMap) && !is_list) {
    ChartValue value =
        item.value_or(reading_.ranges.count(item_path) == 0 ? Text("value") : For(item_path, depth + 1));
    if (offer(ChartValue::MakeMap({{"example", std::move(value)}}))) return true;
  }
  const bool named_fits = item.has_value() && named.has_value() && !named->list().empty() &&
                          named->list()[0].IsMap() && SharesKey(named->list()[0], *item);
  if (item.has_value() && !named_fits && offer(ListOf(*item))) return true;
  if (offer(named) || offer(ListOf(Text("example")))) return true;
  return item.has_value() && offer(ListOf(*item));
}

void ValueCandidates::Candidates(const KeyPath& path, const ChartValue* current, int depth,
                                 const Offer& offer) const {
  const std::string key = LastKey(path);
  const bool has_children = reading_.ChildrenOf(path) != nullptr;
  const bool ranged = reading_.ranges.count(path) > 0;
  const bool is_item = !path.empty() && path.back() == kAnyItem;
  const bool is_text = current != nullptr && current->IsString();
  const bool is_bool = current != nullptr && current->kind() == ChartValue::Kind::kBool;
  for (const ChartValue& example : examples_) {
    const ChartValue* value = FindAt(example, path);
    if (IsTrue(value) && offer(*value)) return;
  }
  const bool is_list = current != nullptr && current->IsList();
  if (IsTemplateText(path) && OfTemplateText(path, key, offer)) return;
  if (NamesLabels(key) && !is_bool && !is_list && !ranged && !has_children) {
    if (offer(is_text ? Text("example.com/key: value")
                      : ChartValue::MakeMap({{"example.com/key", Text("value")}})))
      return;
  }
  const ChartValue* comment = CommentFor(path);
  if (comment != nullptr && !is_item && !is_text) {
    const bool fits =
        !Ranged(path, RangeShape::kList) || comment->IsList() || (current != nullptr && current->IsMap());
    if (fits && offer(*comment)) return;
  }
  if (offer(schema_.Example(path))) return;
  if (is_bool && offer(ChartValue::Bool(true))) return;
  if (current != nullptr && current->IsNumber() && offer(ValueByName(key, WantedType::kNumber))) return;
  if (!has_children && !ranged && OfLiterals(path, offer)) return;
  if (is_text) {
    if (OfText(path, key, offer)) return;
    if (!has_children && !ranged && reading_.printed_as_yaml.count(path) == 0) return;
  }
  if ((ranged || (current != nullptr && current->IsList())) && OfItems(path, key, current, depth, offer))
    return;
  if (has_children && depth < kDepth && offer(MapFor(path, depth))) return;
  if (is_item && has_children && offer(ChartValue::MakeMap({{"name", Text("example")}}))) return;
  if (current != nullptr && current->IsMap() && offer(ValueByName(key, WantedType::kMap))) return;
  if (reading_.printed_as_yaml.count(path) > 0 && reading_.printed_as_text.count(path) == 0) {
    for (const WantedType type : {WantedType::kAny, WantedType::kMap, WantedType::kList}) {
      if (offer(ValueByName(key, type))) return;
    }
  }
  const auto scalar = comments_.scalars.find(key);
  if (scalar != comments_.scalars.end() && offer(scalar->second)) return;
  if (reading_.printed_as_text.count(path) > 0 && offer(ValueByName(key, WantedType::kText))) return;
  if (offer(ValueByName(key, WantedType::kAny)) || offer(Text("example"))) return;
  if (offer(ValueByName(key, WantedType::kMap))) return;
  offer(ValueByName(key, WantedType::kList));
}

}  // namespace chartlint
