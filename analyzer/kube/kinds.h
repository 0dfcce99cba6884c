// The table of kinds: which hold a pod template and where, and which built-in kinds have no namespace.
//
// The table is rules/data/workloads.yaml, compiled into the program and read once. A further kind is one line there.
// Thread safety: read on first use under the language's own lock, const after.
#ifndef CHARTLINT_ANALYZER_KUBE_KINDS_H_
#define CHARTLINT_ANALYZER_KUBE_KINDS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

// Who makes the pods.
enum class Controller : uint8_t {
  kPod, kDeployment, kReplicaSet, kReplicationController, kStatefulSet, kDaemonSet, kJob, kCronJob, kPodTemplate,
  kRollout,   // Argo: strategy.canary / blueGreen
  kCustom,    // CloneSet, Advanced StatefulSet/DaemonSet, Knative Service, DeploymentConfig
};

struct WorkloadKind {
  std::vector<absl::string_view> template_path;  // keys that lead to the pod template; none: the object itself
  Controller controller = Controller::kCustom;
  bool has_replicas = true;  // false: spec.replicas is not a number of pods
  bool rewritten = false;    // the controller fills in the template before the API server sees a pod of it
};

// nullptr if the kind holds no pod template. Lives as long as the program.
const WorkloadKind* FindWorkloadKind(absl::string_view group, absl::string_view kind);

// True for built-in kinds without a namespace (ClusterRole, Namespace, StorageClass, …). Custom kinds: false.
bool IsBuiltInClusterScoped(absl::string_view group, absl::string_view kind);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_KINDS_H_
