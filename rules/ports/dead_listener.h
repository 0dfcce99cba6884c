// Ports of a pod behind which, by its own flags and variables, nobody listens for others.
#ifndef CHARTLINT_RULES_PORTS_DEAD_LISTENER_H_
#define CHARTLINT_RULES_PORTS_DEAD_LISTENER_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"
#include "rules/ports/service_ports.h"

namespace chartlint {

struct DeadListener {
  const Container* container = nullptr;  // null: nothing is known to be dead
  const Listener* listener = nullptr;    // off, or on loopback only
  explicit operator bool() const { return listener != nullptr; }
};

// How somebody outside of a pod means to reach it.
struct Access {
  std::vector<absl::string_view> names;  // that may speak of a role: of the port, of its target
  PodPort declared;                      // the container port that it resolves to, if one is declared
  int64_t number = 0;                    // in the pod
};

// A listener on loopback with that number, or one that is off and whose role the names speak of. Nothing if
// any other container declares the number (a proxy forwards), if some text of the pod or of its configuration
// holds it, or if the role is served by another listener.
DeadListener FindDeadListener(const Release& release, const Workload& workload, const Access& access);

// As above, of a Service port in one workload.
DeadListener FindDeadListener(const Release& release, const Workload& workload, const ServicePort& port);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_PORTS_DEAD_LISTENER_H_
