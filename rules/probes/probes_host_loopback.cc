// Upstream: pkg/kubelet/prober/prober.go: without `host` the kubelet asks the pod's IP; with one it resolves
// it on the node.
#include <string>

#include "absl/strings/str_cat.h"
#include "rules/ports/pod_listeners.h"
#include "rules/probes/probe.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

// The only listener of this port, and on loopback; nullptr if anything else may answer at the pod's address.
const Listener* OnLoopbackOnly(const Container& container, int64_t port) {
  const Listener* loopback = nullptr;
  for (const Listener& listener : container.listeners) {
    if (listener.off) continue;
    if (IsReachable(listener) && (listener.port == port || listener.port == 0)) return nullptr;
    if (listener.port == port && listener.OnLoopback()) loopback = &listener;
  }
  return loopback;
}

}  // namespace

void ProbesHostLoopback(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  const Workload& workload = *context.object.workload;
  for (const Container& container : workload.containers) {
    Node told;
    for (const Probe& probe : ProbesOf(container)) {
      if (!probe.OverNetwork()) continue;
      if (IsLoopback(probe.host)) {
        if (workload.host_network || told) continue;
        told = probe.action["host"];
        report
            .Add(told, absl::StrCat(probe.Title(), " of container ", container.name, " asks ", probe.host,
                                    " without hostNetwork: "
                                    "that is the node's loopback, not the pod's"))
            .Subject(absl::StrCat("container ", container.name));
        continue;
      }
      const Listener* listener = probe.host.empty() ? OnLoopbackOnly(container, probe.port) : nullptr;
      if (listener == nullptr || told || AnotherContainerServes(workload, container, probe.port)) continue;
      told = probe.port_node;
      report
          .Add(told, absl::StrCat(probe.Title(), " of container ", container.name, " asks port ", probe.port,
                                  " of the pod's address, but ", listener->said,
                                  " listens on loopback only: the probe never succeeds"))
          .Subject(absl::StrCat("container ", container.name))
          .Note(listener->node, absl::StrCat(listener->said, " is in effect"));
    }
  }
}

}  // namespace chartlint
