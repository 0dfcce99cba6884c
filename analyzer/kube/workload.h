// Workloads: the pod template of an object with its containers, their ports, environment and command lines,
// resolved once.
//
// Lifetime: everything refers into the Document of the Object. Immutable.
// Upstream: k8s.io/api/core/v1 (PodSpec, Container), pkg/apis/core/v1/defaults.go (protocol TCP, hostPort
// defaulted to
//   containerPort under hostNetwork: SetDefaults_PodSpec/defaultHostNetworkPorts), KEP-753 (native sidecars).
#ifndef CHARTLINT_ANALYZER_KUBE_WORKLOAD_H_
#define CHARTLINT_ANALYZER_KUBE_WORKLOAD_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/kube/command_line.h"
#include "analyzer/kube/kinds.h"
#include "analyzer/kube/leader_election.h"
#include "analyzer/kube/listener.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/strategy.h"

namespace chartlint {

struct ProgramFacts;

enum class ContainerRole : uint8_t {
  kMain,
  kInit,
  kSidecar,
  kEphemeral
};  // kSidecar: init with restartPolicy Always

struct ContainerPort {
  Node node;                           // the item
  absl::string_view name;              // may be empty
  int64_t number = 0;                  // containerPort; 0 if not a number
  absl::string_view protocol = "TCP";  // effective
  absl::string_view host_ip;           // as written; empty = all addresses
  // Effective: hostPort as written (> 0), else containerPort under hostNetwork, else 0.
  int64_t host_port = 0;
  bool host_port_written = false;
};

struct EnvVariable {
  Node node;  // the item of env
  absl::string_view name;
  Node value;       // unset if it comes from elsewhere
  Node value_from;  // unset if literal
};

struct Container {
  ContainerRole role = ContainerRole::kMain;
  Node node;  // the item of containers / initContainers / ephemeralContainers
  absl::string_view name;
  absl::string_view image;
  std::vector<ContainerPort> ports;
  std::vector<EnvVariable> env;
  CommandLine command_line;
  std::vector<Listener> listeners;  // by flags and environment, in effect (winning occurrences)
  LeaderElection election;
  ElectionLock lock;                // filled where election is on

  // By the name of its command or of its image, as IsProgram compares.
  bool Runs(absl::string_view program) const;
  bool RunsBesideMain() const { return role == ContainerRole::kMain || role == ContainerRole::kSidecar; }
  const ContainerPort* PortNamed(absl::string_view name) const;
  const ContainerPort* PortNumbered(int64_t number, absl::string_view protocol = "TCP") const;
  const EnvVariable* Env(absl::string_view name) const;  // the last one of that name wins
};

enum class PodRole : uint8_t { kService, kJob, kHook };  // test hooks are no workloads

struct Workload {
  const Object* object = nullptr;
  const ProgramFacts* facts = nullptr;  // with which its containers were read
  Controller controller = Controller::kCustom;
  PodRole role = PodRole::kService;
  Node pod_metadata;  // template.metadata (or the Pod's own)
  Node pod;           // pod spec
  bool host_network = false;
  absl::string_view service_account;  // effective: "default" if unset
  Node service_account_node;          // unset if defaulted
  std::vector<Container> containers;  // main first in spec order, then init containers, then ephemeral ones
  Node replicas_node;                 // spec.replicas as written; may be unset
  int64_t replicas = 1;               // written or defaulted (1; DaemonSet and Pod: 1)
  RolloutStrategy strategy;           // Deployment, Rollout, DaemonSet, StatefulSet; kNone elsewhere

  Node pod_labels() const { return pod_metadata["labels"]; }
  const Container* ContainerNamed(absl::string_view name) const;
  // nodeName, a nodeSelector on kubernetes.io/hostname, or required node affinity to a single hostname.
  bool PinnedToOneNode() const;
  // Required pod anti-affinity to its own labels on kubernetes.io/hostname, or a topology spread on hostname
  // with DoNotSchedule and maxSkew 1: two of these pods never share a node.
  bool KeepsPodsApart() const;
};

// The workload of an object that is complete but for `workload`; null if its kind holds no pod template, if
// the template is not there (a Rollout with workloadRef), and for test hooks. `object` must outlive it.
std::shared_ptr<const Workload> BuildWorkload(const Object& object, const ProgramFacts& facts);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_WORKLOAD_H_
