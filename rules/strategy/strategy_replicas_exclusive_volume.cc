#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {

void StrategyReplicasExclusiveVolume(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    if (workload->controller != Controller::kDeployment && workload->controller != Controller::kRollout)
      continue;
    if (workload->role != PodRole::kService || SharesOneNode(*workload)) continue;
    const ReplicaRange range = context.release.Replicas(*workload);
    if (range.max < 2) continue;
    const std::string pods = range.min == range.max || range.scaler == nullptr
                                 ? range.Where()
                                 : absl::StrCat("up to ", range.max, " pods by ", range.scaler->Title());
    for (const Release::ExclusiveVolume& volume : context.release.ExclusiveVolumes(*workload)) {
      const Node modes = volume.claim->spec()["accessModes"];
      report
          .Add(volume.volume["persistentVolumeClaim"]["claimName"],
               absl::StrCat(pods, " mount one claim ", volume.claim->name, " that is ", modes[0].AsText(),
                            " only: pods on a second node never start"))
          .Subject(absl::StrCat("claim ", volume.claim->name))
          .Note(range.scaler != nullptr ? range.scaler->Anchor() : range.node,
                "the number of pods is written here")
          .Note(modes, absl::StrCat("access modes of claim ", volume.claim->name));
    }
  }
}

}  // namespace chartlint
