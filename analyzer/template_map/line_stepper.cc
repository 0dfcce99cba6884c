#include "analyzer/template_map/line_stepper.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/template_map/step_costs.h"

namespace chartlint {
namespace {

constexpr int kMaxItemsOfOneLine = 4000;
constexpr int kMaxOccurrences = 12;  // of a literal after a gap, within a line
constexpr int kMaxCallDepth = 14;
constexpr size_t kMaxUnrolled = 60;

int64_t PairKey(int32_t a, int32_t b) { return (static_cast<int64_t>(a) << 32) | static_cast<uint32_t>(b); }

absl::string_view Strip(absl::string_view s) { return absl::StripAsciiWhitespace(s); }
bool IsBlank(absl::string_view s) { return Strip(s).empty(); }

float TextCost(absl::string_view stripped) {
  return step_costs::kGapByte *
         static_cast<float>(std::min<size_t>(stripped.size(), step_costs::kCountedBytes));
}

}  // namespace

int32_t LineStepper::State(const LineState& state) {
  const auto inserted = state_ids_.emplace(std::make_pair(PairKey(state.node, state.frame), state.mode),
                                           static_cast<int32_t>(states_.size()));
  if (inserted.second) states_.push_back(state);
  return inserted.first->second;
}

const std::vector<LineTransition>& LineStepper::Step(int32_t state, int32_t line_id, absl::string_view line,
                                                     bool first, bool last) {
  const auto key = std::make_pair(PairKey(state, line_id), static_cast<uint8_t>((first ? 1 : 0) | (last ? 2 : 0)));
  std::unique_ptr<std::vector<LineTransition>>& slot = memo_[key];
  if (slot == nullptr) {
    slot = std::make_unique<std::vector<LineTransition>>();
    Run(LineState(states_[static_cast<size_t>(state)]), line, first, last, slot.get());
  }
  return *slot;
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
    out->push_back({edge.target, frame, taken == std::optional<bool>(false) ? step_costs::kContradiction : 0});
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
  for (LineTransition& t : *out_) {
    if (t.to != to) continue;
    if (t.cost > cost) {
      t.cost = cost;
      t.origin = origin;
    }
    return;
  }
  out_->push_back({to, cost, origin});
}

void LineStepper::Run(const LineState& from, absl::string_view line, bool first, bool last,
                      std::vector<LineTransition>* out) {
  line_ = line;
  last_ = last;
  out_ = out;
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
}

void LineStepper::Expand(const StepItem& item) {
  const GrammarNode& n = grammar_->node(item.node);
  switch (n.kind) {
    case GrammarKind::kText: OnText(item, n); return;
    case GrammarKind::kLineBreak: OnLineBreak(item, n); return;
    case GrammarKind::kGap: OnGap(item, n); return;
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
      if (!replaced) OnGap(item, n);
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
    case GrammarKind::kEnd: OnEnd(item, n); return;
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

// A literal names the line, also after an action of the same template line: `{{ $k }}: {{ $v }}`.
void LineStepper::NoteText(int32_t node, int32_t frame, const GrammarNode& n, LineOrigin* origin) const {
  if (IsBlank(n.text)) return;
  const bool as_action = n.from_action || n.file < 0;
  if (origin->kind == LineOrigin::Kind::kNone) {
    *origin = {node, frame, as_action ? LineOrigin::Kind::kAction : LineOrigin::Kind::kLiteral};
  } else if (origin->kind == LineOrigin::Kind::kAction && !as_action && origin->frame == frame) {
    const GrammarNode& before = grammar_->node(origin->node);
    if (before.line == n.line && before.file == n.file) *origin = {node, frame, LineOrigin::Kind::kLiteral};
  }
}

LineOrigin LineStepper::OriginAfterGap(const StepItem& item, absl::string_view text) const {
  if (item.origin.kind != LineOrigin::Kind::kNone || IsBlank(text)) return item.origin;
  return {item.gap_node, item.gap_frame, LineOrigin::Kind::kAction};
}

void LineStepper::OnText(const StepItem& item, const GrammarNode& n) {
  absl::string_view text = n.text;
  const size_t at = static_cast<size_t>(item.at);
  StepItem next = item;
  next.node = n.next;
  if (item.head) {
    if (absl::StartsWith(text, "---")) text.remove_prefix(3);
    text = absl::StripLeadingAsciiWhitespace(text);
    if (text.empty()) {
      queue_.Push(next);
      return;
    }
  }
  next.head = false;
  next.gap = next.gap_node = next.gap_frame = -1;
  if (item.gap < 0) {
    if (absl::StartsWith(line_.substr(at), text)) {
      NoteText(item.node, item.frame, n, &next.origin);
      next.at += static_cast<int32_t>(text.size());
      queue_.Push(next);
    } else if (last_ && at + text.size() > line_.size() && !IsBlank(text) &&
               line_.substr(at) == absl::StripTrailingAsciiWhitespace(text)) {
      // Helm cuts the white space at a document's end.
      NoteText(item.node, item.frame, n, &next.origin);
      next.at = static_cast<int32_t>(line_.size());
      queue_.Push(next);
    }
    return;
  }
  const size_t gap = static_cast<size_t>(item.gap);
  int count = 0;
  for (size_t q = line_.find(text, at); q != absl::string_view::npos && count < kMaxOccurrences;
       q = line_.find(text, q + 1), ++count) {
    const absl::string_view filled = line_.substr(gap, q - gap);
    StepItem after = next;
    after.origin = OriginAfterGap(item, filled);
    NoteText(item.node, item.frame, n, &after.origin);
    after.cost += GapCost(item, filled);
    after.at = static_cast<int32_t>(q + text.size());
    queue_.Push(after);
  }
}

void LineStepper::OnLineBreak(const StepItem& item, const GrammarNode& n) {
  StepItem next = item;
  next.node = n.next;
  if (item.head) {
    queue_.Push(next);
    return;
  }
  if (item.gap >= 0) {
    const absl::string_view filled = line_.substr(static_cast<size_t>(item.gap));
    Emit(n.next, item.frame, 0, item.cost + GapCost(item, filled), OriginAfterGap(item, filled));
  } else if (static_cast<size_t>(item.at) == line_.size()) {
    Emit(n.next, item.frame, 0, item.cost, item.origin);
  }
  if ((*frames_)[item.frame].trims) {
    next.cost += step_costs::kTrimmedBreak;
    queue_.Push(next);
  }
}

void LineStepper::OnGap(const StepItem& item, const GrammarNode& n) {
  const int32_t size = static_cast<int32_t>(line_.size());
  StepItem next = item;
  if (n.new_line) {
    if (item.gap >= 0) {
      const absl::string_view filled = line_.substr(static_cast<size_t>(item.gap));
      Emit(item.node, item.frame, 2, item.cost + GapCost(item, filled) + step_costs::kSeveralLines,
           OriginAfterGap(item, filled));
    } else if (item.at == size) {
      Emit(item.node, item.frame, 2, item.cost + step_costs::kSeveralLines, item.origin);
    } else if (item.head) {
      next.node = n.next;
      next.cost += step_costs::kHeadNIndent;
      next.gap = item.at;
      next.gap_node = item.node;
      next.gap_frame = item.frame;
      next.head = false;
      queue_.Push(next);
    }
    return;
  }
  int32_t at = item.at;
  float cost = item.cost;
  const bool pads = n.indent > 0 && item.gap < 0 && item.at + n.indent <= size &&
                    IsBlank(line_.substr(static_cast<size_t>(item.at), static_cast<size_t>(n.indent)));
  if (pads) at += n.indent;
  if (item.gap < 0 && n.indent > 0 && n.to_yaml && absl::StartsWith(line_.substr(static_cast<size_t>(at)), " ")) {
    cost += step_costs::kYamlNotAtPad;
  }
  const bool own_gap = item.gap < 0 || n.multi;
  next.node = n.next;
  next.cost = cost;
  next.at = at;
  next.gap = item.gap >= 0 ? item.gap : at;
  next.gap_node = own_gap ? item.node : item.gap_node;
  next.gap_frame = own_gap ? item.frame : item.gap_frame;
  next.head = false;
  queue_.Push(next);  // within the line, or empty
  if (item.head) {
    StepItem empty = item;
    empty.node = n.next;
    empty.cost = cost;
    queue_.Push(empty);
  }
  const absl::string_view filled = line_.substr(static_cast<size_t>(next.gap));
  const float several = n.multi ? step_costs::kSeveralLines : step_costs::kUnlikelySeveralLines;
  Emit(item.node, item.frame, 1, cost + several + InsideCost(item.node, item.frame, filled),
       OriginAfterGap(next, filled));
}

void LineStepper::OnUnknownCall(const StepItem& item, const GrammarNode& n) {
  StepItem next = item;
  next.node = n.next;
  next.cost += step_costs::kUnknownCall;
  if (item.gap < 0) {
    next.gap = item.at;
    next.gap_node = item.node;
    next.gap_frame = item.frame;
  }
  next.head = false;
  queue_.Push(next);
  if (n.new_line) {
    if (item.gap < 0 && static_cast<size_t>(item.at) == line_.size()) {
      Emit(item.node, item.frame, 1, next.cost, item.origin);
    }
    return;
  }
  const absl::string_view filled = line_.substr(static_cast<size_t>(next.gap));
  LineOrigin origin = item.origin;
  if (origin.kind == LineOrigin::Kind::kNone && !IsBlank(filled)) {
    origin = {item.node, item.frame, LineOrigin::Kind::kAction};
  }
  Emit(item.node, item.frame, 1, item.cost + 1 + InsideCost(item.node, item.frame, filled), origin);
}

void LineStepper::OnCall(const StepItem& item, const GrammarNode& n, int32_t entry, int32_t callee) {
  const int32_t size = static_cast<int32_t>(line_.size());
  StepItem next = item;
  next.node = entry;
  next.frame = callee;
  next.cost += step_costs::kCall;
  if (n.new_line) {
    if (item.gap >= 0) {
      const absl::string_view filled = line_.substr(static_cast<size_t>(item.gap));
      Emit(entry, callee, 0, item.cost + GapCost(item, filled) + step_costs::kCall, OriginAfterGap(item, filled));
    } else if (item.at == size) {
      Emit(entry, callee, 0, next.cost, item.origin);
    }
    if (item.head) {
      next.cost = item.cost + step_costs::kEmptyGap;
      queue_.Push(next);
    }
    return;
  }
  if (n.indent > 0 && item.gap < 0 && !item.head) {
    int32_t at = item.at;
    if (n.loose) {
      while (at < size && at < item.at + n.indent && line_[static_cast<size_t>(at)] == ' ') ++at;
    } else {
      if (!IsBlank(line_.substr(static_cast<size_t>(item.at), static_cast<size_t>(n.indent)))) return;
      at = std::min(size, item.at + n.indent);
    }
    next.at = at;
  }
  queue_.Push(next);
}

void LineStepper::OnEnd(const StepItem& item, const GrammarNode&) {
  const Frame& frame = (*frames_)[item.frame];
  if (frame.kind != FrameKind::kTop) {
    StepItem next = item;
    next.node = grammar_->node(frame.call).next;
    next.frame = frame.parent;
    queue_.Push(next);
    return;
  }
  if (item.gap >= 0) {
    const absl::string_view filled = line_.substr(static_cast<size_t>(item.gap));
    Emit(item.node, item.frame, 0, item.cost + GapCost(item, filled), OriginAfterGap(item, filled));
  } else if (static_cast<size_t>(item.at) == line_.size()) {
    Emit(item.node, item.frame, 0, item.cost, item.origin);
  }
}

float LineStepper::GapCost(const StepItem& item, absl::string_view text) {
  const absl::string_view s = Strip(text);
  if (s.empty()) return step_costs::kEmptyGap;
  float cost = step_costs::kGap + TextCost(s);
  const TextHint& hint = values_->Hint(item.gap_node, item.gap_frame);
  if (hint.known) {
    if (s == hint.text) return step_costs::kGapAsKnown;
    if (hint.lines.empty()) cost += step_costs::kGapNotAsKnown;
  }
  const bool quoted = s[0] == '"' || s[0] == '\'' || s[0] == '{';
  if (!quoted && (absl::StrContains(s, ": ") || absl::EndsWith(s, ":"))) cost += step_costs::kGapWithKey;
  return cost;
}

float LineStepper::InsideCost(int32_t node, int32_t frame, absl::string_view text) {
  const absl::string_view s = Strip(text);
  if (s.empty()) return step_costs::kBlankInside;
  const GrammarNode& n = grammar_->node(node);
  float cost = step_costs::kInside + TextCost(s);
  if (!n.multi) cost = cost * 2 + 2;
  const TextHint& hint = values_->Hint(node, frame);
  if (hint.known) {
    const bool found = hint.lines.empty() ? s == hint.text
                                          : std::binary_search(hint.lines.begin(), hint.lines.end(), s);
    if (found) return step_costs::kInsideAsKnown;
    cost += step_costs::kInsideNotAsKnown;
  }
  return cost;
}

}  // namespace chartlint
