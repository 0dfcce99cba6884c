#include <string>

#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"

namespace chartlint {

void PortsHostPortReplicas(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    switch (workload->controller) {
      case Controller::kDeployment:
      case Controller::kReplicaSet:
      case Controller::kReplicationController:
      case Controller::kStatefulSet:
      case Controller::kRollout:
        break;
      default:
        continue;
    }
    const ReplicaRange replicas = context.release.Replicas(*workload);
    if (replicas.min < 2 || workload->KeepsPodsApart()) continue;
    for (const Container& container : workload->containers) {
      const ContainerPort* held = nullptr;
      for (const ContainerPort& port : container.ports) {
        if (port.host_port > 0 && held == nullptr) held = &port;
      }
      if (held == nullptr) continue;
      report
          .Add(held->node,
               absl::StrCat(replicas.Where(), " and host port ", held->host_port,
                            held->host_port_written ? "" : " (containerPort under hostNetwork)",
                            " in container ", container.name,
                            ": each pod needs a node of its own, and nothing spreads them; pods beyond the "
                            "number of nodes stay Pending"))
          .Note(replicas.node, replicas.Where());
      break;
    }
  }
}

}  // namespace chartlint
