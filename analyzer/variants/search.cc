#include "analyzer/variants/search.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace chartlint {
namespace {

constexpr int kRounds = 12;
constexpr size_t kCandidatesOfRound = 10;
// Renders of one candidate. Many targets bring many troubles, and halving it repeats all of them.
constexpr size_t kTries = 16, kMostTries = 48, kTargetsOfTry = 40;
constexpr int kSameError = 3;
constexpr int kSplits = 5;
constexpr size_t kSolutions = 8;  // kept of a branch
constexpr size_t kSolutionsFound = 16;

}  // namespace

Search::Search(const ChartTemplates& templates, const BranchTable& table, Interpreter* interpreter,
               const Setting& base, ValueCandidates* values, Render render, const SearchLimits& limits)
    : templates_(templates),
      table_(table),
      interpreter_(*interpreter),
      base_(base),
      values_(*values),
      render_(std::move(render)),
      limits_(limits),
      start_(absl::Now()),
      solver_(interpreter, &atoms_, &base),
      builder_(base, atoms_, values),
      records_(table.branches().size()) {}

bool Search::Exhausted() {
  if (absl::Now() - start_ > limits_.time_limit) stopped_ = true;
  return stopped_ || renders_ >= limits_.max_renders;
}

std::optional<SearchOutcome> Search::RenderOne(const Candidate& candidate) {
  ++renders_;
  std::optional<SearchOutcome> outcome = render_(candidate.overlay);
  if (!outcome.has_value()) stopped_ = true;
  if (outcome.has_value() && !outcome->render.ok) {
    const RenderErrorKind kind = outcome->render.error.kind;
    if (kind == RenderErrorKind::kTimeout || kind == RenderErrorKind::kCrash) repeatable_ = false;
  }
  return outcome;
}

void Search::Run(const std::vector<BranchId>& targets, const std::set<BranchId>& reached) {
  reached_ = reached;
  if (!RunBase()) return;
  ReadGuards();
  for (int round = 0; round < kRounds && !Exhausted(); ++round) {
    if (!RunRound(targets)) break;
  }
}

bool Search::RunBase() {
  Candidate candidate = builder_.Empty();
  std::optional<SearchOutcome> outcome = RenderOne(candidate);
  constexpr int kBaseTries = 12;
  for (int i = 0; i < kBaseTries && outcome.has_value() && !outcome->render.ok; ++i) {
    if (!base_failed_) base_error_ = outcome->render.error;
    base_failed_ = true;
    ++errors_met_[absl::StrCat("base: ", RenderErrorKindName(outcome->render.error.kind))];
    MaybeCandidate mended = Mend(candidate, *outcome);
    if (!mended.has_value()) return false;
    candidate = *std::move(mended);
    outcome = RenderOne(candidate);
  }
  if (!outcome.has_value() || !outcome->render.ok) return false;
  base_repairs_ = candidate.repairs;
  for (Repair& repair : base_repairs_) repair.soft = true;
  Succeed(std::move(candidate), *std::move(outcome));
  return true;
}

size_t Search::SolutionsLimit() { return kSolutions; }

const std::vector<Solution>& Search::SolutionsOf(BranchId branch) {
  BranchRecord& record = records_[static_cast<size_t>(branch)];
  if (record.solved) return record.solutions;
  record.solved = true;
  solver_.SetCurrent(&base_);
  solver_.TakeReasons();
  std::vector<Solution> all;
  for (const PathStep* visit : interpreter_.reading().visits[static_cast<size_t>(branch)]) {
    for (const Solver::Conditions& conditions : solver_.Expand(visit)) {
      for (Solution& solution : solver_.SolveAll(conditions)) {
        if (std::find(all.begin(), all.end(), solution) == all.end()) all.push_back(std::move(solution));
      }
      if (all.size() >= kSolutionsFound) break;
    }
    if (all.size() >= kSolutionsFound) break;
  }
  std::vector<std::pair<std::pair<int, size_t>, size_t>> order;
  for (size_t i = 0; i < all.size(); ++i) order.push_back({{solver_.Cost(all[i]), all[i].size()}, i});
  std::sort(order.begin(), order.end());
  for (const auto& entry : order) {
    if (record.solutions.size() < kSolutions) record.solutions.push_back(std::move(all[entry.second]));
  }
  record.reasons = solver_.TakeReasons();
  return record.solutions;
}

