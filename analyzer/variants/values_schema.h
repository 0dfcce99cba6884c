// What the values.schema.json files of a chart say about a path.
#ifndef CHARTLINT_ANALYZER_VARIANTS_VALUES_SCHEMA_H_
#define CHARTLINT_ANALYZER_VARIANTS_VALUES_SCHEMA_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/variants/key_path.h"

namespace chartlint {

class ValuesSchema {
 public:
  // `place`: where the chart's values lie. A text that is no JSON is passed over.
  void Add(const KeyPath& place, absl::string_view schema_json);

  // The schema of a value, references to the same file followed; null: none.
  const ChartValue* At(const KeyPath& path) const;
  // A value that it allows; `key` helps to choose. Nullopt: none found.
  std::optional<ChartValue> Example(const KeyPath& path) const;
  // Types, enums and patterns, three levels down.
  bool Allows(const KeyPath& path, const ChartValue& value, int depth = 0) const;
  // False: some object on the way takes no further properties and does not name the key.
  bool Permits(const KeyPath& path) const;
  // The values of an enum, in order.
  std::vector<ChartValue> Enum(const KeyPath& path) const;
  bool HasDefault(const KeyPath& path, ChartValue* value) const;

 private:
  const std::pair<const KeyPath, ChartValue>* RootOf(const KeyPath& path) const;
  static const ChartValue* Follow(const ChartValue& root, const ChartValue* schema);
  static std::optional<ChartValue> Make(const ChartValue& root, const ChartValue* schema,
                                        const std::string& key, int depth);

  std::map<KeyPath, ChartValue> roots_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_VALUES_SCHEMA_H_
