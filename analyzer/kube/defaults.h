// The table of what the API server fills in: rules/data/defaults.yaml, compiled into the program and read once.
//
// The table follows the types of the Kubernetes API: a kind has a type, a type has lines that are worked through in their
// order. What a line says is told at the head of the file. A further default is one line there.
// Thread safety: read on first use under the language's own lock, const after. Everything lives as long as the program.
#ifndef CHARTLINT_ANALYZER_KUBE_DEFAULTS_H_
#define CHARTLINT_ANALYZER_KUBE_DEFAULTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct DefaultsType;

struct DefaultsCondition {
  enum class Kind : uint8_t { kOneOf, kUnset, kEmpty, kFull, kLatestImage };
  absl::string_view field;
  Kind kind = Kind::kOneOf;
  std::vector<Node> values;

  // Whether it is true of a mapping, as far as that is filled in.
  bool Holds(Node mapping) const;
};

struct DefaultsLine {
  enum class Action : uint8_t { kDefault, kFrom, kEntriesFrom, kType, kItems };
  Node field;  // its text is the name
  Action action = Action::kDefault;
  Node value;                          // kDefault
  absl::string_view from;              // kFrom, kEntriesFrom: the field beside it
  const DefaultsType* type = nullptr;  // kType, kItems
  bool made = false;                   // kType
  bool zero_is_unset = false;
  std::vector<DefaultsCondition> conditions;  // all of them

  // Whether the field's value is none for the API server.
  bool IsUnset(Node value) const;
};

struct DefaultsType {
  uint32_t id = 0;  // from 1 on
  std::vector<DefaultsLine> lines;
};

// nullptr if nothing is filled in for objects of this kind.
const DefaultsType* FindDefaults(absl::string_view group, absl::string_view version, absl::string_view kind);

// Of a pod template, wherever it stands.
const DefaultsType& PodTemplateDefaults();

// True for an image whose tag is `latest`, or that has neither tag nor digest; false for what is no image reference.
// Upstream: pkg/util/parsers/parsers.go (ParseImageName), distribution/reference (grammar in reference.go, normalize.go).
bool IsLatestImage(absl::string_view image);

// What is wrong with the table, a sentence each; empty if nothing is. For its test.
std::vector<std::string> MistakesInDefaults();

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_DEFAULTS_H_
