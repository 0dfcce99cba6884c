#include <string>

#include "absl/strings/str_cat.h"
#include "rules/probes/probe.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

// The listener that should answer and is off: the one for health or, where all that is known is off and no
// port is declared, the first. nullptr: nothing is known to be off, or something else may answer.
const Listener* SwitchedOff(const Container& container, const Probe& probe) {
  const Listener* health = nullptr;
  const Listener* any = nullptr;
  bool all_off = true;
  for (const Listener& listener : container.listeners) {
    if (!listener.off) {
      all_off = false;
      if (listener.role == ListenerRole::kHealth) return nullptr;
      continue;
    }
    if (any == nullptr) any = &listener;
    if (health == nullptr && listener.role == ListenerRole::kHealth) health = &listener;
  }
  if (health != nullptr && AsksHealthPort(container, probe)) return health;
  if (!all_off || !container.ports.empty() || probe.handler != ProbeHandler::kHttp) return nullptr;
  return health != nullptr ? health : any;
}

}  // namespace

void ProbesDisabledListener(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    for (const Container& container : workload->containers) {
      const Listener* told = nullptr;
      for (const Probe& probe : ProbesOf(container)) {
        if (!probe.OverNetwork() || probe.port <= 0 || (!probe.host.empty() && !IsLoopback(probe.host)))
          continue;
        const Listener* off = SwitchedOff(container, probe);
        if (off == nullptr || off == told) continue;
        if (SomebodyMayListen(context.release, *workload, container, probe.port, off->node)) continue;
        told = off;
        report
            .Add(probe.port_node,
                 absl::StrCat(probe.Title(), " of container ", container.name, " asks port ", probe.port,
                              ", but ", off->said, " switches the listener off: the probe never succeeds"))
            .Subject(absl::StrCat("container ", container.name))
            .Note(off->node, absl::StrCat(off->said, " is in effect"));
      }
    }
  }
}

}  // namespace chartlint
