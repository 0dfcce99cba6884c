// What each kind of node does with a position in the middle of a line.
#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzer/template_map/line_stepper.h"
#include "analyzer/template_map/step_costs.h"

namespace chartlint {
namespace {

constexpr int kMaxOccurrences = 12;  // of a literal after a gap, within a line

absl::string_view Strip(absl::string_view s) { return absl::StripAsciiWhitespace(s); }
bool IsBlank(absl::string_view s) { return Strip(s).empty(); }

float TextCost(absl::string_view stripped) {
  return step_costs::kGapByte *
         static_cast<float>(std::min<size_t>(stripped.size(), step_costs::kCountedBytes));
}

}  // namespace

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
  if (item.gap < 0 && n.indent > 0 && n.to_yaml &&
      absl::StartsWith(line_.substr(static_cast<size_t>(at)), " ")) {
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
      Emit(entry, callee, 0, item.cost + GapCost(item, filled) + step_costs::kCall,
           OriginAfterGap(item, filled));
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
    const bool found =
        hint.lines.empty() ? s == hint.text : std::binary_search(hint.lines.begin(), hint.lines.end(), s);
    if (found) return step_costs::kInsideAsKnown;
    cost += step_costs::kInsideNotAsKnown;
  }
  return cost;
}

}  // namespace chartlint
