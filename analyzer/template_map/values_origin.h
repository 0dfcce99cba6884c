// Which line of which values file a rendered line's value comes from.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_VALUES_ORIGIN_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_VALUES_ORIGIN_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template/value.h"
#include "analyzer/template/value_yaml.h"
#include "analyzer/template_map/frame_values.h"
#include "analyzer/template_map/frames.h"
#include "analyzer/template_map/grammar.h"
#include "analyzer/template_map/template_map.h"

namespace chartlint {

// Keys on the way to the lines of one block of YAML, by indentation. Feed it the block's lines in order.
class BlockPath {
 public:
  struct Step {
    std::string key;
    int index = -1;  // of a list item
  };
  // The steps from the block's root to the key or item on `line`; empty when there is none on it.
  std::vector<Step> Next(absl::string_view line);

 private:
  struct Level {
    size_t column = 0;
    Step step;
  };
  std::vector<Level> levels_;
};

class ValuesOrigin {
 public:
  ValuesOrigin(const ChartTemplates& chart, const Grammar& grammar, const Frames& frames, FrameValues* values,
               const std::vector<ValuesFile>& files);

  // Adds places to lines of one document; `origins` and `places` have one entry for each line.
  void Annotate(const std::vector<absl::string_view>& lines, const std::vector<LineOrigin>& origins,
                std::vector<LinePlace>* places);

 private:
  using Path = std::vector<const ValuesPathStep*>;  // without the root
  // The action that prints the value after a literal `key: ` on the same template line; -1: none.
  int32_t ActionAfter(int32_t text_node) const;
  // Origin of what an action prints; null when it does not come from values.
  ValuesPath OriginOf(int32_t node, int32_t frame);
  // Looks the path up, last file first; `below` is appended where the value is a block.
  bool Find(const ValuesPath& origin, const std::vector<BlockPath::Step>& below, ValuesPlace* place) const;

  const ChartTemplates& chart_;
  const Grammar& grammar_;
  const Frames& frames_;
  FrameValues* values_;
  std::vector<std::pair<std::string, ValuesLines>>
      files_;  // the variant's, in order of precedence, last wins
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_VALUES_ORIGIN_H_
