#include "analyzer/template_map/line_stepper.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/template_map/step_costs.h"

namespace chartlint {
namespace {

constexpr int kMaxItemsOfOneLine = 4000;
constexpr int kMaxCallDepth = 14;
constexpr size_t kMaxUnrolled = 60;

int64_t PairKey(int32_t a, int32_t b) { return (static_cast<int64_t>(a) << 32) | static_cast<uint32_t>(b); }

absl::string_view Strip(absl::string_view s) { return absl::StripAsciiWhitespace(s); }
bool IsBlank(absl::string_view s) { return Strip(s).empty(); }

}  // namespace

int32_t LineStepper::State(const LineState& state) {
  const auto inserted = state_ids_.emplace(std::make_pair(PairKey(state.node, state.frame), state.mode),
                                           static_cast<int32_t>(states_.size()));
  if (inserted.second) states_.push_back(state);
  return inserted.first->second;
}

absl::Span<const LineTransition> LineStepper::Step(int32_t state, int32_t line_id, absl::string_view line,
                                                   bool first, bool last) {
  const auto key =
      std::make_pair(PairKey(state, line_id), static_cast<uint8_t>((first ? 1 : 0) | (last ? 2 : 0)));
  const auto known = memo_.find(key);
  if (known != memo_.end()) {
    return absl::MakeConstSpan(transitions_).subspan(known->second.first, known->second.second);
  }
  out_begin_ = transitions_.size();
  Run(LineState(states_[static_cast<size_t>(state)]), line, first, last);
  const size_t count = transitions_.size() - out_begin_;
  memo_[key] = {static_cast<uint32_t>(out_begin_), static_cast<uint32_t>(count)};
  return absl::MakeConstSpan(transitions_).subspan(out_begin_, count);
}

void LineStepper::ForgetLines() {
  memo_.clear();
  transitions_.clear();
}

const std::vector<GrammarStep>& LineStepper::Edges(int32_t node, int32_t frame) {
  std::unique_ptr<std::vector<GrammarStep>>& slot = edges_[PairKey(node, frame)];
  if (slot != nullptr) return *slot;
  slot = std::make_unique<std::vector<GrammarStep>>();
  std::vector<GrammarStep>* const out = slot.get();
  const GrammarNode& n = grammar_->node(node);
  const Frame f = (*frames_)[frame];
  if (n.kind == GrammarKind::kRange) {
    const FrameValues::Elements* elements = values_->Range(node, frame);
    if (elements != nullptr && !elements->empty() && elements->size() <= kMaxUnrolled) {
      const int32_t count = static_cast<int32_t>(elements->size());
      out->push_back({n.edges[0].target, frames_->Element(frame, node, 0, count), 0});
      out->push_back({n.edges[1].target, frame, step_costs::kContradiction});
      return *out;
    }
  }
  const bool in_element = f.kind == FrameKind::kElement;
  if (n.kind == GrammarKind::kLoop && in_element && grammar_->node(f.call).control == n.control) {
    const bool at_last = f.element + 1 >= f.count;
    out->push_back({n.edges[1].target, f.parent, at_last ? 0 : step_costs::kEarlyLeave});
    if (at_last) {
      out->push_back({n.edges[0].target, frame, step_costs::kContradiction});
    } else {
      out->push_back({n.edges[0].target, frames_->Element(f.parent, f.call, f.element + 1, f.count), 0});
    }
    return *out;
  }
  if (n.kind == GrammarKind::kBreak && in_element) {
    out->push_back({n.edges[0].target, f.parent, 0});
    return *out;
  }
  for (const GrammarEdge& edge : n.edges) {
    const std::optional<bool> taken = values_->Taken(n, edge, frame);
    out->push_back(
        {edge.target, frame, taken == std::optional<bool>(false) ? step_costs::kContradiction : 0});
  }
  return *out;
}

GrammarStep LineStepper::Enter(int32_t node, int32_t frame) {
  const auto it = calls_.find(PairKey(node, frame));
  if (it != calls_.end()) return it->second;
  GrammarStep step;
  const GrammarNode& n = grammar_->node(node);
  const Frame f = (*frames_)[frame];
  if (f.depth < kMaxCallDepth) {
    const CompiledBody* body = nullptr;
    if (n.callee_file >= 0) {
      body = grammar_->File(n.callee_file);
    } else if (n.name != nullptr) {
      const ChartValue name = values_->Evaluate({n.name, n.scope, n.body, f.env});
      if (name.IsString()) body = grammar_->Definition(name.string_value());
    } else {
      body = grammar_->Definition(n.callee);
    }
    if (body != nullptr) {
      step.node = body->entry;
      step.frame = frames_->Call(frame, node, body, f.pad + n.indent, f.trims || n.trims,
                                 {n.argument, n.scope, n.body, f.env});
    }
  }
  calls_[PairKey(node, frame)] = step;
  return step;
}

void LineStepper::Emit(int32_t node, int32_t frame, uint8_t mode, float cost, const LineOrigin& origin) {
  const int32_t to = State({node, frame, mode});
  for (size_t i = out_begin_; i < transitions_.size(); ++i) {
    LineTransition& t = transitions_[i];
    if (t.to != to) continue;
    if (t.cost > cost) {
      t.cost = cost;
      t.origin = origin;
    }
    return;
  }
  transitions_.push_back({to, cost, origin});
}

void LineStepper::Run(const LineState& from, absl::string_view line, bool first, bool last) {
  line_ = line;
  last_ = last;
  queue_.Clear();
  const int32_t size = static_cast<int32_t>(line.size());
  const int32_t pad = (*frames_)[from.frame].pad;
  StepItem item;
  item.node = from.node;
  item.frame = from.frame;
  if (from.mode != 0) {
    const GrammarNode& n = grammar_->node(from.node);
    const int32_t inner_pad = pad + n.indent;
    if (IsBlank(line.substr(0, static_cast<size_t>(inner_pad)))) {
      const int32_t at = std::min(inner_pad, size);
      const absl::string_view text = line.substr(static_cast<size_t>(at));
      LineOrigin origin;
      if (!IsBlank(text)) origin = {from.node, from.frame, LineOrigin::Kind::kAction};
      const float penalty =
          from.mode == 2 && absl::StartsWith(text, " ") && n.to_yaml ? step_costs::kYamlNotAtPad : 0;
      Emit(from.node, from.frame, 1, InsideCost(from.node, from.frame, text) + penalty, origin);
      item.node = n.next;  // or the action ends on this line
      item.cost = penalty;
      item.at = at;
      item.gap = at;
      item.gap_node = from.node;
      item.gap_frame = from.frame;
      item.origin = origin;
      queue_.Push(item);
    }
  } else {
    if (!first && pad > 0) {
      if (!IsBlank(line.substr(0, static_cast<size_t>(pad)))) return;
      item.at = std::min(pad, size);
    }
    item.head = first;
    queue_.Push(item);
  }
  int count = 0;
  while (queue_.Pop(&item) && ++count <= kMaxItemsOfOneLine) Expand(item);
  work_ += static_cast<uint64_t>(count);
}

void LineStepper::Expand(const StepItem& item) {
  const GrammarNode& n = grammar_->node(item.node);
  switch (n.kind) {
    case GrammarKind::kText:
      OnText(item, n);
      return;
    case GrammarKind::kLineBreak:
      OnLineBreak(item, n);
      return;
    case GrammarKind::kGap:
      OnGap(item, n);
      return;
    case GrammarKind::kReference: {
      const std::vector<References::Meaning>& meanings = references_->Resolve(item.node, item.frame);
      bool replaced = false;
      for (const References::Meaning& meaning : meanings) {
        if (meaning.as_call) {
          OnCall(item, n, meaning.entry, meaning.frame);
        } else {
          StepItem next = item;
          next.node = meaning.entry;
          next.frame = meaning.frame;
          queue_.Push(next);
          replaced = true;
        }
      }
      if (replaced) return;
      StepItem opaque = item;
      if (!meanings.empty()) opaque.cost += step_costs::kOpaqueText;
      OnGap(opaque, n);
      return;
    }
    case GrammarKind::kCall: {
      const GrammarStep callee = Enter(item.node, item.frame);
      if (callee.node < 0) {
        OnUnknownCall(item, n);
      } else {
        OnCall(item, n, callee.node, callee.frame);
      }
      return;
    }
    case GrammarKind::kEnd:
      OnEnd(item, n);
      return;
    default:
      for (const GrammarStep& step : Edges(item.node, item.frame)) {
        StepItem next = item;
        next.node = step.node;
        next.frame = step.frame;
        next.cost += step.cost;
        queue_.Push(next);
      }
  }
}

}  // namespace chartlint
