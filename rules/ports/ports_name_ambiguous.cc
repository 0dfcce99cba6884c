#include <string>

#include "absl/strings/str_cat.h"
#include "rules/ports/service_ports.h"
#include "rules/prototypes.h"

namespace chartlint {

// One finding per Service and name, though several workloads may show it.
void PortsNameAmbiguous(const ReleaseContext& context, Reporter& report) {
  for (const Object* service : context.release.OfKind("Service")) {
    for (const ServicePort& port : PortsOf(*service)) {
      if (port.target_name.empty()) continue;
      for (const Workload* workload : BackendsOf(context.release, *service)) {
        const PodPort first = PodPortNamed(*workload, port.target_name, port.protocol);
        if (!first) continue;
        PodPort other;
        for (const Container& container : workload->containers) {
          if (!container.RunsBesideMain() || other) continue;
          for (const ContainerPort& candidate : container.ports) {
            if (candidate.name == port.target_name && candidate.protocol == port.protocol &&
                candidate.number != first.port->number) {
              other = {&container, &candidate};
              break;
            }
          }
        }
        if (!other) continue;
        report
            .Add(port.TargetNode(),
                 absl::StrCat("Service port ", port.Title(), " targets \"", port.target_name, "\", which is ",
                              first.port->number, " in container ", first.container->name, " and ",
                              other.port->number, " in container ", other.container->name, " of ",
                              workload->object->Title(), ": the order of the containers decides for ",
                              first.port->number))
            .Subject(absl::StrCat("target ", port.target_name))
            .Note(first.port->node, absl::StrCat("taken: container ", first.container->name))
            .Note(other.port->node, absl::StrCat("not taken: container ", other.container->name));
        break;
      }
    }
  }
}

}  // namespace chartlint
