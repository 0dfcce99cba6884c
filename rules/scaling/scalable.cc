#include "rules/scaling/scalable.h"

#include "absl/strings/match.h"

namespace chartlint {

bool IsKubernetesScalable(const ScaleTarget& target) {
  if (target.group != "*" && target.group != "apps" && target.group != "extensions" && !target.group.empty())
    return false;
  for (const absl::string_view kind : {"Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"}) {
    if (absl::EqualsIgnoreCase(target.kind, kind)) return true;
  }
  return false;
}

bool IsKubernetesScalable(const Workload& workload) {
  switch (workload.controller) {
    case Controller::kDeployment:
    case Controller::kStatefulSet:
    case Controller::kReplicaSet:
    case Controller::kReplicationController:
      return true;
    default:
      return false;
  }
}

bool RunsForGood(const Workload& workload) {
  return workload.role == PodRole::kService && workload.controller != Controller::kPod &&
         workload.controller != Controller::kPodTemplate;
}

bool IsScaled(const Workload& workload) {
  return RunsForGood(workload) && workload.controller != Controller::kDaemonSet;
}

}  // namespace chartlint
