#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {
namespace {

bool Is(const Effective<IntOrPercent>& number, IntOrPercent by_default) {
  return number.value.percent == by_default.percent && number.value.value == by_default.value;
}

}  // namespace

void StrategyRestatesDefault(const ObjectContext& context, Reporter& report) {
  const Workload* workload = context.object.workload.get();
  if (workload == nullptr) return;
  const RolloutStrategy& strategy = workload->strategy;
  if (strategy.type != StrategyType::kRollingUpdate) return;
  const Node partition = strategy.rolling_update["partition"];
  // The type alone, or an empty block, is how charts leave room for a value; a number is a choice that was
  // not one.
  if (strategy.max_surge.defaulted() && strategy.max_unavailable.defaulted() && partition.IsUnset()) return;
  std::string by_default;
  switch (workload->controller) {
    case Controller::kDeployment:
      if (!Is(strategy.max_surge, {true, 25}) || !Is(strategy.max_unavailable, {true, 25})) return;
      by_default = "RollingUpdate, maxSurge 25%, maxUnavailable 25%";
      break;
    case Controller::kDaemonSet:
      if (!Is(strategy.max_surge, {false, 0}) || !Is(strategy.max_unavailable, {false, 1})) return;
      by_default = "RollingUpdate, maxSurge 0, maxUnavailable 1";
      break;
    case Controller::kStatefulSet:
      if (!Is(strategy.max_unavailable, {false, 1}) || partition.AsInt().value_or(0) != 0) return;
      by_default = "RollingUpdate, partition 0";
      break;
    default:
      return;
  }
  report.Add(strategy.node.KeyNode(), absl::StrCat("the strategy says what the API server takes by itself (",
                                                   by_default, "): it can go"));
}

}  // namespace chartlint
