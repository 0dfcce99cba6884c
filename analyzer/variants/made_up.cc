#include "analyzer/variants/made_up.h"

#include <algorithm>

namespace chartlint {
namespace {

bool Among(const std::vector<ChartValue>& values, const ChartValue& value) {
  return std::any_of(values.begin(), values.end(),
                     [&](const ChartValue& other) { return PrintAlike(other, value); });
}

}  // namespace

std::set<std::string> MadeUpValues(const Overlay& overlay, const Setting& base, const Reading& reading,
                                   const ValuesSchema& schema, const std::vector<ChartValue>& examples) {
  std::set<std::string> made_up;
  for (const KeyPath& path : LeavesOf(overlay.values)) {
    const ChartValue& value = *FindAt(overlay.values, path);
    if (!IsTrue(&value) || value.kind() == ChartValue::Kind::kBool) continue;
    const auto literals = reading.literals.find(path);
    if (literals != reading.literals.end() && Among(literals->second, value)) continue;
    ChartValue standard;
    if (Among(schema.Enum(path), value) ||
        (schema.HasDefault(path, &standard) && PrintAlike(standard, value)))
      continue;
    const ChartValue* before = FindAt(base.values, path);
    bool known = before != nullptr && EqualValues(*before, value);
    for (const ChartValue& example : examples) {
      const ChartValue* there = FindAt(example, path);
      known = known || (there != nullptr && EqualValues(*there, value));
    }
    if (!known) made_up.insert(PrintKeyPath(path));
  }
  return made_up;
}

}  // namespace chartlint
