#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {

void StrategyDaemonsetSurgeAndUnavailable(const ObjectContext& context, Reporter& report) {
  const Workload* workload = context.object.workload.get();
  if (workload == nullptr || !SurgesOnEachNode(*workload)) return;
  const RolloutStrategy& strategy = workload->strategy;
  if (strategy.max_unavailable.value.IsZero()) return;
  const std::string unavailable = strategy.max_unavailable.value.ToString();
  report
      .Add(strategy.max_surge.node,
           absl::StrCat("maxSurge ", strategy.max_surge.value.ToString(), " with maxUnavailable ",
                        unavailable, strategy.max_unavailable.defaulted() ? " (default)" : "",
                        ": only one of the two may be above 0 in a DaemonSet, the API server refuses it"))
      .Note(strategy.max_unavailable.node, absl::StrCat("maxUnavailable ", unavailable, " is written here"));
}

}  // namespace chartlint
