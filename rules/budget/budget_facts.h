// What a PodDisruptionBudget selects and how many pods it lets go.
//
// Upstream: pkg/controller/disruption/disruption.go (getExpectedPodCount: minAvailable and maxUnavailable as
//   percentages round up over the sum of the controllers' replicas; updatePdbStatus: as many evictions are
//   allowed as healthy pods are above the desired ones), pkg/registry/core/pod/storage/eviction.go (no eviction
//   of a healthy pod at 0 allowed, whatever unhealthyPodEvictionPolicy says).
#ifndef CHARTLINT_RULES_BUDGET_BUDGET_FACTS_H_
#define CHARTLINT_RULES_BUDGET_BUDGET_FACTS_H_

#include <optional>
#include <string>
#include <vector>

#include "analyzer/index/release.h"
#include "analyzer/kube/strategy.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

// Budgets of the policy group with a selector that asks for some label, in reading order.
std::vector<const Object*> BudgetsOf(const Release& release);

// The one bound of a budget; nullopt if there is none, both (refused), or one that cannot be read.
struct Bound {
  bool is_minimum = false;  // minAvailable
  Node node;
  IntOrPercent value;

  absl::string_view Name() const { return is_minimum ? "minAvailable" : "maxUnavailable"; }
  int64_t Allowed(int64_t pods) const;  // how many of them may be evicted while all are healthy; at least 0
  std::string Of(int64_t pods) const;   // "minAvailable 1 of 1 pod", "minAvailable 80% (3) of 3 pods"
};
std::optional<Bound> BoundOf(const Object& budget);

// The workloads whose pods the budget covers. nullopt if their number cannot be known: a DaemonSet or bare
// Pod is among them, one may be in another namespace, an autoscaler of an unknown kind chooses their number,
// or a pod of an operator's making may be among them.
std::optional<std::vector<const Workload*>> CoveredBy(const Release& release, const Object& budget);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_BUDGET_BUDGET_FACTS_H_
