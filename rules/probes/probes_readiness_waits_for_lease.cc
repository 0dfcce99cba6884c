#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/command_line.h"
#include "rules/probes/probe.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

// What ties readiness to leadership; absent if nothing does.
Node TieOf(const Probe& probe) {
  if (probe.handler == ProbeHandler::kExec) {
    // The operator SDK wrote this file once it had become the leader.
    for (Node word : probe.action["command"].Items()) {
      if (absl::StrContains(word.text(), "/tmp/operator-sdk-ready")) return word;
    }
  }
  // client-go's /healthz/leader-election is healthy on those who do not lead; a bare leader path is not.
  if (probe.handler == ProbeHandler::kHttp &&
      (absl::EndsWith(probe.path, "/leader") || absl::EndsWith(probe.path, "/leaderz"))) {
    return probe.action["path"];
  }
  return Node();
}

}  // namespace

void ProbesReadinessWaitsForLease(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    if (workload->strategy.type != StrategyType::kRollingUpdate) continue;
    if (workload->controller != Controller::kDeployment && workload->controller != Controller::kRollout)
      continue;
    const ReplicaRange replicas = context.release.Replicas(*workload);
    const ResolvedRollout rollout = ResolveDeployment(workload->strategy, replicas.min);
    if (replicas.min < 1 || rollout.unavailable > 0) continue;
    for (const Container& container : workload->containers) {
      if (!container.RunsBesideMain()) continue;
      const LeaderElection& election = container.election;
      if (election.state == LeaderElection::State::kOff) continue;
      for (const Probe& probe : ProbesOf(container)) {
        const Node tie = probe.key == "readinessProbe" ? TieOf(probe) : Node();
        if (!tie) continue;
        report
            .Add(tie, absl::StrCat("container ", container.name, " is ready only as the leader (", tie.text(),
                                   "), and with ", replicas.Where(),
                                   " maxUnavailable resolves to 0: the new pod waits for the "
                                   "lease, the old one for the new pod to be ready, and the rollout stops"))
            .Subject(absl::StrCat("container ", container.name))
            .Note(election.node, "leader election is on")
            .Note(workload->strategy.node, "the strategy")
            .Note(replicas.node, replicas.Where());
      }
    }
  }
}

}  // namespace chartlint
