// Which workloads an autoscaler may have been meant for.
#ifndef CHARTLINT_RULES_SCALING_SCALABLE_H_
#define CHARTLINT_RULES_SCALING_SCALABLE_H_

#include "analyzer/index/release.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

// Asks for a kind of Kubernetes' own that has a scale subresource, in whatever letters: Deployment,
// StatefulSet, ReplicaSet, ReplicationController. Groups of others are theirs to know.
bool IsKubernetesScalable(const ScaleTarget& target);

// A workload of Kubernetes' own with a number of pods that Helm resets (see scaling-replicas-set).
bool IsKubernetesScalable(const Workload& workload);

// Its pods stay until somebody removes them: no Job, no hook, no bare Pod.
bool RunsForGood(const Workload& workload);

// Runs for good and has a number of pods.
bool IsScaled(const Workload& workload);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_SCALING_SCALABLE_H_
