#include "analyzer/template/value.h"

#include <charconv>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

const std::string& EmptyString() {
  static const std::string* const empty = new std::string;
  return *empty;
}

ValuesPath Extend(const ValuesPath& parent, absl::string_view key, int index) {
  if (parent == nullptr) return nullptr;
  return std::make_shared<const ValuesPathStep>(ValuesPathStep{parent, std::string(key), index});
}

}  // namespace

std::string PrintValuesPath(const ValuesPath& path) {
  std::vector<const ValuesPathStep*> steps;
  for (const ValuesPathStep* step = path.get(); step != nullptr && step->parent != nullptr;
       step = step->parent.get()) {
    steps.push_back(step);
  }
  std::string text;
  for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
    if ((*it)->index >= 0) {
      absl::StrAppend(&text, "[", (*it)->index, "]");
    } else {
      absl::StrAppend(&text, text.empty() ? "" : ".", (*it)->key);
    }
  }
  return text;
}

ChartValue ChartValue::Null() {
  ChartValue v;
  v.kind_ = Kind::kNull;
  return v;
}
ChartValue ChartValue::Bool(bool value) {
  ChartValue v;
  v.kind_ = Kind::kBool;
  v.integer_ = value;
  return v;
}
ChartValue ChartValue::Int(int64_t value) {
  ChartValue v;
  v.kind_ = Kind::kInt;
  v.integer_ = value;
  return v;
}
ChartValue ChartValue::Float(double value) {
  ChartValue v;
  v.kind_ = Kind::kFloat;
  v.number_ = value;
  return v;
}
ChartValue ChartValue::String(std::string value) {
  ChartValue v;
  v.kind_ = Kind::kString;
  v.shared_ = std::make_shared<std::string>(std::move(value));
  return v;
}
ChartValue ChartValue::MakeList(List items) {
  ChartValue v;
  v.kind_ = Kind::kList;
  v.shared_ = std::make_shared<List>(std::move(items));
  return v;
}
ChartValue ChartValue::MakeMap(Map entries) {
  ChartValue v;
  v.kind_ = Kind::kMap;
  v.shared_ = std::make_shared<SharedMap>(SharedMap{std::move(entries), false});
  return v;
}

bool ChartValue::FullyKnown() const {
  if (!known()) return false;
  if (kind_ == Kind::kList) {
    for (const ChartValue& item : list()) {
      if (!item.FullyKnown()) return false;
    }
  } else if (kind_ == Kind::kMap) {
    for (const auto& entry : map()) {
      if (!entry.second.FullyKnown()) return false;
    }
  }
  return true;
}

int64_t ChartValue::int_value() const {
  if (kind_ != Kind::kFloat) return kind_ == Kind::kInt ? integer_ : 0;
  return std::fabs(number_) < 9.2e18 ? static_cast<int64_t>(number_) : 0;
}
double ChartValue::float_value() const {
  return kind_ == Kind::kFloat ? number_ : kind_ == Kind::kInt ? static_cast<double>(integer_) : 0;
}
const std::string& ChartValue::string_value() const {
  return kind_ == Kind::kString ? *static_cast<const std::string*>(shared_.get()) : EmptyString();
}
const ChartValue::List& ChartValue::list() const {
  static const List* const empty = new List;
  return kind_ == Kind::kList ? *static_cast<const List*>(shared_.get()) : *empty;
}
const ChartValue::Map& ChartValue::map() const {
  static const Map* const empty = new Map;
  return IsMap() ? static_cast<const SharedMap*>(shared_.get())->entries : *empty;
}

ChartValue::SharedMap* ChartValue::InPlace() const {
  return IsMap() ? static_cast<SharedMap*>(shared_.get()) : nullptr;
}
// True also where it would take too long to tell.
bool ChartValue::MayHold(const void* shared, int depth, int* steps) const {
  constexpr int kDepth = 100;
  if (shared_.get() == shared && shared != nullptr) return true;
  if (!IsMap() && !IsList()) return false;
  if (depth > kDepth || --*steps < 0) return true;
  for (const auto& entry : map()) {
    if (entry.second.MayHold(shared, depth + 1, steps)) return true;
  }
  for (const ChartValue& item : list()) {
    if (item.MayHold(shared, depth + 1, steps)) return true;
  }
  return false;
}
void ChartValue::SetEntry(absl::string_view key, ChartValue value) const {
  SharedMap* const map = InPlace();
  if (map == nullptr) return;
  int steps = 100000;
  map->entries[std::string(key)] = value.MayHold(map, 0, &steps) ? ChartValue() : std::move(value);
}
void ChartValue::EraseEntry(absl::string_view key) const {
  if (SharedMap* const map = InPlace()) map->entries.erase(std::string(key));
}
void ChartValue::Forget() const {
  if (SharedMap* const map = InPlace()) *map = {{}, true};
}

