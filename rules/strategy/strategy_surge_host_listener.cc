#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {
namespace {

// "maxSurge 1", or nothing if the new pod never stands beside an old one on its node.
std::string SurgeBesideOldPod(const Release& release, const Workload& workload) {
  if (SurgesOnEachNode(workload))
    return absl::StrCat("maxSurge ", workload.strategy.max_surge.value.ToString());
  const std::optional<RolloutSum> sum = SumOf(release, workload);
  if (!sum.has_value() || sum->resolved.surge == 0 || workload.KeepsPodsApart()) return "";
  return SurgeText(workload.strategy, sum->resolved);
}

}  // namespace

void StrategySurgeHostListener(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    const std::vector<HostListener> listeners = UndeclaredHostListeners(*workload);
    if (listeners.empty()) continue;
    const std::string surge = SurgeBesideOldPod(context.release, *workload);
    if (surge.empty()) continue;

    absl::flat_hash_set<const Container*> done;
    for (const HostListener& first : listeners) {
      if (!done.insert(first.container).second) continue;
      const bool probed = !first.container->node["readinessProbe"].IsUnset();
      auto finding = report.Add(
          first.listener->node,
          absl::StrCat(
              first.listener->said, " binds ", first.listener->port, "/", first.listener->protocol,
              " on the node (hostNetwork) and no port declares it, so ", surge,
              " may put the new pod beside the old one: it fails with \"address already in use\"",
              probed ? " and never becomes ready"
                     : ", after it was counted available (no readiness probe) and the old pod was stopped"));
      finding.As(probed ? Severity::kWarning : Severity::kError)
          .Subject(absl::StrCat("container ", first.container->name));
      for (const HostListener& other : listeners) {
        if (other.container != first.container || other.listener == first.listener) continue;
        finding.Note(other.listener->node,
                     absl::StrCat(other.listener->said, " binds ", other.listener->port, ", too"));
      }
      finding.Note(workload->pod["hostNetwork"], "the pod shares the node's network");
      finding.Note(StrategyNode(workload->strategy, Node()), "the strategy is written here");
    }
  }
}

}  // namespace chartlint
