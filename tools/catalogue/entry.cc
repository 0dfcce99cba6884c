#include "tools/catalogue/entry.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace chartlint {
namespace {

// Thrown inside this file only, and turned into a Status by ReadEntry.
struct Refusal {
  int line;  // 0-based, as yaml-cpp counts
  std::string reason;
};

const std::vector<std::string>& RequiredKeys() {
  static const auto* keys = new std::vector<std::string>{
      "id", "title", "severity", "profile", "scope", "rationale", "silent", "remediation"};
  return *keys;
}

const std::vector<std::string>& OptionalKeys() {
  static const auto* keys = new std::vector<std::string>{"parameters", "references", "tags", "precision",
                                                         "security-severity", "found-variants"};
  return *keys;
}

// A mapping by key; refuses repeated, unknown and missing keys.
std::map<std::string, YAML::Node> Fields(const YAML::Node& root) {
  if (!root.IsMap()) throw Refusal{0, "an entry is a mapping"};
  std::map<std::string, YAML::Node> fields;
  for (const auto& pair : root) {
    const std::string key = pair.first.Scalar();
    const int line = pair.first.Mark().line;
    const auto known = [&key](const std::vector<std::string>& keys) {
      return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    if (!known(RequiredKeys()) && !known(OptionalKeys())) {
      throw Refusal{line, absl::StrCat("unknown key '", key, "'; known are ",
                                       absl::StrJoin(RequiredKeys(), ", "), ", ",
                                       absl::StrJoin(OptionalKeys(), ", "))};
    }
    if (!fields.emplace(key, pair.second).second) {
      throw Refusal{line, absl::StrCat("key '", key, "' is there twice")};
    }
  }
  for (const std::string& key : RequiredKeys()) {
    if (fields.count(key) == 0) throw Refusal{0, absl::StrCat("key '", key, "' is missing")};
  }
  return fields;
}

std::string Text(const std::string& key, const YAML::Node& node) {
  if (!node.IsScalar()) throw Refusal{node.Mark().line, absl::StrCat(key, " is a text")};
  std::string text = node.Scalar();
  absl::StripAsciiWhitespace(&text);
  if (text.empty()) throw Refusal{node.Mark().line, absl::StrCat(key, " is empty")};
  return text;
}

std::string OneOf(const std::string& key, const YAML::Node& node,
                  const std::vector<std::string>& allowed) {
  std::string text = Text(key, node);
  if (std::find(allowed.begin(), allowed.end(), text) == allowed.end()) {
    throw Refusal{node.Mark().line, absl::StrCat(key, " is one of ", absl::StrJoin(allowed, ", "),
                                                 ", not '", text, "'")};
  }
  return text;
}

std::vector<std::string> Texts(const std::string& key, const YAML::Node& node) {
  if (!node.IsSequence()) throw Refusal{node.Mark().line, absl::StrCat(key, " is a list")};
  std::vector<std::string> texts;
  for (const YAML::Node& item : node) texts.push_back(Text(key, item));
  return texts;
}

std::vector<std::pair<std::string, std::string>> Parameters(const YAML::Node& node) {
  if (!node.IsMap()) throw Refusal{node.Mark().line, "parameters is a mapping name: default"};
  std::vector<std::pair<std::string, std::string>> parameters;
  for (const auto& pair : node) {
    YAML::Emitter flow;  // lists and mappings on one line, so that a default is one text
    flow.SetMapFormat(YAML::Flow);
    flow.SetSeqFormat(YAML::Flow);
    flow << pair.second;
    const bool scalar = pair.second.IsScalar();
    parameters.emplace_back(pair.first.Scalar(), scalar ? pair.second.Scalar() : flow.c_str());
  }
  return parameters;
}

// The id names the file, and its first word is the folder's name.
void CheckId(absl::string_view path, const YAML::Node& node, CatalogueEntry* entry) {
  const std::vector<std::string> parts = absl::StrSplit(path, '/');
  const int line = node.Mark().line;
  if (parts.size() < 2) throw Refusal{line, "an entry lies in the folder of its family"};
  entry->family = parts[parts.size() - 2];
  entry->id = Text("id", node);
  const absl::string_view name = absl::StripSuffix(parts.back(), ".yaml");
  if (entry->id != name) {
    throw Refusal{line, absl::StrCat("id '", entry->id, "' is not the file's name '", name, "'")};
  }
  if (!absl::StartsWith(entry->id, absl::StrCat(entry->family, "-"))) {
    throw Refusal{line, absl::StrCat("id '", entry->id, "' does not begin with the folder's name '",
                                     entry->family, "-'")};
  }
  for (absl::string_view word : absl::StrSplit(entry->id, '-')) {
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
      return absl::ascii_islower(c) || absl::ascii_isdigit(c);
    });
    if (word.empty() || !plain) throw Refusal{line, "an id is lower case words, joined by '-'"};
  }
}

void CheckSecuritySeverity(const YAML::Node& node, CatalogueEntry* entry) {
  entry->security_severity = Text("security-severity", node);
  double score = 0;
  if (!absl::SimpleAtod(entry->security_severity, &score) || score < 0 || score > 10) {
    throw Refusal{node.Mark().line, "security-severity is a number from 0.0 to 10.0"};
  }
}

CatalogueEntry Convert(absl::string_view path, const YAML::Node& root) {
  CatalogueEntry entry;
  const std::map<std::string, YAML::Node> fields = Fields(root);
  CheckId(path, fields.at("id"), &entry);
  entry.title = Text("title", fields.at("title"));
  if (absl::StrContains(entry.title, '\n')) {
    throw Refusal{fields.at("title").Mark().line, "title is one line"};
  }
  entry.severity = OneOf("severity", fields.at("severity"), {"error", "warning", "note"});
  entry.profile = OneOf("profile", fields.at("profile"), {"default", "strict", "security"});
  entry.scope = OneOf("scope", fields.at("scope"), {"object", "release", "chart", "input"});
  entry.rationale = Text("rationale", fields.at("rationale"));
  entry.silent = Text("silent", fields.at("silent"));
  entry.remediation = Text("remediation", fields.at("remediation"));
  for (const auto& [key, node] : fields) {
    if (key == "parameters") entry.parameters = Parameters(node);
    if (key == "references") entry.references = Texts(key, node);
    if (key == "tags") entry.tags = Texts(key, node);
    if (key == "precision") entry.precision = OneOf(key, node, {"very-high", "high", "medium"});
    if (key == "found-variants") entry.found_variants = OneOf(key, node, {"all", "errors", "none"});
    if (key == "security-severity") CheckSecuritySeverity(node, &entry);
  }
  return entry;
}

}  // namespace

absl::StatusOr<CatalogueEntry> ReadEntry(absl::string_view path, absl::string_view text) {
  const auto refused = [path](int line, absl::string_view reason) {
    return absl::InvalidArgumentError(absl::StrCat(path, ":", line + 1, ": ", reason));
  };
  try {
    return Convert(path, YAML::Load(std::string(text)));
  } catch (const Refusal& refusal) {
    return refused(refusal.line, refusal.reason);
  } catch (const YAML::Exception& error) {
    return refused(std::max(error.mark.line, 0), error.msg);
  }
}

std::string FunctionName(absl::string_view id) {
  std::string name;
  for (absl::string_view word : absl::StrSplit(id, '-')) {
    if (word.empty()) continue;
    name += absl::ascii_toupper(word.front());
    absl::StrAppend(&name, word.substr(1));
  }
  return name;
}

}  // namespace chartlint
