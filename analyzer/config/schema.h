// The keys of `.chartlint.yaml`: one table from which validation, the JSON Schema and the documentation come.
//
// Contract
//   ConfigSchema is the whole file. A key that is not in the table is an error, a value of another type is one, too; so is
//   a key that stands twice. Nothing is passed over in silence: a setting that has no effect is worse than none.
// Lifetime and threads
//   The table lives as long as the program and is never changed. Problems own their texts.
#ifndef CHARTLINT_ANALYZER_CONFIG_SCHEMA_H_
#define CHARTLINT_ANALYZER_CONFIG_SCHEMA_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

enum class ConfigType {
  kString,   // text; a number is refused where it would lose its spelling (`1.30` is 1.3): quote it
  kBool,
  kNumber,   // whole, not negative
  kScalar,   // text, number or boolean
  kChoice,   // one of ConfigKey::choices
  kDate,     // 2026-12-31
  kVersion,  // of a cluster, "1.34" or "1.34.2"
  kAddress,  // of a listener, with a port: ":9090", "127.0.0.1:9090", "9090"
  kObject,   // KIND/NAME
  kPattern,  // RE2
  kRule,     // id of a rule of the catalogue, or of the file itself
  kNewRule,  // id of a rule that the file brings
  kPredicate,  // PredicateSchema; it holds itself
  kAny,      // whatever YAML says
  kMapping,  // the keys that children name
  kMap,      // any keys, values as children[0] says
  kRuleMap,  // rule ids, values as children[0] says
  kParameters,  // rule ids, and below each the parameters that the catalogue names
  kList,     // items as children[0] says
};

struct ConfigKey {
  std::string name;  // empty for the item of a list or a map, and for the whole file
  ConfigType type = ConfigType::kString;
  std::string description;  // one sentence, for people who write the file
  std::vector<std::string> choices;
  std::vector<ConfigKey> children;
  bool required = false;
  std::string fallback = {};             // what holds where the key is not given; empty: nothing does, or it goes without saying
  std::vector<std::string> any_of = {};  // of a mapping: keys of which at least one must be there
  std::string needs = {};                // a key of the same mapping without which this one means nothing

  const ConfigKey* Child(absl::string_view key) const;  // nullptr if there is none
};

const ConfigKey& ConfigSchema();
const ConfigKey& PredicateSchema();

struct ConfigProblem {
  Span span;            // into the file's text
  std::string message;  // lower case, no full stop; ends with the nearest key where there is one
};

// Holds a file against the table; problems in the order of the text.
std::vector<ConfigProblem> ValidateConfig(const Document& document);

// Draft-07, for editors: `# yaml-language-server: $schema=…`.
std::string ConfigSchemaJson();

// The page docs/configuration-keys.md.
std::string ConfigKeysMarkdown();

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CONFIG_SCHEMA_H_
