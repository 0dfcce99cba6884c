// One rendered line through the expanded grammar: all ways from a position at the line's start to positions
// after it, each with its cost and with what printed the line. A shortest-path search (Dijkstra) over (node,
// frame, byte, gap open?).
//
// Results are kept for each (state, line); `ForgetLines` drops them. Positions at line starts are interned as
// states. Not thread-safe.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_LINE_STEPPER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_LINE_STEPPER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzer/template_map/frame_values.h"
#include "analyzer/template_map/frames.h"
#include "analyzer/template_map/grammar.h"
#include "analyzer/template_map/references.h"
#include "analyzer/template_map/step_queue.h"

namespace chartlint {

// Where a line starts.
struct LineState {
  int32_t node = -1;
  int32_t frame = -1;
  uint8_t mode = 0;  // 0: between lines; 1: inside an action of several lines; 2: at the first of its lines
};

struct LineTransition {
  int32_t to = -1;  // a state
  float cost = 0;
  LineOrigin origin;
};

// An edge out of a node, as the walks over the grammar see it.
struct GrammarStep {
  int32_t node = -1;
  int32_t frame = -1;
  float cost = 0;
};

class LineStepper {
 public:
  LineStepper(Grammar* grammar, Frames* frames, FrameValues* values, References* references)
      : grammar_(grammar), frames_(frames), values_(values), references_(references) {}

  int32_t State(const LineState& state);
  const LineState& state(int32_t id) const { return states_[static_cast<size_t>(id)]; }
  size_t state_count() const { return states_.size(); }

  // Distinct lines are interned by the caller's numbering; equal numbers mean equal texts until ForgetLines.
  // `first`: at the head of a document, where white space is skipped; `last`: its end may be cut off.
  // The result is valid until the next call.
  absl::Span<const LineTransition> Step(int32_t state, int32_t line_id, absl::string_view line, bool first,
                                        bool last);
  void ForgetLines();
  // Positions looked at so far: a measure of the work done.
  uint64_t work() const { return work_; }

  // Edges of kBranch, kRange, kLoop and kBreak nodes.
  const std::vector<GrammarStep>& Edges(int32_t node, int32_t frame);
  // Enters a kCall: entry node and new frame; node -1 when the callee is not known or too deep.
  GrammarStep Enter(int32_t node, int32_t frame);

 private:
  void Run(const LineState& from, absl::string_view line, bool first, bool last);
  void Expand(const StepItem& item);
  void OnText(const StepItem& item, const GrammarNode& n);
  void OnLineBreak(const StepItem& item, const GrammarNode& n);
  void OnGap(const StepItem& item, const GrammarNode& n);
  void OnCall(const StepItem& item, const GrammarNode& n, int32_t entry, int32_t callee);
  void OnUnknownCall(const StepItem& item, const GrammarNode& n);
  void OnEnd(const StepItem& item, const GrammarNode& n);
  void Emit(int32_t node, int32_t frame, uint8_t mode, float cost, const LineOrigin& origin);
  // The origin once the gap of `item` is closed over `text`.
  LineOrigin OriginAfterGap(const StepItem& item, absl::string_view text) const;
  void NoteText(int32_t node, int32_t frame, const GrammarNode& n, LineOrigin* origin) const;
  float GapCost(const StepItem& item, absl::string_view text);
  float InsideCost(int32_t node, int32_t frame, absl::string_view text);

  Grammar* grammar_;
  Frames* frames_;
  FrameValues* values_;
  References* references_;

  std::vector<LineState> states_;
  absl::flat_hash_map<std::pair<int64_t, uint8_t>, int32_t> state_ids_;
  // Results by (state, line) and flags: a range of transitions_.
  absl::flat_hash_map<std::pair<int64_t, uint8_t>, std::pair<uint32_t, uint32_t>> memo_;
  std::vector<LineTransition> transitions_;
  absl::flat_hash_map<int64_t, std::unique_ptr<std::vector<GrammarStep>>> edges_;
  absl::flat_hash_map<int64_t, GrammarStep> calls_;

  StepQueue queue_;
  uint64_t work_ = 0;
  // Of the line under work:
  absl::string_view line_;
  bool last_ = false;
  size_t out_begin_ = 0;  // into transitions_
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_LINE_STEPPER_H_
