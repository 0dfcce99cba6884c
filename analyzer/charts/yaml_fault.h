// Where a text is no YAML that Helm takes, by our own reader: go-yaml names a line at most, and is up to one off.
//
// Contract
//   The first fault of the first document that has one; nullopt if the reader finds none. Documents are split as in
//   `chartlint` everywhere (input/renders.h). Reads at most kMaxFaultText bytes: nullopt for a larger text.
// Upstream: sigs.k8s.io/yaml; helm pkg/releaseutil/manifest.go (SimpleHead), pkg/chartutil/values.go.
#ifndef CHARTLINT_ANALYZER_CHARTS_YAML_FAULT_H_
#define CHARTLINT_ANALYZER_CHARTS_YAML_FAULT_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace chartlint {

constexpr size_t kMaxFaultText = 8u << 20;

struct YamlFault {
  uint32_t line = 0;       // of the text, 1-based
  uint32_t column = 0;     // in characters, 1-based
  bool is_mapping = true;  // false: it is YAML, but a list or a text
};

// What is to be a mapping of keys, as values.yaml.
std::optional<YamlFault> FindYamlFault(absl::string_view text);
// Objects, as a template renders them: apiVersion, kind, the name and annotations must be strings, too.
std::optional<YamlFault> FindObjectFault(absl::string_view text);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_YAML_FAULT_H_
