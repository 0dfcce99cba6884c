// What several rules of this family ask: the sum of a rollout, and what a second pod would have to share.
#ifndef CHARTLINT_RULES_STRATEGY_ROLLOUT_FACTS_H_
#define CHARTLINT_RULES_STRATEGY_ROLLOUT_FACTS_H_

#include <optional>
#include <string>
#include <vector>

#include "analyzer/index/release.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

struct RolloutSum {
  ReplicaRange range;  // resolved for its minimum
  ResolvedRollout resolved;
};

// Of a Deployment or Rollout that rolls, runs as a service and has a pod to keep; nullopt for every other
// workload.
std::optional<RolloutSum> SumOf(const Release& release, const Workload& workload);

// "maxSurge 1", "maxSurge 25% (default) of 3 = 1".
std::string SurgeText(const RolloutStrategy& strategy, const ResolvedRollout& resolved);
std::string UnavailableText(const RolloutStrategy& strategy, const ResolvedRollout& resolved);

// A new pod and an old one stand side by side at each update.
bool SurgesOnEachNode(const Workload& workload);  // a DaemonSet with maxSurge above 0

struct HostPort {
  const Container* container = nullptr;
  const ContainerPort* port = nullptr;
  Node node() const;         // hostPort where it is written, else containerPort
  std::string Text() const;  // "host port 80/TCP of container web"
};
// Of all containers, init containers included: the scheduler counts them, too.
std::vector<HostPort> HostPortsOf(const Workload& workload);

// Listeners that a flag or the environment opens on the node's network and that no port declares, so that the
// scheduler does not keep two of these pods apart.
struct HostListener {
  const Container* container = nullptr;
  const Listener* listener = nullptr;
};
std::vector<HostListener> UndeclaredHostListeners(const Workload& workload);

// The pods are on one node anyway: pinned there, or drawn to each other by a required affinity on the
// hostname.
bool SharesOneNode(const Workload& workload);

// "DaemonSet", "Deployment": the kind, as messages name the workload.
std::string KindOf(const Workload& workload);

// What a finding about the strategy points at: the number or type that is written, else `otherwise`.
Node StrategyNode(const RolloutStrategy& strategy, Node otherwise);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_STRATEGY_ROLLOUT_FACTS_H_
