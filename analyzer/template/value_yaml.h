// YAML and JSON to ChartValue and back, as Helm reads and prints them (sigs.k8s.io/yaml: YAML 1.1 through
// JSON).
//
// Reading never throws and is bounded: depth, number of nodes and the expansion of aliases are limited; a
// text beyond the limits counts as one that does not parse. libyaml stays within the .cc.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_VALUE_YAML_H_
#define CHARTLINT_ANALYZER_TEMPLATE_VALUE_YAML_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/value.h"

namespace chartlint {

// Lines of the keys and items of one values file.
class ValuesLines {
 public:
  // Line of the key (or list item) at `path`, its root not looked at; 0 when the file does not set it. With
  // `longest_prefix`, the line of the deepest step that is there, and *steps says how many steps that are.
  int32_t Find(const std::vector<const ValuesPathStep*>& path, size_t* steps) const;

 private:
  friend class ValueReader;
  struct Entry {
    int32_t line = 0;
    std::map<std::string, uint32_t, std::less<>> keys;  // to entries_
    std::vector<uint32_t> items;
  };
  std::vector<Entry> entries_;  // [0] is the document's root
};

// The first document of `text`; an empty text is null. Nullopt: no YAML, or beyond the limits. *lines may be
// null.
std::optional<ChartValue> ReadYaml(absl::string_view text, ValuesLines* lines);

// As the template function toYaml prints: keys sorted, no line break at the end. Nullopt when anything is
// unknown.
std::optional<std::string> WriteYaml(const ChartValue& value);

// As toJson (indent 0) or toPrettyJson (indent 2) prints. Nullopt when anything is unknown.
std::optional<std::string> WriteJson(const ChartValue& value, int indent);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_VALUE_YAML_H_
