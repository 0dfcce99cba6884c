// Plausible values by the name of a key: `tolerations`, `serviceAccountName`, `nodePort`.
//
// Addresses and names come from the ranges that are reserved for documentation (192.0.2.0/24, example.com).
#ifndef CHARTLINT_ANALYZER_VARIANTS_VALUE_NAMES_H_
#define CHARTLINT_ANALYZER_VARIANTS_VALUE_NAMES_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "analyzer/template/value.h"

namespace chartlint {

enum class WantedType : uint8_t { kAny, kText, kNumber, kBool, kList, kMap };

bool IsOfType(const ChartValue& value, WantedType type);

// By name, else some value of the type; with kAny nullopt when the name says nothing.
std::optional<ChartValue> ValueByName(absl::string_view key, WantedType type);
// Of a list whose name says what its items are.
std::optional<ChartValue> ListByName(absl::string_view key);
// A name of labels or annotations: keys are free, values are strings.
bool NamesLabels(absl::string_view key);

// A short text that the pattern accepts, of a few that are tried.
std::optional<std::string> TextMatching(absl::string_view pattern);

// As one entry of YAML on one line, good inline and indented: `key: {"a": 1}` or `- "x"`.
std::string OneLineYaml(const ChartValue& value);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_VALUE_NAMES_H_
