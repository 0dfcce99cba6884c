#include "analyzer/kube/defaults.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "re2/re2.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

// "", 0 and []: what a Go field that is no pointer holds where nothing is written.
bool IsZero(Node value) {
  if (value.IsString()) return value.text().empty();
  if (value.kind() == NodeKind::kInt) return value.AsInt() == 0;
  return value.IsSequence() && value.size() == 0;
}

// `yes` is true, and "true" is a text.
bool IsSame(Node value, Node wanted) {
  return value.kind() == wanted.kind() &&
         (wanted.AsBool() ? value.AsBool() == wanted.AsBool() : value.text() == wanted.text());
}

struct Kind {
  absl::string_view version;  // empty: any
  const DefaultsType* type = nullptr;
};

struct Table {
  std::unique_ptr<Document> document = Document::Parse(DataFile("defaults.yaml"));  // the rest refers into it
  std::deque<DefaultsType> types;
  absl::flat_hash_map<absl::string_view, DefaultsType*> by_name;
  absl::flat_hash_map<std::pair<absl::string_view, absl::string_view>, std::vector<Kind>> kinds;
  std::vector<std::string> mistakes;

  Table();
  const DefaultsType* TypeNamed(Node name);
  DefaultsLine ReadLine(Node node);
  DefaultsCondition ReadCondition(Node field, Node node);
  void Mistake(Node node, absl::string_view what) {
    mistakes.push_back(absl::StrCat("defaults.yaml:", node.begin().line, ": ", what));
  }
};

Table::Table() {
  for (const auto& [name, lines] : document->root()["types"].Entries()) {
    types.emplace_back();
    types.back().id = static_cast<uint32_t>(types.size());
    by_name[name.text()] = &types.back();
  }
  for (const auto& [name, lines] : document->root()["types"].Entries()) {
    for (Node line : lines.Items()) by_name[name.text()]->lines.push_back(ReadLine(line));
  }
  for (Node kind : document->root()["kinds"].Items()) {
    kinds[{kind["group"].text(), kind["kind"].text()}].push_back(
        {kind["version"].text(), TypeNamed(kind["type"])});
  }
}

const DefaultsType* Table::TypeNamed(Node name) {
  const auto found = by_name.find(name.text());
  if (found != by_name.end()) return found->second;
  Mistake(name, absl::StrCat("there is no type '", name.text(), "'"));
  return &types.front();
}

DefaultsLine Table::ReadLine(Node node) {
  using Action = DefaultsLine::Action;
  DefaultsLine line;
  size_t actions = 0;
  for (const auto& [key, value] : node.Entries()) {
    const absl::string_view name = key.text();
    actions +=
        name == "default" || name == "from" || name == "entries_from" || name == "type" || name == "items";
    if (name == "field") {
      line.field = value;
    } else if (name == "default") {
      line.value = value;
    } else if (name == "from" || name == "entries_from") {
      line.action = name == "from" ? Action::kFrom : Action::kEntriesFrom;
      line.from = value.text();
    } else if (name == "type" || name == "items") {
      line.action = name == "type" ? Action::kType : Action::kItems;
      line.type = TypeNamed(value);
    } else if (name == "made") {
      line.made = value.IsTrue();
    } else if (name == "zero") {
      line.zero_is_unset = value.IsTrue();
    } else if (name == "when") {
      for (const auto& [field, condition] : value.Entries())
        line.conditions.push_back(ReadCondition(field, condition));
    } else {
      Mistake(key, absl::StrCat("no key '", name, "'"));
    }
  }
  if (!line.field.IsString()) Mistake(node, "no field");
  if (actions != 1) Mistake(node, "one of default, from, entries_from, type, items is wanted");
  return line;
}

DefaultsCondition Table::ReadCondition(Node field, Node node) {
  using Kind = DefaultsCondition::Kind;
  DefaultsCondition condition;
  condition.field = field.text();
  condition.values = node.Items();
  if (!condition.values.empty()) return condition;
  static constexpr std::pair<absl::string_view, Kind> kWords[] = {{"unset", Kind::kUnset},
                                                                  {"empty", Kind::kEmpty},
                                                                  {"full", Kind::kFull},
                                                                  {"latest", Kind::kLatestImage}};
  const auto word = std::find_if(std::begin(kWords), std::end(kWords),
                                 [&](const auto& known) { return known.first == node.text(); });
  if (word == std::end(kWords)) {
    Mistake(node, "a condition is a list, or one of unset, empty, full, latest");
  } else {
    condition.kind = word->second;
  }
  return condition;
}

const Table& TheTable() {
  static const Table& table = *new Table;  // never destroyed: threads may still read at exit
  return table;
}

}  // namespace

bool DefaultsCondition::Holds(Node mapping) const {
  const Node value = mapping[field];
  switch (kind) {
    case Kind::kOneOf:
      return std::any_of(values.begin(), values.end(), [&](Node wanted) { return IsSame(value, wanted); });
    case Kind::kUnset:
      return value.IsUnset();
    case Kind::kEmpty:
      return value.IsUnset() || IsZero(value);
    case Kind::kFull:
      return !value.IsUnset() && !IsZero(value);
    case Kind::kLatestImage:
      return value.IsString() && IsLatestImage(value.text());
  }
  return false;
}

bool DefaultsLine::IsUnset(Node node) const { return node.IsUnset() || (zero_is_unset && IsZero(node)); }

const DefaultsType* FindDefaults(absl::string_view group, absl::string_view version, absl::string_view kind) {
  const auto found = TheTable().kinds.find({group, kind});
  if (found == TheTable().kinds.end()) return nullptr;
  for (const Kind& candidate : found->second) {
    if (candidate.version.empty() || candidate.version == version) return candidate.type;
  }
  return nullptr;
}

const DefaultsType& PodTemplateDefaults() {
  static const DefaultsType& type = *TheTable().by_name.at("PodTemplate");
  return type;
}

bool IsLatestImage(absl::string_view image) {
  // [domain[:port]/]path[:tag][@digest]. The reference is refused if the name is 64 hexadecimal digits and
  // nothing else.
  static const RE2& reference = *new RE2(
      R"((?:(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?/)?)"
      R"([a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*)"
      R"((?::(\w[\w.-]{0,127}))?(@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?)");
  static const RE2& identifier = *new RE2("[a-f0-9]{64}");
  const re2::StringPiece text(image.data(), image.size());
  re2::StringPiece tag, digest;
  if (!RE2::FullMatch(text, reference, &tag, &digest) || RE2::FullMatch(text, identifier)) return false;
  return tag.empty() ? digest.empty() : tag == "latest";
}

std::vector<std::string> MistakesInDefaults() {
  if (TheTable().document->problem()) return {TheTable().document->problem()->message};
  return TheTable().mistakes;
}

}  // namespace chartlint
