#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {

void StrategySurgeExclusiveVolume(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    const std::optional<RolloutSum> sum = SumOf(context.release, *workload);
    // More than one pod on the volume is strategy-replicas-exclusive-volume.
    if (!sum.has_value() || sum->resolved.surge == 0 || sum->range.max > 1 || SharesOneNode(*workload))
      continue;
    const bool wedges = sum->resolved.unavailable == 0;
    for (const Release::ExclusiveVolume& volume : context.release.ExclusiveVolumes(*workload)) {
      const Node modes = volume.claim->spec()["accessModes"];
      auto finding = report.Add(
          volume.volume["persistentVolumeClaim"]["claimName"],
          absl::StrCat(
              "claim ", volume.claim->name, " is ", modes[0].AsText(), " only, ",
              SurgeText(workload->strategy, sum->resolved), " starts the new pod beside the old one",
              wedges ? absl::StrCat(
                           ", and ", UnavailableText(workload->strategy, sum->resolved),
                           " keeps the old one: on another node the new pod waits for the volume for ever")
                     : ": on another node the new pod waits until the old one has let go of the volume"));
      if (!wedges) finding.Strict();
      finding.Subject(absl::StrCat("claim ", volume.claim->name))
          .Note(StrategyNode(workload->strategy, Node()), "the strategy is written here")
          .Note(modes, absl::StrCat("access modes of claim ", volume.claim->name));
    }
  }
}

}  // namespace chartlint
