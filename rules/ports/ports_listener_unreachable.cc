// Upstream: prometheus-operator (PodMonitor: podMetricsEndpoints by the name or number of a container port).
#include <string>

#include "absl/strings/str_cat.h"
#include "rules/ports/dead_listener.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

std::string Why(const DeadListener& dead) {
  return absl::StrCat(dead.listener->said, " in container ", dead.container->name,
                      dead.listener->off ? " switches it off" : " keeps it on loopback",
                      ", and no container of the pod forwards: connection refused");
}

void CheckService(const Release& release, const Object& service, Reporter& report) {
  const std::vector<const Workload*> selected = BackendsOf(release, service);
  for (const ServicePort& port : PortsOf(service)) {
    DeadListener dead;
    // Other pods behind the Service may answer.
    for (const Workload* workload : selected) {
      dead = FindDeadListener(release, *workload, port);
      if (!dead) break;
    }
    if (!dead) continue;
    const int64_t number = ResolvedTarget(*selected.back(), port);
    report
        .Add(port.TargetNode(), absl::StrCat("Service port ", port.Title(), " leads to ", number, " of ",
                                             selected.back()->object->Title(), ", but ", Why(dead)))
        .Subject(absl::StrCat("port ", port.Title()))
        .Note(dead.listener->node, dead.listener->said);
  }
}

void CheckPodMonitor(const Release& release, const Object& monitor, Reporter& report) {
  for (const Workload* workload : release.workloads()) {
    if (release.SameNamespace(workload->object->ns, monitor.ns) == Same::kNo) continue;
    if (!SelectorMatches(monitor.spec()["selector"], workload->pod_labels())) continue;
    for (Node endpoint : monitor.spec()["podMetricsEndpoints"].Items()) {
      Access access;
      const Node name = endpoint["port"];
      access.names = {TextOf(name)};
      access.declared = PodPortNamed(*workload, TextOf(name), "TCP");
      if (name.IsUnset()) access.number = endpoint["portNumber"].AsInt().value_or(0);
      if (access.declared) access.number = access.declared.port->number;
      const DeadListener dead = FindDeadListener(release, *workload, access);
      if (!dead) continue;
      const Node place = name.IsUnset() ? endpoint["portNumber"] : name;
      report
          .Add(place, absl::StrCat("endpoint leads to ", access.number, " of ", workload->object->Title(),
                                   ", but ", Why(dead)))
          .Subject(absl::StrCat("port ", place.text()))
          .Note(dead.listener->node, dead.listener->said);
    }
  }
}

}  // namespace

void PortsListenerUnreachable(const ReleaseContext& context, Reporter& report) {
  for (const Object* service : context.release.OfKind("Service")) {
    if (service->group == "") CheckService(context.release, *service, report);
  }
  for (const Object* monitor : context.release.OfKind("PodMonitor"))
    CheckPodMonitor(context.release, *monitor, report);
}

}  // namespace chartlint
