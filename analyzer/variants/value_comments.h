// Examples that a values.yaml gives in its comments: the commented-out block below or above an empty key, `#
// key: value`.
#ifndef CHARTLINT_ANALYZER_VARIANTS_VALUE_COMMENTS_H_
#define CHARTLINT_ANALYZER_VARIANTS_VALUE_COMMENTS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/variants/key_path.h"

namespace chartlint {

struct ValueComments {
  std::map<KeyPath, ChartValue> blocks;       // lists and maps, for keys that are empty
  std::map<std::string, ChartValue> scalars;  // by the last key: the first that was written
  std::map<KeyPath, std::string> hints;       // the comment above a key whose value is ""

  // `place`: where the chart's values lie. Adds to what is there.
  void Read(const KeyPath& place, absl::string_view values_yaml);

 private:
  void ReadBlock(const std::vector<absl::string_view>& lines, size_t at, const KeyPath& path,
                 absl::string_view value);
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_VALUE_COMMENTS_H_
