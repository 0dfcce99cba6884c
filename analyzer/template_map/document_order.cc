#include "analyzer/template_map/document_order.h"

#include <algorithm>

namespace chartlint {
namespace {

constexpr double kConsidered = 12;  // starts worse than a document's best by more are left out
constexpr size_t kMaxConsidered = 64;
constexpr double kSameInLoop = 0.15;
constexpr double kSame = 3;
constexpr double kBackInLoop = 1;
constexpr double kBack = 4;

struct Choice {
  int start = -1;
  double cost = 0;
  int before = -1;  // index into the choices of the document before
};

}  // namespace

std::vector<int> ChooseStarts(const std::vector<DocumentStart>& starts,
                              const std::vector<std::vector<double>>& costs) {
  std::vector<std::vector<Choice>> choices(costs.size());
  for (size_t d = 0; d < costs.size(); ++d) {
    const double best = *std::min_element(costs[d].begin(), costs[d].end());
    std::vector<Choice>& own = choices[d];
    for (size_t s = 0; s < costs[d].size(); ++s) {
      if (costs[d][s] - best <= kConsidered) own.push_back({static_cast<int>(s), costs[d][s] - best, -1});
    }
    std::stable_sort(own.begin(), own.end(),
                     [](const Choice& a, const Choice& b) { return a.cost < b.cost; });
    if (own.size() > kMaxConsidered) own.resize(kMaxConsidered);
    if (d == 0) continue;
    for (Choice& choice : own) {
      const DocumentStart& here = starts[static_cast<size_t>(choice.start)];
      double cheapest = 0;
      for (size_t q = 0; q < choices[d - 1].size(); ++q) {
        const Choice& last = choices[d - 1][q];
        const DocumentStart& there = starts[static_cast<size_t>(last.start)];
        double cost = last.cost;
        if (last.start == choice.start) {
          cost += here.in_loop ? kSameInLoop : kSame;
        } else if (there.order >= here.order) {
          cost += here.in_loop ? kBackInLoop : kBack;
        }
        if (choice.before < 0 || cost < cheapest) {
          cheapest = cost;
          choice.before = static_cast<int>(q);
        }
      }
      choice.cost += cheapest;
    }
  }
  std::vector<int> chosen(costs.size(), -1);
  if (costs.empty()) return chosen;
  int at = 0;
  const std::vector<Choice>& last = choices.back();
  for (size_t q = 1; q < last.size(); ++q) {
    if (last[q].cost < last[static_cast<size_t>(at)].cost) at = static_cast<int>(q);
  }
  for (size_t d = costs.size(); d-- > 0;) {
    const Choice& choice = choices[d][static_cast<size_t>(at)];
    chosen[d] = choice.start;
    at = choice.before;
  }
  return chosen;
}

}  // namespace chartlint
