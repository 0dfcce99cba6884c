#include <string>

#include "absl/strings/str_cat.h"
#include "rules/probes/probe.h"
#include "rules/prototypes.h"

namespace chartlint {

void ProbesPortDiffersFromListener(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    for (const Container& container : workload->containers) {
      const Listener* health = nullptr;
      for (const Listener& listener : container.listeners) {
        if (listener.role == ListenerRole::kHealth && !listener.off && listener.port > 0) health = &listener;
      }
      if (health == nullptr) continue;
      int64_t told = 0;
      for (const Probe& probe : ProbesOf(container)) {
        if (!probe.OverNetwork() || probe.port <= 0 || probe.port == health->port || probe.port == told)
          continue;
        if (!AsksHealthPort(container, probe) || (!probe.host.empty() && !IsLoopback(probe.host))) continue;
        if (SomebodyMayListen(context.release, *workload, container, probe.port, health->node)) continue;
        told = probe.port;
        report
            .Add(probe.port_node,
                 absl::StrCat(probe.Title(), " of container ", container.name, " asks port ", probe.port,
                              ", but ", health->said, " makes the program answer on ", health->port,
                              ": the probe never succeeds"))
            .Subject(absl::StrCat("container ", container.name))
            .Note(health->node, absl::StrCat("the health listener: ", health->said));
      }
    }
  }
}

}  // namespace chartlint
