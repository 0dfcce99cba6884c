#include <algorithm>
#include <string>
#include <utility>

#include "analyzer/template/functions.h"

namespace chartlint {
namespace {

using Args = FunctionArguments;
using List = ChartValue::List;

ChartValue MakeList(const Args& a) { return ChartValue::MakeList(a); }

ChartValue Len(const Args& a) {
  if (a[0].IsString()) return ChartValue::Int(static_cast<int64_t>(a[0].string_value().size()));
  if (a[0].IsList()) return ChartValue::Int(static_cast<int64_t>(a[0].list().size()));
  if (a[0].IsMap()) return ChartValue::Int(static_cast<int64_t>(a[0].map().size()));
  return ChartValue();
}

// index COLLECTION KEY...
ChartValue Index(const Args& a) {
  ChartValue value = a[0];
  for (size_t i = 1; i < a.size(); ++i) {
    if (value.IsMap() && a[i].IsString()) {
      value = value.Field(a[i].string_value());
    } else if (value.IsList() && a[i].IsNumber() && a[i].int_value() >= 0 &&
               static_cast<size_t>(a[i].int_value()) < value.list().size()) {
      value = value.ItemAt(static_cast<size_t>(a[i].int_value()));
    } else {
      return ChartValue();
    }
  }
  return value;
}

// slice LIST FROM TO
ChartValue Slice(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  const int64_t size = static_cast<int64_t>(a[0].list().size());
  const int64_t from = a.size() > 1 ? a[1].int_value() : 0;
  const int64_t to = a.size() > 2 ? a[2].int_value() : size;
  if (from < 0 || to > size || from > to) return ChartValue();
  return ChartValue::MakeList(List(a[0].list().begin() + from, a[0].list().begin() + to));
}

// Is it there? Unknown items leave "no" open.
std::optional<bool> Holds(const List& list, const ChartValue& wanted) {
  bool open = !wanted.FullyKnown();
  for (const ChartValue& item : list) {
    if (SameValue(item, wanted)) return true;
    if (!item.FullyKnown()) open = true;
  }
  if (open) return std::nullopt;
  return false;
}

ChartValue Has(const Args& a) {
  if (!a[1].IsList()) return a[1].IsNull() ? ChartValue::Bool(false) : ChartValue();
  const std::optional<bool> found = Holds(a[1].list(), a[0]);
  return found.has_value() ? ChartValue::Bool(*found) : ChartValue();
}

ChartValue First(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  return a[0].list().empty() ? ChartValue::Null() : a[0].ItemAt(0);
}
ChartValue Last(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  return a[0].list().empty() ? ChartValue::Null() : a[0].ItemAt(a[0].list().size() - 1);
}
ChartValue Rest(const Args& a) {
  if (!a[0].IsList() || a[0].list().empty()) return ChartValue();
  return ChartValue::MakeList(List(a[0].list().begin() + 1, a[0].list().end()));
}
ChartValue Initial(const Args& a) {
  if (!a[0].IsList() || a[0].list().empty()) return ChartValue();
  return ChartValue::MakeList(List(a[0].list().begin(), a[0].list().end() - 1));
}
ChartValue Reverse(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  return ChartValue::MakeList(List(a[0].list().rbegin(), a[0].list().rend()));
}
ChartValue Append(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  List list = a[0].list();
  list.push_back(a[1]);
  return ChartValue::MakeList(std::move(list));
}
ChartValue Prepend(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  List list = a[0].list();
  list.insert(list.begin(), a[1]);
  return ChartValue::MakeList(std::move(list));
}
ChartValue Concat(const Args& a) {
  List list;
  for (const ChartValue& part : a) {
    if (!part.IsList()) return ChartValue();
    list.insert(list.end(), part.list().begin(), part.list().end());
  }
  return ChartValue::MakeList(std::move(list));
}
ChartValue Uniq(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  List list;
  for (const ChartValue& item : a[0].list()) {
    const std::optional<bool> found = Holds(list, item);
    if (!found.has_value()) return ChartValue();
    if (!*found) list.push_back(item);
  }
  return ChartValue::MakeList(std::move(list));
}
ChartValue Without(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  List list;
  const List unwanted(a.begin() + 1, a.end());
  for (const ChartValue& item : a[0].list()) {
    const std::optional<bool> found = Holds(unwanted, item);
    if (!found.has_value()) return ChartValue();
    if (!*found) list.push_back(item);
  }
  return ChartValue::MakeList(std::move(list));
}
ChartValue Compact(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  List list;
  for (const ChartValue& item : a[0].list()) {
    const std::optional<bool> truth = item.Truth();
    if (!truth.has_value()) return ChartValue();
    if (*truth) list.push_back(item);
  }
  return ChartValue::MakeList(std::move(list));
}
ChartValue SortAlpha(const Args& a) {
  if (!a[0].IsList()) return ChartValue();
  std::vector<std::string> texts;
  for (const ChartValue& item : a[0].list()) {
    const std::optional<std::string> text = item.PrintVerbose();
    if (!text.has_value()) return ChartValue();
    texts.push_back(*text);
  }
  std::sort(texts.begin(), texts.end());
  List list;
  for (std::string& text : texts) list.push_back(ChartValue::String(std::move(text)));
  return ChartValue::MakeList(std::move(list));
}

}  // namespace

std::vector<NamedFunction> CollectionFunctions() {
  return {
      {"list", {MakeList, 0, -1, true}},   {"tuple", {MakeList, 0, -1, true}},
      {"len", {Len, 1, 1, false}},         {"index", {Index, 1, -1, false}},
      {"slice", {Slice, 1, 3, false}},     {"has", {Has, 2, 2, false}},
      {"mustHas", {Has, 2, 2, false}},     {"first", {First, 1, 1, false}},
      {"last", {Last, 1, 1, false}},       {"rest", {Rest, 1, 1, false}},
      {"initial", {Initial, 1, 1, false}}, {"reverse", {Reverse, 1, 1, false}},
      {"append", {Append, 2, 2, true}},    {"mustAppend", {Append, 2, 2, true}},
      {"prepend", {Prepend, 2, 2, true}},  {"mustPrepend", {Prepend, 2, 2, true}},
      {"concat", {Concat, 0, -1, false}},  {"uniq", {Uniq, 1, 1, false}},
      {"mustUniq", {Uniq, 1, 1, false}},   {"without", {Without, 1, -1, false}},
      {"compact", {Compact, 1, 1, false}}, {"sortAlpha", {SortAlpha, 1, 1, false}},
  };
}

}  // namespace chartlint
