#include "analyzer/variants/values_schema.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzer/template/value_yaml.h"
#include "analyzer/variants/value_names.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

const ChartValue* Member(const ChartValue* map, absl::string_view key) {
  if (map == nullptr || !map->IsMap()) return nullptr;
  const auto it = map->map().find(key);
  return it == map->map().end() ? nullptr : &it->second;
}

bool HasType(const ChartValue& value, absl::string_view type) {
  if (type == "string") return value.IsString();
  if (type == "integer" || type == "number") return value.IsNumber();
  if (type == "boolean") return value.kind() == ChartValue::Kind::kBool;
  if (type == "array") return value.IsList();
  if (type == "object") return value.IsMap();
  return type == "null" && value.IsNull();
}

// The schema of an item, or of an entry whose key is free: the first named property stands for all where none
// is free.
const ChartValue* ItemOf(const ChartValue* schema) {
  for (const char* const keyword : {"items", "additionalProperties"}) {
    const ChartValue* item = Member(schema, keyword);
    if (item != nullptr && item->IsMap()) return item;
  }
  const ChartValue* properties = Member(schema, "properties");
  return properties == nullptr || properties->map().empty() ? nullptr : &properties->map().begin()->second;
}

// The first type that is not null.
std::string TypeOf(const ChartValue& schema) {
  const ChartValue* type = Member(&schema, "type");
  if (type == nullptr) return "";
  if (type->IsString()) return type->string_value();
  for (const ChartValue& one : type->list()) {
    if (one.string_value() != "null") return one.string_value();
  }
  return "";
}

}  // namespace

void ValuesSchema::Add(const KeyPath& place, absl::string_view schema_json) {
  const std::optional<ChartValue> schema = ReadYaml(schema_json, nullptr);
  if (schema.has_value() && schema->IsMap()) roots_[place] = *schema;
}

const std::pair<const KeyPath, ChartValue>* ValuesSchema::RootOf(const KeyPath& path) const {
  const std::pair<const KeyPath, ChartValue>* best = nullptr;
  for (const auto& root : roots_) {
    if (IsPrefix(root.first, path) && (best == nullptr || root.first.size() > best->first.size()))
      best = &root;
  }
  return best;
}

const ChartValue* ValuesSchema::Follow(const ChartValue& root, const ChartValue* schema) {
  for (int i = 0; i < 5; ++i) {
    const ChartValue* reference = Member(schema, "$ref");
    if (reference == nullptr || !absl::StartsWith(reference->string_value(), "#/")) break;
    const ChartValue* at = &root;
    for (const absl::string_view step : absl::StrSplit(reference->string_value().substr(2), '/')) {
      at = Member(at, absl::StrReplaceAll(step, {{"~1", "/"}, {"~0", "~"}}));
    }
    schema = at;
  }
  return schema;
}

const ChartValue* ValuesSchema::At(const KeyPath& path) const {
  const auto* root = RootOf(path);
  if (root == nullptr) return nullptr;
  const ChartValue* schema = Follow(root->second, &root->second);
  for (size_t i = root->first.size(); i < path.size() && schema != nullptr; ++i) {
    const ChartValue* more = Member(schema, "additionalProperties");
    if (more != nullptr && !more->IsMap()) more = nullptr;
    const ChartValue* next =
        path[i] == kAnyItem ? ItemOf(schema) : Member(Member(schema, "properties"), path[i]);
    schema = Follow(root->second, next != nullptr ? next : more);
  }
  return schema;
}

std::optional<ChartValue> ValuesSchema::Example(const KeyPath& path) const {
  const ChartValue* schema = At(path);
  if (schema == nullptr) return std::nullopt;
  const auto last =
      std::find_if(path.rbegin(), path.rend(), [](const std::string& key) { return key != kAnyItem; });
  return Make(RootOf(path)->second, schema, last == path.rend() ? "x" : *last, 0);
}

