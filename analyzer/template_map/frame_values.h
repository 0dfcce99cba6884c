// What expressions give in a frame of the expanded grammar: hints for the aligner, from the partial
// evaluator.
//
// Every answer may be unknown; what the chart itself changes while rendering is
// (ChartTemplates::WithoutRewritten). Answers are kept for each (expression, frame). Not thread-safe.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_FRAME_VALUES_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_FRAME_VALUES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template/evaluator.h"
#include "analyzer/template_map/frames.h"
#include "analyzer/template_map/grammar.h"

namespace chartlint {

// The known output of an action, stripped of white space at both ends.
struct TextHint {
  bool known = false;
  std::string text;
  std::vector<std::string> lines;  // of a text of several lines: stripped, sorted
};

class FrameValues {
 public:
  // `values`: .Values of each instance, as ChartTemplates::CoalesceValues gives them. All arguments have to
  // outlive this.
  FrameValues(const ChartTemplates& chart, const Grammar& grammar, const Frames& frames,
              std::vector<ChartValue> values, ReleaseFacts release);

  ChartValue Evaluate(const PlacedExpr& placed);
  // The dot of a scope, and of the whole frame ($).
  ChartValue Dot(const TemplateScope* scope, const CompiledBody* body, int32_t frame);
  ChartValue Root(int32_t frame);

  const TextHint& Hint(int32_t node, int32_t frame);
  // Is the edge of a kBranch or kRange node taken? Nullopt: not known.
  std::optional<bool> Taken(const GrammarNode& node, const GrammarEdge& edge, int32_t frame);
  // Elements of a range over a known list or map, in order: key, value. Null: not known.
  using Elements = std::vector<std::pair<ChartValue, ChartValue>>;
  const Elements* Range(int32_t node, int32_t frame);

 private:
  class Variables;

  ChartValue Variable(const TemplateExpr& variable, const PlacedExpr& use);
  ChartValue Declared(const VariableEvent& event, const CompiledBody* body, int32_t frame);
  // Does the way from `from` into the scope of an assignment lead through arms that are taken?
  std::optional<bool> Reached(const TemplateScope* to, const TemplateScope* from, const TemplateScope* use,
                              const CompiledBody* body, int32_t frame);
  std::optional<bool> ArmTaken(const TemplateNode& control, int arm, const CompiledBody* body, int32_t frame);
  // The element frame of a loop around `frame`; -1: not unrolled.
  int32_t ElementFrame(const TemplateNode* range, int32_t frame) const;
  const std::pair<ChartValue, ChartValue>* Element(int32_t element_frame);

  const ChartTemplates& chart_;
  const Grammar& grammar_;
  const Frames& frames_;
  std::vector<ChartValue> values_;
  ReleaseFacts release_;
  Evaluator evaluator_;
  bool enabled_;
  int depth_ = 0;
  absl::flat_hash_map<std::pair<const void*, int32_t>, ChartValue> known_;  // by expression and frame
  absl::flat_hash_map<int32_t, ChartValue> roots_;
  absl::flat_hash_map<int64_t, std::unique_ptr<TextHint>> hints_;
  absl::flat_hash_map<int64_t, std::unique_ptr<Elements>> ranges_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_FRAME_VALUES_H_
