// What a YAML scalar means to the Kubernetes API server: kind, value, and the JSON it becomes.
//
// Contract: pure functions of the decoded text and the tag; no state, no allocation unless a string is returned.
// The rules are those of YAML 1.1 as go-yaml v2 reads them, with its habits: `y` and `n` are booleans, underscores vanish
// from numbers, `08` (no octal number) is the float 8, a number too large for a float is a string, sexagesimal numbers and
// dates are strings.
//
// Upstream: go.yaml.in/yaml/v2 resolve.go (resolve, resolveTable), sigs.k8s.io/yaml yaml.go (convertToJSONableObject: keys),
// Go's strconv (ParseInt with base 0, ParseFloat) and encoding/json (number format).
#ifndef CHARTLINT_ANALYZER_YAML_SCALARS_H_
#define CHARTLINT_ANALYZER_YAML_SCALARS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

// kOther: a tag that the decoder does not know; the scalar stays a string.
enum class ScalarTag : uint8_t { kNone, kString, kBool, kInt, kFloat, kNull, kTimestamp, kBinary, kMerge, kOther };

// `tag` in its long form (`tag:yaml.org,2002:int`) or short (`!local`); empty = kNone.
ScalarTag ParseScalarTag(absl::string_view tag);
// For messages: `!!int`; empty for kNone and kOther.
absl::string_view ScalarTagName(ScalarTag tag);

// Kind of an untagged plain scalar.
NodeKind ResolvePlain(absl::string_view text);
// Kind under an explicit tag; nullopt if the decoder refuses the pair (`!!int x`).
std::optional<NodeKind> ResolveTagged(ScalarTag tag, absl::string_view text);

// An integer as the decoder reads it; the range is that of int64 and uint64 together.
struct YamlInteger {
  bool negative = false;
  uint64_t magnitude = 0;
};
std::optional<YamlInteger> ParseYamlInteger(absl::string_view text);
// Any number as a float; infinities and not-a-number included (`.inf`, `.nan`).
std::optional<double> ParseYamlFloat(absl::string_view text);
std::optional<bool> ParseYamlBool(absl::string_view text);
// Content of a `!!binary` scalar (padded base64, line breaks allowed); nullopt if invalid.
std::optional<std::string> DecodeYamlBinary(absl::string_view text);

// The JSON object key that a non-string key becomes: `yes` is "true", `010` is "8", `1e3` is "1000".
// nullopt for kinds and numbers that have none (null, integers above int64).
std::optional<std::string> KeyOfScalar(NodeKind kind, absl::string_view text);
// The JSON text of a number (kInt or kFloat) or boolean; nullopt where JSON has none (`.inf`).
std::optional<std::string> JsonOfScalar(NodeKind kind, absl::string_view text);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_YAML_SCALARS_H_