ChartValue ChartValue::OwnCopy() const {
  ChartValue copy;
  if (IsMap()) {
    Map entries;
    for (const auto& entry : map()) entries.emplace_hint(entries.end(), entry.first, entry.second.OwnCopy());
    copy = MakeMap(std::move(entries));
  } else if (IsList()) {
    List items;
    for (const ChartValue& item : list()) items.push_back(item.OwnCopy());
    copy = MakeList(std::move(items));
  } else {
    return *this;
  }
  return copy.WithOrigin(origin_);
}

ChartValue ChartValue::WithOrigin(ValuesPath origin) const {
  ChartValue v = *this;
  v.origin_ = std::move(origin);
  return v;
}

ChartValue ChartValue::Field(absl::string_view key) const {
  ChartValue v = known() ? Null() : ChartValue();
  if (IsMap()) {
    const auto it = map().find(key);
    if (it != map().end()) v = it->second;
  }
  return v.origin_ == nullptr ? v.WithOrigin(Extend(origin_, key, -1)) : v;
}

ChartValue ChartValue::ItemAt(size_t index) const {
  ChartValue v = known() ? Null() : ChartValue();
  if (kind_ == Kind::kList && index < list().size()) v = list()[index];
  return v.origin_ == nullptr ? v.WithOrigin(Extend(origin_, "", static_cast<int>(index))) : v;
}

std::optional<bool> ChartValue::Truth() const {
  switch (kind()) {
    case Kind::kUnknown:
      return std::nullopt;
    case Kind::kNull:
      return false;
    case Kind::kBool:
    case Kind::kInt:
      return integer_ != 0;
    case Kind::kFloat:
      return number_ != 0;
    case Kind::kString:
      return !string_value().empty();
    case Kind::kList:
      return !list().empty();
    case Kind::kMap:
      return !map().empty();
  }
  return std::nullopt;
}

std::string PrintGoFloat(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  char buffer[64];
  const char* const end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  const absl::string_view text(buffer, static_cast<size_t>(end - buffer));
  const size_t e = text.find('e');
  int exponent = 0;
  std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), end, exponent);
  if (value == 0 || (exponent >= -4 && exponent < 6)) {
    char* const fixed_end =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr;
    return std::string(buffer, fixed_end);
  }
  return std::string(text);
}

std::optional<std::string> ChartValue::PrintVerbose() const {
  switch (kind_) {
    case Kind::kNull:
      return "<nil>";
    case Kind::kBool:
      return integer_ != 0 ? "true" : "false";
    case Kind::kInt:
      return absl::StrCat(integer_);
    case Kind::kFloat:
      return PrintGoFloat(number_);
    case Kind::kString:
      return string_value();
    default:
      return std::nullopt;
  }
}

std::optional<std::string> ChartValue::Print() const {
  if (kind_ == Kind::kNull) return std::string();
  return PrintVerbose();
}

bool SameValue(const ChartValue& a, const ChartValue& b) {
  if (a.kind() != b.kind() || !a.known()) return false;
  switch (a.kind()) {
    case ChartValue::Kind::kBool:
      return a.bool_value() == b.bool_value();
    case ChartValue::Kind::kInt:
      return a.int_value() == b.int_value();
    case ChartValue::Kind::kFloat:
      return a.float_value() == b.float_value();
    case ChartValue::Kind::kString:
      return a.string_value() == b.string_value();
    case ChartValue::Kind::kList:
      if (a.list().size() != b.list().size()) return false;
      for (size_t i = 0; i < a.list().size(); ++i) {
        if (!SameValue(a.list()[i], b.list()[i])) return false;
      }
      return true;
    case ChartValue::Kind::kMap: {
      if (a.map().size() != b.map().size()) return false;
      auto it = b.map().begin();
      for (const auto& entry : a.map()) {
        if (entry.first != it->first || !SameValue(entry.second, it->second)) return false;
        ++it;
      }
      return true;
    }
    default:
      return true;
  }
}

ChartValue MergeValues(const ChartValue& base, const ChartValue& over, bool null_deletes) {
  if (!base.IsMap() || !over.IsMap()) return over;
  ChartValue::Map merged = base.map();
  for (const auto& entry : over.map()) {
    const auto it = merged.find(entry.first);
    if (it == merged.end()) {
      merged.insert(entry);
    } else if (entry.second.IsNull() && null_deletes) {
      merged.erase(it);
    } else if (it->second.IsMap() && entry.second.IsMap()) {
      it->second = MergeValues(it->second, entry.second, null_deletes);
    } else {
      it->second = entry.second;
    }
  }
  return ChartValue::MakeMap(std::move(merged)).WithOrigin(base.origin());
}

}  // namespace chartlint
