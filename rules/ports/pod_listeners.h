// What is known of the listeners of a whole pod: its containers share one network.
//
// A port that nothing here speaks of may still be bound, by a default that only the program knows; whoever
// calls a port dead needs evidence on top.
#ifndef CHARTLINT_RULES_PORTS_POD_LISTENERS_H_
#define CHARTLINT_RULES_PORTS_POD_LISTENERS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/listener.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

// `number` stands in `text` as a number of its own, not as a part of a longer one.
bool HasNumber(absl::string_view text, int64_t number);

// A listener that is switched on and can be reached from outside of the pod.
bool IsReachable(const Listener& listener);

// Some container that runs beside the main one binds the port by a flag, a variable or a known default, on
// any address.
bool BoundInPod(const Workload& workload, int64_t port);

// The command line or the environment of the container holds the number anywhere but in `but` (may be
// absent).
bool MentionsPort(const Container& container, int64_t port, Node but = Node());

// A container other than `own` that runs beside it declares, binds or mentions the port: a proxy, or a
// neighbour.
bool AnotherContainerServes(const Workload& workload, const Container& own, int64_t port);

// Some container of the pod declares, binds or mentions the port, or a configuration that it reads holds the
// number.
bool SomethingSpeaksOf(const Release& release, const Workload& workload, int64_t port);

// Role that a name of a port, a path or a Service speaks of; false if it speaks of none.
bool SpeaksOfRole(absl::string_view name, ListenerRole role);

// "metrics", "health", "webhook".
absl::string_view RoleName(ListenerRole role);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_PORTS_POD_LISTENERS_H_
