#include "rules/ports/dead_listener.h"

#include <algorithm>

#include "rules/ports/pod_listeners.h"

namespace chartlint {

namespace {

bool AnySpeaksOf(const Access& access, ListenerRole role) {
  return std::any_of(access.names.begin(), access.names.end(),
                     [role](absl::string_view name) { return SpeaksOfRole(name, role); });
}

bool ReachableIn(const Container& container, const Listener& dead, int64_t number) {
  for (const Listener& listener : container.listeners) {
    if (&listener == &dead || listener.off) continue;
    if (IsReachable(listener) && (listener.port == number || listener.port == 0)) return true;
    if (dead.off && listener.role == dead.role) return true;
  }
  return false;
}

bool IsDead(const Release& release, const Workload& workload, const Container& container,
            const Listener& listener, const Access& access) {
  if (ReachableIn(container, listener, access.number)) return false;
  if (AnotherContainerServes(workload, container, access.number)) return false;
  if (!listener.off) return listener.OnLoopback() && listener.port == access.number;
  // Off: nothing says which number it would have, so that names must say that it is meant.
  if (!AnySpeaksOf(access, listener.role)) return false;
  if (access.declared && access.declared.container != &container) return false;
  if (access.declared && !access.declared.port->name.empty() &&
      !SpeaksOfRole(access.declared.port->name, listener.role)) {
    return false;
  }
  return !MentionsPort(container, access.number, listener.node) &&
         !release.ConfigTextHasNumber(workload, container, access.number);
}

}  // namespace

DeadListener FindDeadListener(const Release& release, const Workload& workload, const Access& access) {
  if (access.number <= 0) return {};
  for (const Container& container : workload.containers) {
    if (!container.RunsBesideMain()) continue;
    for (const Listener& listener : container.listeners) {
      if (IsDead(release, workload, container, listener, access)) return {&container, &listener};
    }
  }
  return {};
}

DeadListener FindDeadListener(const Release& release, const Workload& workload, const ServicePort& port) {
  Access access;
  access.names = {port.name, port.target_name};
  access.number = ResolvedTarget(workload, port);
  access.declared = port.target_name.empty() ? PodPortNumbered(workload, access.number, port.protocol)
                                             : PodPortNamed(workload, port.target_name, port.protocol);
  return FindDeadListener(release, workload, access);
}

}  // namespace chartlint