std::optional<ChartValue> ValuesSchema::Make(const ChartValue& root, const ChartValue* schema,
                                             const std::string& key, int depth) {
  schema = Follow(root, schema);
  if (schema == nullptr || !schema->IsMap() || depth > 4) return std::nullopt;
  if (const ChartValue* constant = Member(schema, "const")) return *constant;
  const ChartValue* examples = Member(schema, "examples");
  if (examples != nullptr && !examples->list().empty()) return examples->list()[0];
  const ChartValue* standard = Member(schema, "default");
  if (IsTrue(standard)) return *standard;
  if (const ChartValue* choices = Member(schema, "enum")) {
    for (const ChartValue& choice : choices->list()) {
      if (IsTrue(&choice)) return choice;
    }
  }
  for (const char* const group : {"oneOf", "anyOf", "allOf"}) {
    const ChartValue* parts = Member(schema, group);
    if (parts == nullptr) continue;
    for (const ChartValue& part : parts->list()) {
      if (auto value = Make(root, &part, key, depth + 1)) return value;
    }
  }
  const std::string type = TypeOf(*schema);
  if (type == "string") {
    const ChartValue* pattern = Member(schema, "pattern");
    const std::optional<ChartValue> named = ValueByName(key, WantedType::kText);
    if (pattern == nullptr) return named;
    const RE2 re(pattern->string_value(), RE2::Quiet);
    if (!re.ok() || RE2::PartialMatch(named->string_value(), re)) return named;
    const std::optional<std::string> text = TextMatching(pattern->string_value());
    return text.has_value() ? ChartValue::String(*text) : *named;
  }
  if (type == "integer" || type == "number") {
    const ChartValue* minimum = Member(schema, "minimum");
    return ChartValue::Float(std::max(1.0, minimum == nullptr ? 1.0 : minimum->float_value()));
  }
  if (type == "boolean") return ChartValue::Bool(true);
  if (type == "array") {
    std::optional<ChartValue> item = Make(root, Member(schema, "items"), key, depth + 1);
    if (!item.has_value()) return std::nullopt;
    return ChartValue::MakeList({*item});
  }
  if (type != "object") return std::nullopt;
  ChartValue::Map map;
  const ChartValue* properties = Member(schema, "properties");
  if (const ChartValue* required = Member(schema, "required")) {
    for (const ChartValue& name : required->list()) {
      if (auto value = Make(root, Member(properties, name.string_value()), name.string_value(), depth + 1)) {
        map[name.string_value()] = *value;
      }
    }
  }
  if (map.empty() && properties != nullptr) {
    for (const auto& property : properties->map()) {
      if (auto value = Make(root, &property.second, property.first, depth + 1)) map[property.first] = *value;
      if (map.size() >= 2) break;
    }
  }
  const ChartValue* more = Member(schema, "additionalProperties");
  if (map.empty() && more != nullptr && more->IsMap()) {
    auto value = Make(root, more, key, depth + 1);
    if (!value.has_value() && TypeOf(*more) == "object") value = ChartValue::MakeMap({});
    if (value.has_value()) map["example"] = *value;
  }
  if (map.empty()) return std::nullopt;
  return ChartValue::MakeMap(std::move(map));
}

bool ValuesSchema::Permits(const KeyPath& path) const {
  const auto* root = RootOf(path);
  if (root == nullptr) return true;
  const ChartValue* schema = Follow(root->second, &root->second);
  for (size_t i = root->first.size(); i < path.size() && schema != nullptr; ++i) {
    if (path[i] == kAnyItem) {
      schema = Follow(root->second, ItemOf(schema));
      continue;
    }
    const ChartValue* next = Member(Member(schema, "properties"), path[i]);
    if (next == nullptr) {
      const ChartValue* more = Member(schema, "additionalProperties");
      const bool closed = more != nullptr && more->kind() == ChartValue::Kind::kBool && !more->bool_value();
      const bool open_elsewhere = Member(schema, "patternProperties") != nullptr ||
                                  Member(schema, "$ref") != nullptr || Member(schema, "allOf") != nullptr ||
                                  Member(schema, "anyOf") != nullptr || Member(schema, "oneOf") != nullptr;
      const bool is_global = path[i] == "global" && i == root->first.size();
      if (closed && !open_elsewhere && !is_global) return false;
      next = more != nullptr && more->IsMap() ? more : nullptr;
    }
    schema = Follow(root->second, next);
  }
  return true;
}

std::vector<ChartValue> ValuesSchema::Enum(const KeyPath& path) const {
  const ChartValue* choices = Member(At(path), "enum");
  return choices == nullptr ? std::vector<ChartValue>() : choices->list();
}

bool ValuesSchema::HasDefault(const KeyPath& path, ChartValue* value) const {
  const ChartValue* standard = Member(At(path), "default");
  if (standard != nullptr) *value = *standard;
  return standard != nullptr;
}

bool ValuesSchema::Allows(const KeyPath& path, const ChartValue& value, int depth) const {
  if (roots_.empty()) return true;
  const ChartValue* schema = At(path);
  if (schema != nullptr) {
    if (const ChartValue* type = Member(schema, "type")) {
      bool fits = HasType(value, type->string_value());
      for (const ChartValue& one : type->list()) fits = fits || HasType(value, one.string_value());
      if (!fits) return false;
      const std::vector<ChartValue> choices = Enum(path);
      if (!choices.empty() && std::none_of(choices.begin(), choices.end(),
                                           [&](const ChartValue& c) { return EqualValues(c, value); })) {
        return false;
      }
      const ChartValue* pattern = Member(schema, "pattern");
      if (pattern != nullptr && value.IsString()) {
        const RE2 re(pattern->string_value(), RE2::Quiet);
        if (re.ok() && !RE2::PartialMatch(value.string_value(), re)) return false;
      }
    }
  }
  if (depth >= 3) return true;
  for (const auto& entry : value.map()) {
    if (!Permits(Extend(path, entry.first))) return false;
    if (!Allows(Extend(path, entry.first), entry.second, depth + 1)) return false;
  }
  for (size_t i = 0; i < std::min<size_t>(3, value.list().size()); ++i) {
    if (!Allows(Extend(path, kAnyItem), value.list()[i], depth + 1)) return false;
  }
  return true;
}

}  // namespace chartlint
