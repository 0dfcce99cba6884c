// Upstream: pkg/apis/core/validation/validation.go validateHostNetwork (main containers; a hostPort that is
// not written is defaulted or allowed).
#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"

namespace chartlint {

void PortsHostNetworkMismatch(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr || !context.object.workload->host_network) return;
  const Workload& workload = *context.object.workload;
  for (const Container& container : workload.containers) {
    if (container.role != ContainerRole::kMain) continue;
    for (const ContainerPort& port : container.ports) {
      if (!port.host_port_written || port.host_port == port.number || port.host_port <= 0) continue;
      report
          .Add(port.node["hostPort"],
               absl::StrCat("hostNetwork true, hostPort ", port.host_port, " and containerPort ", port.number,
                            " in container ", container.name,
                            ": under hostNetwork both must be equal, the API server refuses it"))
          .Subject(absl::StrCat("container ", container.name))
          .Note(port.node["containerPort"], absl::StrCat("containerPort ", port.number))
          .Note(workload.pod["hostNetwork"], "hostNetwork is set here");
      break;
    }
  }
}

}  // namespace chartlint
