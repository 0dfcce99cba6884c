#include "analyzer/variants/key_path.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace chartlint {

std::string PrintKeyPath(const KeyPath& path) {
  std::string text;
  for (const std::string& key : path) {
    if (key == kAnyItem) {
      text += "[0]";
    } else {
      const std::string escaped =
          absl::StrReplaceAll(key, {{"\\", "\\\\"}, {".", "\\."}, {",", "\\,"}, {"=", "\\="}});
      absl::StrAppend(&text, text.empty() ? "" : ".", escaped);
    }
  }
  return text;
}

bool IsPrefix(const KeyPath& prefix, const KeyPath& path) {
  return prefix.size() <= path.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

KeyPath Extend(const KeyPath& path, absl::string_view key) {
  KeyPath longer = path;
  longer.emplace_back(key);
  return longer;
}

std::set<KeyPath> DeepestOf(const std::set<KeyPath>& paths) {
  std::set<KeyPath> deepest;
  for (auto it = paths.begin(); it != paths.end(); ++it) {  // what extends a path follows it
    const auto next = std::next(it);
    if (next == paths.end() || !IsPrefix(*it, *next)) deepest.insert(*it);
  }
  return deepest;
}

const ChartValue* FindAt(const ChartValue& tree, const KeyPath& path) {
  const ChartValue* value = &tree;
  for (const std::string& key : path) {
    if (value->IsMap()) {
      const ChartValue::Map& map = value->map();
      const auto it = key == kAnyItem ? map.begin() : map.find(key);
      if (it == map.end()) return nullptr;
      value = &it->second;
    } else if (value->IsList() && key == kAnyItem && !value->list().empty()) {
      value = &value->list().front();
    } else {
      return nullptr;
    }
  }
  return value;
}

ChartValue WithValueAt(const ChartValue& tree, const KeyPath& path, const ChartValue& value, size_t from) {
  if (from == path.size()) return value;
  ChartValue::Map map = tree.IsMap() ? tree.map() : ChartValue::Map();
  const auto it = map.find(path[from]);
  const ChartValue below = it == map.end() ? ChartValue::Null() : it->second;
  map[path[from]] = WithValueAt(below, path, value, from + 1);
  return ChartValue::MakeMap(std::move(map));
}

bool IsTrue(const ChartValue* value) { return value != nullptr && value->Truth().value_or(true); }

bool EqualValues(const ChartValue& a, const ChartValue& b) {
  if (a.IsNumber() && b.IsNumber()) return a.float_value() == b.float_value();
  return SameValue(a, b);
}

bool PrintAlike(const ChartValue& a, const ChartValue& b) {
  if (EqualValues(a, b)) return true;
  if (a.IsMap() || a.IsList() || b.IsMap() || b.IsList()) return false;
  const auto of_a = a.PrintVerbose();
  const auto of_b = b.PrintVerbose();
  return of_a.has_value() && of_b.has_value() && absl::EqualsIgnoreCase(*of_a, *of_b);
}

}  // namespace chartlint