// False: there is nothing left to try.
bool Search::RunRound(const std::vector<BranchId>& targets) {
  std::vector<Target> todo;
  for (const BranchId branch : targets) {
    if (reached_.count(branch) > 0) continue;
    const std::vector<Solution>& solutions = SolutionsOf(branch);
    const size_t tried = static_cast<size_t>(records_[static_cast<size_t>(branch)].tried);
    if (tried < solutions.size()) todo.push_back({branch, solutions[tried]});
    if (Exhausted()) return false;
  }
  if (todo.empty()) return false;
  std::stable_sort(todo.begin(), todo.end(),
                   [](const Target& a, const Target& b) { return a.atoms.size() > b.atoms.size(); });
  std::vector<Candidate> candidates;
  for (const Target& target : todo) {
    const bool placed = std::any_of(candidates.begin(), candidates.end(), [&](Candidate& candidate) {
      return builder_.AddTarget(target, &candidate);
    });
    if (placed || candidates.size() >= kCandidatesOfRound) continue;
    Candidate fresh = builder_.Rebuild({}, base_repairs_);
    BranchRecord& record = records_[static_cast<size_t>(target.branch)];
    if (builder_.AddTarget(target, &fresh)) {
      candidates.push_back(std::move(fresh));
    } else {
      ++record.tried;
      record.conflict = true;
    }
  }
  for (Candidate& candidate : candidates) {
    if (Exhausted()) return false;
    std::vector<Target> live;
    for (const Target& target : candidate.targets) {
      if (reached_.count(target.branch) == 0) live.push_back(target);
    }
    if (live.empty()) continue;
    // What was reached meanwhile only gets in the way.
    if (live.size() * 10 < candidate.targets.size() * 7) candidate = builder_.Rebuild(live, base_repairs_);
    RunCandidate(std::move(candidate), 0);
  }
  return true;
}

void Search::RunCandidate(Candidate candidate, int depth) {
  std::set<std::string> seen;
  std::map<std::string, int> times;
  RenderError error;
  for (const Repair& lesson : lessons_) builder_.AddRepair(lesson, &candidate);
  const size_t tries = std::min(kMostTries, std::max(kTries, candidate.targets.size() / kTargetsOfTry));
  for (size_t i = 0; i < tries; ++i) {
    if (Exhausted()) return;
    AvoidGuards(&candidate);
    std::optional<SearchOutcome> outcome = RenderOne(candidate);
    if (!outcome.has_value()) return;
    if (outcome->render.ok) {
      Succeed(std::move(candidate), *std::move(outcome));
      return;
    }
    error = outcome->render.error;
    ++errors_met_[std::string(RenderErrorKindName(error.kind))];
    const std::string message = absl::StrCat(error.message, error.frames.empty() ? "" : error.frames[0].file,
                                             error.frames.empty() ? 0 : error.frames[0].line);
    if (!seen.insert(absl::StrCat(message, "|", candidate.targets.size(), "|", candidate.repairs.size(), "|",
                                  candidate.atoms.size()))
             .second) {
      break;
    }
    MaybeCandidate mended =
        ++times[message] > kSameError ? DropEnclosing(candidate, error) : Mend(candidate, *outcome);
    if (!mended.has_value()) break;
    candidate = *std::move(mended);
  }
  Split(candidate, depth, error);
}

void Search::Split(const Candidate& candidate, int depth, const RenderError& error) {
  if (candidate.targets.size() < 2 || depth >= kSplits) {
    for (const Target& target : candidate.targets) Defer(target.branch, error);
    return;
  }
  ++repairs_used_["split"];
  const auto middle = candidate.targets.begin() + static_cast<ptrdiff_t>(candidate.targets.size() / 2);
  for (const std::vector<Target>& part : {std::vector<Target>(candidate.targets.begin(), middle),
                                          std::vector<Target>(middle, candidate.targets.end())}) {
    if (Exhausted()) return;
    RunCandidate(builder_.Rebuild(part, base_repairs_), depth + 1);
  }
}

void Search::Succeed(Candidate candidate, SearchOutcome outcome) {
  FoundVariant found;
  for (size_t i = 0; i < outcome.branches.size(); ++i) {
    if (outcome.branches[i] == BranchState::kTaken) found.taken.insert(static_cast<BranchId>(i));
  }
  reached_.insert(found.taken.begin(), found.taken.end());
  for (const Target& target : candidate.targets) {
    if (reached_.count(target.branch) > 0) continue;
    ++records_[static_cast<size_t>(target.branch)].tried;
    records_[static_cast<size_t>(target.branch)].rendered = true;
  }
  found.candidate = std::move(candidate);
  found.render = std::move(outcome.render);
  found_.push_back(std::move(found));
}

// Its turn comes again with the next value, then with its next solution.
void Search::Defer(BranchId branch, const RenderError& error) {
  BranchRecord& record = records_[static_cast<size_t>(branch)];
  if (++record.deferred % 3 == 0) ++record.tried;
  record.failure = error.kind;
  record.message = error.message;
}

}  // namespace chartlint
