#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {

void StrategyBothZero(const ObjectContext& context, Reporter& report) {
  const Workload* workload = context.object.workload.get();
  if (workload == nullptr) return;
  if (workload->controller != Controller::kDeployment && workload->controller != Controller::kDaemonSet)
    return;
  const RolloutStrategy& strategy = workload->strategy;
  if (strategy.type != StrategyType::kRollingUpdate) return;
  if (!strategy.max_surge.value.IsZero() || !strategy.max_unavailable.value.IsZero()) return;
  report
      .Add(strategy.max_unavailable.node,
           absl::StrCat(
               "maxUnavailable ", strategy.max_unavailable.value.ToString(), " and maxSurge ",
               strategy.max_surge.value.ToString(), strategy.max_surge.defaulted() ? " (default)" : "",
               ": no pod may stop and none may start, so the API server refuses the ", KindOf(*workload)))
      .Note(strategy.max_surge.node,
            absl::StrCat("maxSurge ", strategy.max_surge.value.ToString(), " is written here"));
}

}  // namespace chartlint
