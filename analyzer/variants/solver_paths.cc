// Paths to a branch: chains of callers, and their conditions solved together.
#include <algorithm>
#include <utility>

#include "analyzer/variants/solver.h"

namespace chartlint {

Solutions Solver::SolveAll(const Conditions& conditions) {
  Solutions all = Always();
  for (const auto& condition : conditions) {
    all = Cross(all, Solve(condition.first, condition.second));
    if (all.empty()) break;
    all = Best(std::move(all));
  }
  return all;
}

std::vector<Solver::Conditions> Solver::Expand(const PathStep* step, size_t limit) const {
  std::vector<Conditions> out;
  std::vector<int> seen;
  ExpandInto(step, limit, &seen, &out);
  return out;
}

bool Solver::ExpandInto(const PathStep* step, size_t limit, std::vector<int>* seen,
                        std::vector<Conditions>* out) const {
  Conditions own;
  for (; step != nullptr && step->value != nullptr; step = step->outer)
    own.emplace_back(step->value, step->holds);
  std::reverse(own.begin(), own.end());
  if (step == nullptr) {
    out->push_back(std::move(own));
    return true;
  }
  constexpr size_t kChain = 12;
  if (seen->size() > kChain || std::find(seen->begin(), seen->end(), step->entry) != seen->end())
    return false;
  seen->push_back(step->entry);
  for (const PathStep* caller : interpreter_.reading().entries[static_cast<size_t>(step->entry)].callers) {
    std::vector<Conditions> before;
    ExpandInto(caller, limit, seen, &before);
    for (Conditions& chain : before) {
      if (out->size() >= limit) break;
      chain.insert(chain.end(), own.begin(), own.end());
      out->push_back(std::move(chain));
    }
    if (out->size() >= limit) break;
  }
  seen->pop_back();
  return true;
}

}  // namespace chartlint
