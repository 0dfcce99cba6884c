#include "rules/strategy/rollout_facts.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

std::string NumberText(absl::string_view name, const Effective<IntOrPercent>& number, int64_t replicas,
                       int64_t resolved) {
  std::string text = absl::StrCat(name, " ", number.value.ToString(), number.defaulted() ? " (default)" : "");
  if (number.value.percent) absl::StrAppend(&text, " of ", replicas, " = ", resolved);
  return text;
}

}  // namespace

std::optional<RolloutSum> SumOf(const Release& release, const Workload& workload) {
  const bool rolls =
      workload.controller == Controller::kDeployment || workload.controller == Controller::kRollout;
  if (!rolls || workload.role != PodRole::kService || workload.strategy.type != StrategyType::kRollingUpdate)
    return std::nullopt;
  RolloutSum sum;
  sum.range = release.Replicas(workload);
  if (sum.range.min < 1) return std::nullopt;  // scaled to zero on purpose
  sum.resolved = ResolveDeployment(workload.strategy, sum.range.min);
  return sum;
}

std::string SurgeText(const RolloutStrategy& strategy, const ResolvedRollout& resolved) {
  return NumberText("maxSurge", strategy.max_surge, resolved.replicas, resolved.surge);
}

std::string UnavailableText(const RolloutStrategy& strategy, const ResolvedRollout& resolved) {
  return NumberText("maxUnavailable", strategy.max_unavailable, resolved.replicas, resolved.unavailable);
}

bool SurgesOnEachNode(const Workload& workload) {
  return workload.controller == Controller::kDaemonSet && workload.role == PodRole::kService &&
         workload.strategy.type == StrategyType::kRollingUpdate &&
         !workload.strategy.max_surge.value.IsZero();
}

Node HostPort::node() const {
  return port->host_port_written ? port->node["hostPort"] : port->node["containerPort"];
}

std::string HostPort::Text() const {
  return absl::StrCat("host port ", port->host_port, "/", port->protocol, " of container ", container->name);
}

std::vector<HostPort> HostPortsOf(const Workload& workload) {
  std::vector<HostPort> ports;
  for (const Container& container : workload.containers) {
    for (const ContainerPort& port : container.ports) {
      if (port.host_port > 0) ports.push_back({&container, &port});
    }
  }
  return ports;
}

std::vector<HostListener> UndeclaredHostListeners(const Workload& workload) {
  std::vector<HostListener> listeners;
  if (!workload.host_network || !HostPortsOf(workload).empty()) return listeners;
  for (const Container& container : workload.containers) {
    if (!container.RunsBesideMain()) continue;
    for (const Listener& listener : container.listeners) {
      if (listener.off || listener.port <= 0 || listener.origin == ListenerOrigin::kProgramDefault) continue;
      listeners.push_back({&container, &listener});
    }
  }
  return listeners;
}

bool SharesOneNode(const Workload& workload) {
  if (workload.PinnedToOneNode()) return true;
  const Node required =
      workload.pod["affinity"]["podAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
  const std::vector<Node> terms = required.Items();
  return std::any_of(terms.begin(), terms.end(), [&](Node term) {
    return TextOf(term["topologyKey"]) == "kubernetes.io/hostname" &&
           SelectorMatches(term["labelSelector"], workload.pod_labels());
  });
}

std::string KindOf(const Workload& workload) { return std::string(workload.object->kind); }

Node StrategyNode(const RolloutStrategy& strategy, Node otherwise) {
  for (Node node : {strategy.max_surge.node, strategy.max_unavailable.node, strategy.type_node}) {
    if (!node.IsUnset()) return node;
  }
  return otherwise;
}

}  // namespace chartlint
