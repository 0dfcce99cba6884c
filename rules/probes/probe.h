// Probes of a container, as the kubelet will run them.
//
// Upstream: k8s.io/api/core/v1 (Probe), pkg/kubelet/prober/prober.go, pkg/probe/util.go (a named port is
// looked up in the
//   probed container alone).
#ifndef CHARTLINT_RULES_PROBES_PROBE_H_
#define CHARTLINT_RULES_PROBES_PROBE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/workload.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

enum class ProbeHandler : uint8_t { kNone, kExec, kHttp, kTcp, kGrpc };

struct Probe {
  absl::string_view key;  // "livenessProbe", "readinessProbe", "startupProbe"
  Node node;              // the probe's mapping
  ProbeHandler handler = ProbeHandler::kNone;
  Node action;                  // httpGet, tcpSocket, grpc or exec
  Node port_node;               // unset for exec
  absl::string_view port_name;  // empty if the port is a number
  int64_t port = 0;             // number, or what the name stands for in the container; 0: unknown
  absl::string_view host;       // as written; empty: the pod's IP
  absl::string_view path;       // httpGet, as written
  std::string Title() const;    // "liveness probe"
  bool OverNetwork() const { return handler != ProbeHandler::kNone && handler != ProbeHandler::kExec; }
};

// Those that are set, in the order liveness, readiness, startup.
std::vector<Probe> ProbesOf(const Container& container);

// "localhost", "127.0.0.1", "::1".
bool IsLoopback(absl::string_view host);

// The probe asks a port that is there for health: by the name of the declared port or, if it is not declared,
// by the path. A port that is declared under another name belongs to some other server, which may well
// answer.
bool AsksHealthPort(const Container& container, const Probe& probe);

// Something but the container's own declaration (and but the item `but`) speaks for a listener at this port
// of the pod.
bool SomebodyMayListen(const Release& release, const Workload& workload, const Container& container,
                       int64_t port, Node but);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_PROBES_PROBE_H_
