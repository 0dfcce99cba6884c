#include "analyzer/template_map/document_starts.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace chartlint {
namespace {

constexpr int kMaxWalk = 60000;      // nodes looked at for the starts of one file
constexpr int kMaxJumpWalk = 20000;  // ... and for jumps
constexpr size_t kJumpPrefix = 8;
constexpr size_t kMaxJumpsOfPrefix = 12;
constexpr float kMaxStartCost = 24;
constexpr int kMaxJumpDepth = 5;

bool InLoop(const TemplateScope* scope) {
  for (; scope != nullptr; scope = scope->parent) {
    if (scope->is_loop) return true;
  }
  return false;
}

// Does any text of the body begin a line with "---"?
bool HoldsSeparator(const TemplateBody& body) {
  for (const TemplateNode* node : body) {
    if (absl::StartsWith(node->text, "---") || absl::StrContains(node->text, "\n---")) return true;
    for (const TemplateBranch& branch : node->branches) {
      if (HoldsSeparator(branch.body)) return true;
    }
  }
  return false;
}

}  // namespace

DocumentStarts::DocumentStarts(const ChartTemplates& chart, Grammar* grammar, Frames* frames,
                               References* references, LineStepper* stepper)
    : grammar_(grammar), frames_(frames), references_(references), stepper_(stepper) {
  for (const ChartTemplates::File& file : chart.files()) {
    for (const TemplateDefinition& definition : file.tree.definitions) {
      definitions_hold_separators_ = definitions_hold_separators_ || HoldsSeparator(definition.body);
    }
  }
}

// Static: follows names, not values. What a computed name or a variable stands for may be any definition.
bool DocumentStarts::MayHoldSeparator(const CompiledBody* body) {
  const auto known = separators_.find(body);
  if (known != separators_.end()) return known->second;
  separators_[body] = false;  // while it is looked at: a recursive include adds nothing
  bool found = false;
  std::vector<int32_t> todo = {body->entry};
  absl::flat_hash_set<int32_t> seen;
  while (!todo.empty() && !found) {
    const int32_t id = todo.back();
    todo.pop_back();
    if (id < 0 || !seen.insert(id).second) continue;
    const GrammarNode& n = grammar_->node(id);
    todo.push_back(n.next);
    for (const GrammarEdge& edge : n.edges) todo.push_back(edge.target);
    if (n.kind == GrammarKind::kText && absl::StartsWith(n.text, "---")) found = true;
    if (n.kind == GrammarKind::kReference && n.multi) found = found || definitions_hold_separators_;
    if (n.kind != GrammarKind::kCall) continue;
    const CompiledBody* callee = n.callee_file >= 0  ? grammar_->File(n.callee_file)
                                 : n.name == nullptr ? grammar_->Definition(n.callee)
                                                     : nullptr;
    if (n.name != nullptr) found = found || definitions_hold_separators_;
    if (callee != nullptr && seen.size() < 5000) found = found || MayHoldSeparator(callee);
  }
  separators_[body] = found;
  return found;
}

const std::vector<DocumentStart>& DocumentStarts::Starts(int32_t top) {
  const auto known = starts_.find(top);
  if (known != starts_.end()) return known->second;
  const int32_t entry = (*frames_)[top].body->entry;
  std::vector<DocumentStart> starts;
  starts.push_back({stepper_->State({entry, top, 0}), 0, 0, false});
  if (MayHoldSeparator((*frames_)[top].body)) {
    using Item = std::tuple<float, int32_t, int32_t, int32_t>;  // cost, order of coming, node, frame
    std::priority_queue<Item, std::vector<Item>, std::greater<Item>> queue;
    absl::flat_hash_set<std::pair<int32_t, int32_t>> seen;
    int32_t count = 0;
    queue.emplace(0.0f, 0, entry, top);
    auto push = [&](float cost, int32_t node, int32_t frame) { queue.emplace(cost, ++count, node, frame); };
    while (!queue.empty() && seen.size() < kMaxWalk) {
      const auto [cost, order, id, frame] = queue.top();
      queue.pop();
      (void)order;
      if (!seen.insert({id, frame}).second) continue;
      const GrammarNode& n = grammar_->node(id);
      switch (n.kind) {
        case GrammarKind::kText:
          if (absl::StartsWith(n.text, "---") && (id != entry || frame != top)) {
            starts.push_back({stepper_->State({id, frame, 0}), std::min(cost, kMaxStartCost), 0, false});
          }
          push(cost, n.next, frame);
          break;
        case GrammarKind::kLineBreak:
        case GrammarKind::kGap:
          push(cost, n.next, frame);
          break;
        case GrammarKind::kReference: {
          push(cost, n.next, frame);
          for (const References::Meaning& meaning : references_->Resolve(id, frame)) {
            if (MayHoldSeparator((*frames_)[meaning.frame].body)) push(cost, meaning.entry, meaning.frame);
          }
          break;
        }
        case GrammarKind::kCall: {
          const GrammarStep callee = stepper_->Enter(id, frame);
          if (callee.node >= 0 && MayHoldSeparator((*frames_)[callee.frame].body)) {
            push(cost, callee.node, callee.frame);
          }
          push(cost, n.next, frame);
          break;
        }
        case GrammarKind::kEnd: {
          const Frame& f = (*frames_)[frame];
          if (f.kind != FrameKind::kTop) push(cost, grammar_->node(f.call).next, f.parent);
          break;
        }
        default:
          for (const GrammarStep& step : stepper_->Edges(id, frame))
            push(cost + step.cost, step.node, step.frame);
      }
    }
    Rank(top, &starts);
  }
  return starts_[top] = std::move(starts);
}

