#include "analyzer/template_map/aligner.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "analyzer/template_map/step_costs.h"

namespace chartlint {
namespace {

constexpr double kHuge = 1e15;
constexpr double kWindow = 30;      // states worse than the best by more are given up
constexpr size_t kMaxStates = 300;  // of one layer
constexpr uint64_t kFullWork =
    500'000;  // positions looked at for one document; beyond, only the best states go on
constexpr uint64_t kFullWorkOfLine = 2'000;  // ... and so many more for each line
constexpr size_t kFewStates = 12;
constexpr double kTrouble = 2.5;  // a line that costs more may be left out
constexpr double kLost = 14;      // ... more than this: look for another place to go on
constexpr int kWildLines = 4;     // so many lines in a row without a literal: likewise
constexpr double kNoMargin = 99;  // there is no other answer
constexpr double kTie = 1.0;

bool IsBlank(absl::string_view s) { return absl::StripAsciiWhitespace(s).empty(); }

}  // namespace

int32_t Aligner::LineId(absl::string_view line) {
  const auto it = line_ids_.find(line);
  if (it != line_ids_.end()) return it->second;
  const int32_t id = static_cast<int32_t>(line_ids_.size());
  line_ids_.emplace(std::string(line), id);
  return id;
}

void Aligner::ForgetLines() {
  line_ids_.clear();
  stepper_->ForgetLines();
}

void Aligner::Connect(Layer* to, int32_t from, double from_cost, int32_t state, float cost,
                      const LineOrigin& origin, bool skips) {
  const size_t s = static_cast<size_t>(state);
  if (stamp_of_state_.size() <= s) {
    stamp_of_state_.resize(stepper_->state_count() + 64, 0);
    index_of_state_.resize(stamp_of_state_.size(), -1);
  }
  const double total = from_cost + static_cast<double>(cost);
  if (stamp_of_state_[s] != stamp_) {
    stamp_of_state_[s] = stamp_;
    index_of_state_[s] = static_cast<int32_t>(to->states.size());
    to->states.push_back(state);
    to->costs.push_back(total);
  } else {
    double& known = to->costs[static_cast<size_t>(index_of_state_[s])];
    known = std::min(known, total);
  }
  to->arcs.push_back({from, index_of_state_[s], cost, origin, skips});
}

void Aligner::Jump(int32_t top, const Layer& from, int32_t best, absl::string_view line, int32_t line_id,
                   bool last, Layer* to) {
  for (const int32_t state : starts_->Jumps(top, line)) {
    if (std::find(from.states.begin(), from.states.end(), state) != from.states.end()) continue;
    for (const LineTransition& t : stepper_->Step(state, line_id, line, false, last)) {
      if (t.origin.kind != LineOrigin::Kind::kLiteral || t.cost >= 3) continue;
      Connect(to, best, from.costs[static_cast<size_t>(best)], t.to, step_costs::kJump + t.cost, t.origin,
              false);
    }
  }
}

void Aligner::Advance(int32_t top, const Layer& from, absl::string_view line, bool first, bool last,
                      int* wild, Layer* to) {
  ++stamp_;
  by_cost_.resize(from.states.size());
  for (size_t i = 0; i < by_cost_.size(); ++i) by_cost_[i] = static_cast<int32_t>(i);
  auto cost_of = [&](int32_t i) { return from.costs[static_cast<size_t>(i)]; };
  std::sort(by_cost_.begin(), by_cost_.end(),
            [&](int32_t a, int32_t b) { return cost_of(a) != cost_of(b) ? cost_of(a) < cost_of(b) : a < b; });
  const double best = cost_of(by_cost_[0]);
  while (cost_of(by_cost_.back()) > best + kWindow) by_cost_.pop_back();
  const size_t most = stepper_->work() > work_limit_ ? kFewStates : kMaxStates;
  if (!first && by_cost_.size() > most) by_cost_.resize(most);
  const int32_t line_id = LineId(line);
  double reached = kHuge;
  for (const int32_t i : by_cost_) {
    for (const LineTransition& t :
         stepper_->Step(from.states[static_cast<size_t>(i)], line_id, line, first, last)) {
      Connect(to, i, cost_of(i), t.to, t.cost, t.origin, false);
      reached = std::min(reached, cost_of(i) + static_cast<double>(t.cost));
    }
  }
  *wild = reached > best + 0.9 ? *wild + 1 : 0;
  const bool lost = reached > best + kLost;
  const absl::string_view text = absl::StripAsciiWhitespace(line);
  const float skip = step_costs::kSkipLine +
                     0.1f * static_cast<float>(std::min<size_t>(text.size(), step_costs::kCountedBytes));
  if (reached > best + kTrouble && (!text.empty() || lost)) {
    const size_t tries = lost ? 8 : 4;
    for (size_t k = 0; k < by_cost_.size() && k < tries; ++k) {
      const int32_t i = by_cost_[k];
      if (cost_of(i) > best + 3) break;
      Connect(to, i, cost_of(i), from.states[static_cast<size_t>(i)], text.empty() ? 1 : skip, {}, true);
    }
  }
  if ((lost || *wild >= kWildLines) && !text.empty()) Jump(top, from, by_cost_[0], line, line_id, last, to);
}

Alignment Aligner::Align(int32_t top, const std::vector<absl::string_view>& lines, int only) {
  Alignment result;
  result.lines.resize(lines.size());
  const std::vector<DocumentStart> starts = starts_->Starts(top);
  result.start_costs.assign(starts.size(), kHuge);
  size_t count = lines.size();
  while (count > 0 && IsBlank(lines[count - 1])) --count;
  if (count == 0) return result;

  std::vector<Layer> layers(count + 1);  // small ones, nearly always: a few states, a few arcs
  for (Layer& layer : layers) layer.arcs.reserve(4);
  std::vector<size_t> start_of_entry;
  for (size_t i = 0; i < starts.size(); ++i) {
    if (only >= 0 && static_cast<size_t>(only) != i) continue;
    layers[0].states.push_back(starts[i].state);
    layers[0].costs.push_back(static_cast<double>(starts[i].cost));
    start_of_entry.push_back(i);
  }
  work_limit_ = stepper_->work() + kFullWork + kFullWorkOfLine * count;
  int wild = 0;
  for (size_t i = 0; i < count; ++i) {
    Advance(top, layers[i], lines[i], i == 0, i + 1 == count, &wild, &layers[i + 1]);
  }
  result.cost = *std::min_element(layers[count].costs.begin(), layers[count].costs.end());

  // Backwards: what the rest of the document costs from each state.
  std::vector<double> rest(layers[count].states.size(), 0.0);
  for (size_t i = count; i-- > 0;) {
    Judge(layers[i], layers[i + 1], rest, &result.lines[i]);
    std::vector<double> before(layers[i].states.size(), kHuge);
    for (const Arc& arc : layers[i + 1].arcs) {
      double& cost = before[static_cast<size_t>(arc.from)];
      cost = std::min(cost, static_cast<double>(arc.cost) + rest[static_cast<size_t>(arc.to)]);
    }
    rest = std::move(before);
  }
  for (size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] < kHuge) result.start_costs[start_of_entry[i]] = rest[i] + layers[0].costs[i];
  }
  return result;
}

