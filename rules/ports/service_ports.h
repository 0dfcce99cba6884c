// The ports of a Service and where they lead in a pod.
//
// Upstream: pkg/api/v1/pod/util.go FindPort (a name counts with its protocol; main containers first, then
// init containers
//   with restartPolicy Always), pkg/apis/core/v1/defaults.go (protocol TCP, targetPort = port).
#ifndef CHARTLINT_RULES_PORTS_SERVICE_PORTS_H_
#define CHARTLINT_RULES_PORTS_SERVICE_PORTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/workload.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct ServicePort {
  Node node;                      // the item of spec.ports
  absl::string_view name;         // may be empty
  int64_t number = 0;             // 0 if not a number
  absl::string_view protocol;     // effective
  Node target;                    // targetPort; unset if defaulted to `port`
  absl::string_view target_name;  // empty if the target is a number
  int64_t target_number = 0;      // 0 if the target is a name
  Node TargetNode() const;        // targetPort, else port, else the item
  std::string Title() const;      // `"http"`, or `80` if it has no name
};

// Of a Service that sends traffic to pods by a selector; empty for ExternalName and selector-less ones.
std::vector<ServicePort> PortsOf(const Object& service);

// The workloads behind a Service. Jobs and hooks often carry a chart's common labels, and serve nothing.
std::vector<const Workload*> BackendsOf(const Release& release, const Object& service);

bool IsHeadless(const Object& service);

// One port of one container of a pod.
struct PodPort {
  const Container* container = nullptr;  // null: none
  const ContainerPort* port = nullptr;
  explicit operator bool() const { return port != nullptr; }
};

// The container port of that name and protocol which Services and policies use: the first one.
PodPort PodPortNamed(const Workload& workload, absl::string_view name, absl::string_view protocol);
PodPort PodPortNumbered(const Workload& workload, int64_t number, absl::string_view protocol);

// Port number in the pod; 0 if the name is not resolved.
int64_t ResolvedTarget(const Workload& workload, const ServicePort& port);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_PORTS_SERVICE_PORTS_H_