// Source order from the outermost template line to the innermost; elements of a range in their order.
void DocumentStarts::Rank(int32_t top, std::vector<DocumentStart>* starts) const {
  std::vector<std::pair<std::vector<int32_t>, size_t>> keys;
  for (size_t i = 0; i < starts->size(); ++i) {
    const LineState& state = stepper_->state((*starts)[i].state);
    std::vector<int32_t> key;
    const GrammarNode& n = grammar_->node(state.node);
    bool in_loop = InLoop(n.scope);
    key.push_back(n.line);
    for (int32_t f = state.frame; f != top && f >= 0;) {
      const Frame& frame = (*frames_)[f];
      const GrammarNode& call = grammar_->node(frame.call);
      if (frame.kind == FrameKind::kElement) {
        key.push_back(frame.element);
      }
      in_loop = in_loop || InLoop(call.scope);
      key.push_back(call.line);
      f = frame.parent;
    }
    std::reverse(key.begin(), key.end());
    (*starts)[i].in_loop = in_loop;
    if (i == 0) key.assign(1, -1);  // the entry comes before all
    keys.emplace_back(std::move(key), i);
  }
  std::stable_sort(keys.begin(), keys.end());
  for (size_t rank = 0; rank < keys.size(); ++rank)
    (*starts)[keys[rank].second].order = static_cast<int32_t>(rank);
}

void DocumentStarts::IndexJumps(int32_t top) {
  JumpIndex& index = jumps_[top];
  std::vector<std::pair<int32_t, int32_t>> todo = {{(*frames_)[top].body->entry, top}};
  absl::flat_hash_set<std::pair<int32_t, int32_t>> seen;
  auto note = [&](int32_t id, int32_t frame) {
    std::string text;
    for (int32_t t = id; t >= 0 && text.size() < 40 && grammar_->node(t).kind == GrammarKind::kText;
         t = grammar_->node(t).next) {
      text += std::string(grammar_->node(t).text);
    }
    const absl::string_view stripped = absl::StripAsciiWhitespace(text);
    if (stripped.size() < 3) return;
    std::vector<int32_t>& states = index[std::string(stripped.substr(0, kJumpPrefix))];
    if (states.size() < kMaxJumpsOfPrefix) states.push_back(stepper_->State({id, frame, 0}));
  };
  while (!todo.empty() && seen.size() < kMaxJumpWalk) {
    const auto [id, frame] = todo.back();
    todo.pop_back();
    if (!seen.insert({id, frame}).second) continue;
    const GrammarNode& n = grammar_->node(id);
    switch (n.kind) {
      case GrammarKind::kLineBreak:
        note(n.next, frame);
        todo.emplace_back(n.next, frame);
        break;
      case GrammarKind::kText:
      case GrammarKind::kGap:
        todo.emplace_back(n.next, frame);
        break;
      case GrammarKind::kReference:
      case GrammarKind::kCall: {
        todo.emplace_back(n.next, frame);
        if ((*frames_)[frame].depth >= kMaxJumpDepth) break;
        if (n.kind == GrammarKind::kReference) {
          for (const References::Meaning& meaning : references_->Resolve(id, frame)) {
            todo.emplace_back(meaning.entry, meaning.frame);
          }
          break;
        }
        const GrammarStep callee = stepper_->Enter(id, frame);
        if (callee.node < 0) break;
        if (n.new_line) note(callee.node, callee.frame);
        todo.emplace_back(callee.node, callee.frame);
        break;
      }
      case GrammarKind::kEnd: {
        const Frame& f = (*frames_)[frame];
        if (f.kind != FrameKind::kTop) todo.emplace_back(grammar_->node(f.call).next, f.parent);
        break;
      }
      default:
        for (const GrammarStep& step : stepper_->Edges(id, frame)) todo.emplace_back(step.node, step.frame);
    }
  }
}

const std::vector<int32_t>& DocumentStarts::Jumps(int32_t top, absl::string_view line) {
  static const std::vector<int32_t>* const none = new std::vector<int32_t>;
  if (!jumps_.contains(top)) IndexJumps(top);
  const JumpIndex& index = jumps_[top];
  const absl::string_view stripped = absl::StripAsciiWhitespace(line);
  for (size_t length = std::min(kJumpPrefix, stripped.size()); length >= 3; --length) {
    const auto it = index.find(stripped.substr(0, length));
    if (it != index.end()) return it->second;
  }
  return *none;
}

}  // namespace chartlint