void Aligner::Judge(const Layer& before, const Layer& after, const std::vector<double>& rest,
                    AlignedLine* out) {
  struct Answer {
    PrimaryPlace place = 0;
    double cost = kHuge;
    LineOrigin origin;
    bool skips = false;
  };
  // Origins first, then places: the many arcs share few origins.
  std::vector<Answer> answers;
  for (const Arc& arc : after.arcs) {
    const double cost = before.costs[static_cast<size_t>(arc.from)] + static_cast<double>(arc.cost) +
                        rest[static_cast<size_t>(arc.to)];
    if (cost >= kHuge) continue;
    bool found = false;
    for (Answer& answer : answers) {
      if (!(answer.origin == arc.origin) || answer.skips != arc.skips) continue;
      answer.cost = std::min(answer.cost, cost);
      found = true;
      break;
    }
    if (!found) answers.push_back({0, cost, arc.origin, arc.skips});
  }
  if (answers.empty()) return;
  std::sort(answers.begin(), answers.end(), [](const Answer& a, const Answer& b) { return a.cost < b.cost; });
  out->margin = kNoMargin;
  std::vector<PrimaryPlace> seen;
  for (Answer& answer : answers) {
    answer.place = answer.origin.kind == LineOrigin::Kind::kNone ? -1 : primary_(answer.origin);
    if (std::find(seen.begin(), seen.end(), answer.place) != seen.end()) continue;
    seen.push_back(answer.place);
    const double worse = answer.cost - answers[0].cost;
    if (seen.size() == 1) {
      out->origin = answer.origin;
      out->skipped = answer.skips;
      continue;
    }
    if (seen.size() == 2) out->margin = worse;
    if (worse >= kTie || seen.size() > 4) break;
    if (answer.origin.kind != LineOrigin::Kind::kNone) out->ties.push_back(answer.origin);
  }
}

}  // namespace chartlint
