// The table of keys as a page for people.

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzer/config/schema.h"

namespace chartlint {
namespace {

std::string Code(absl::string_view text) { return absl::StrCat("`", text, "`"); }

std::string TypeOf(const ConfigKey& key) {
  switch (key.type) {
    case ConfigType::kString: return "text";
    case ConfigType::kBool: return "true or false";
    case ConfigType::kNumber: return "whole number";
    case ConfigType::kScalar: return "text, number, true or false";
    case ConfigType::kChoice:
      return absl::StrJoin(key.choices, ", ", [](std::string* out, const std::string& choice) { out->append(Code(choice)); });
    case ConfigType::kDate: return "date";
    case ConfigType::kVersion: return "version";
    case ConfigType::kAddress: return "address with a port";
    case ConfigType::kObject: return "KIND/NAME";
    case ConfigType::kPattern: return "pattern (RE2)";
    case ConfigType::kRule: return "rule";
    case ConfigType::kNewRule: return "id of a new rule";
    case ConfigType::kPredicate: return "[what must hold](#what-must-hold)";
    case ConfigType::kAny: return "anything";
    case ConfigType::kMapping: return "keys below";
    case ConfigType::kMap: return absl::StrCat("name: ", TypeOf(key.children.front()));
    case ConfigType::kRuleMap: return absl::StrCat("rule: ", TypeOf(key.children.front()));
    case ConfigType::kParameters: return "rule: {parameter: value}";
    case ConfigType::kList: break;
  }
  const ConfigKey& item = key.children.front();
  return item.type == ConfigType::kMapping ? "list, keys of an item below" : absl::StrCat("list of ", TypeOf(item));
}

// What it means, and what it needs.
std::string Remarks(const ConfigKey& key) {
  std::string remarks = key.description;
  if (!key.needs.empty()) absl::StrAppend(&remarks, " Only with ", Code(key.needs), ".");
  if (key.required) return absl::StrCat("**required** ", remarks);
  return remarks;
}

// A pipe would end the cell.
std::string Cell(absl::string_view text) { return absl::StrReplaceAll(text, {{"|", "\\|"}}); }

bool HasKeys(const ConfigKey& key) { return key.type == ConfigType::kMapping && !key.children.empty(); }

void Section(const std::string& path, const std::string& title, const ConfigKey& mapping, std::string* page) {
  absl::StrAppend(page, "\n## ", title, "\n\n");
  if (!mapping.description.empty()) absl::StrAppend(page, mapping.description, "\n\n");
  if (!mapping.any_of.empty()) {
    absl::StrAppend(page, "At least one of ",
                    absl::StrJoin(mapping.any_of, ", ", [](std::string* out, const std::string& name) { out->append(Code(name)); }),
                    " is required.\n\n");
  }
  absl::StrAppend(page, "| key | value | default | meaning |\n| --- | --- | --- | --- |\n");
  for (const ConfigKey& key : mapping.children) {
    absl::StrAppend(page, "| ", Code(key.name), " | ", Cell(TypeOf(key)), " | ", Cell(key.fallback), " | ", Cell(Remarks(key)), " |\n");
  }
  for (const ConfigKey& key : mapping.children) {
    const ConfigKey& inner = key.type == ConfigType::kList || key.type == ConfigType::kMap ? key.children.front() : key;
    if (!HasKeys(inner)) continue;
    const std::string mark = key.type == ConfigType::kList ? "[]" : key.type == ConfigType::kMap ? ".NAME" : "";
    const std::string below = absl::StrCat(path, path.empty() ? "" : ".", key.name, mark);
    Section(below, Code(below), inner, page);
  }
}

}  // namespace

std::string ConfigKeysMarkdown() {
  std::string page =
      "# Keys of the configuration\n\n"
      "Every key that `.chartlint.yaml` may have; others are errors. [Configuration](configuration.md) shows them at work.\n";
  Section("", "The file", ConfigSchema(), &page);
  Section("", "What must hold", PredicateSchema(), &page);
  return page;
}

}  // namespace chartlint
