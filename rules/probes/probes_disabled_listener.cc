#include <string>

#include "absl/strings/str_cat.h"
#include "rules/ports/pod_listeners.h"
#include "rules/probes/probe.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

// The listener that should answer and is off: the one for health or, by the probe's path, of another role.
// Where no port is declared and all that is known is off, any port means it. nullptr: nothing is known to be
// off, or something else may answer; a health listener that no flag mentions has its default.
const Listener* SwitchedOff(const Container& container, const Probe& probe) {
  const Listener* health = nullptr;
  const Listener* other = nullptr;
  bool all_off = true;
  for (const Listener& listener : container.listeners) {
    if (!listener.off) {
      all_off = false;
      if (listener.role == ListenerRole::kHealth) return nullptr;
    } else if (listener.role == ListenerRole::kHealth) {
      health = &listener;
    } else if (SpeaksOfRole(probe.path, listener.role)) {
      other = &listener;
    }
  }
  const bool nothing_else = all_off && container.ports.empty() && probe.handler == ProbeHandler::kHttp;
  if (health != nullptr) return nothing_else || AsksHealthPort(container, probe) ? health : nullptr;
  return nothing_else ? other : nullptr;
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
