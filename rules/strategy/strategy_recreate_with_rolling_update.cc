#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"

namespace chartlint {

void StrategyRecreateWithRollingUpdate(const ObjectContext& context, Reporter& report) {
  const Workload* workload = context.object.workload.get();
  if (workload == nullptr || workload->controller != Controller::kDeployment) return;
  const RolloutStrategy& strategy = workload->strategy;
  if (TextOf(strategy.type_node) != "Recreate" || strategy.rolling_update.IsUnset()) return;
  const bool empty = strategy.rolling_update.size() == 0;
  report
      .Add(strategy.node.Key("rollingUpdate"),
           absl::StrCat(
               "type Recreate with ", empty ? "an empty rollingUpdate block" : "a rollingUpdate block",
               " left in: the API server refuses the Deployment", empty ? " ({} counts, null does not)" : ""))
      .Note(strategy.type_node, "type Recreate is written here");
}

}  // namespace chartlint
