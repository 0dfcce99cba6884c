#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {
namespace {

// 0 and 0 as written: strategy-both-zero says that the API server refuses it, and nothing rolls.
bool IsRefused(const Workload& workload) {
  return workload.controller == Controller::kDeployment && workload.strategy.max_surge.value.IsZero() &&
         workload.strategy.max_unavailable.value.IsZero();
}

LeaderElection ElectionThatIsOn(const Workload& workload) {
  for (const Container& container : workload.containers) {
    if (container.election.state == LeaderElection::State::kOn) return container.election;
  }
  return {};
}

// "replicas 2 - maxUnavailable 100% of 2 = 0 pods", and why it is 1 where nothing says so.
std::string SumText(const RolloutStrategy& strategy, const RolloutSum& sum) {
  const IntOrPercent& written = strategy.max_unavailable.value;
  if (sum.resolved.unavailable_raised) {
    return absl::StrCat(sum.range.Where(), " - maxUnavailable 1 = 0 (maxSurge ",
                        strategy.max_surge.value.ToString(), " and maxUnavailable ", written.ToString(),
                        " both resolve to 0, so the controller takes 1)");
  }
  return absl::StrCat(sum.range.Where(), " - maxUnavailable ", written.ToString(),
                      written.percent ? absl::StrCat(" (", sum.resolved.unavailable, ")") : "",
                      !written.percent && written.value > sum.resolved.replicas ? " leaves 0" : " = 0");
}

}  // namespace

void StrategyZeroAvailable(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    const std::optional<RolloutSum> sum = SumOf(context.release, *workload);
    if (!sum.has_value() || sum->resolved.available_at_least() > 0) continue;
    if (IsRefused(*workload)) continue;
    // Where a second pod cannot start beside the first, zero is the right answer.
    if (!HostPortsOf(*workload).empty() || !UndeclaredHostListeners(*workload).empty()) continue;
    if (!context.release.ExclusiveVolumes(*workload).empty()) continue;

    const RolloutStrategy& strategy = workload->strategy;
    std::string message = absl::StrCat(SumText(strategy, *sum), ": the ", KindOf(*workload),
                                       " reports Available with no pod running");
    const LeaderElection election = ElectionThatIsOn(*workload);
    Severity severity = Severity::kWarning;
    if (sum->resolved.surge > 0) {
      absl::StrAppend(&message, ", and its update stops the old pod without waiting for the new one that ",
                      SurgeText(strategy, sum->resolved), " starts");
    } else if (election.state == LeaderElection::State::kOn) {
      absl::StrAppend(&message, "; ", election.said,
                      " makes a second pod safe, so that maxSurge 1 could keep one running");
    } else {
      absl::StrAppend(&message, " while it is updated");
      severity = Severity::kNote;
    }
    report
        .Add(!strategy.max_unavailable.node.IsUnset() ? strategy.max_unavailable.node
                                                      : StrategyNode(strategy, workload->object->Anchor()),
             message)
        .As(severity)
        .Note(sum->range.node, absl::StrCat(sum->range.Where(), " is written here"))
        .Note(strategy.max_surge.node, absl::StrCat(SurgeText(strategy, sum->resolved), " is written here"))
        .Note(election.node, absl::StrCat(election.said, " turns leader election on"));
  }
}

}  // namespace chartlint
