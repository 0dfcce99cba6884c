#include <string>

#include "absl/strings/str_cat.h"
#include "rules/leader/election_facts.h"
#include "rules/prototypes.h"

namespace chartlint {

void LeaderElectionOff(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    if (!RunsEqualPods(*workload)) continue;
    const Container* container = ElectingContainer(*workload, LeaderElection::State::kOff);
    if (container == nullptr) continue;
    const LeaderElection& election = container->election;
    const ReplicaRange replicas = context.release.Replicas(*workload);
    const std::string subject = absl::StrCat("container ", container->name);
    if (replicas.max > 1) {
      report
          .Add(election.node, absl::StrCat(election.said, " with ", replicas.Where(), ": ", replicas.max,
                                           " processes work at the same objects and none of them leads"))
          .Note(replicas.node, "the pods are counted here")
          .Subject(subject);
      continue;
    }
    if (workload->strategy.type != StrategyType::kRollingUpdate || replicas.max < 1) continue;
    const int64_t surge = ResolveDeployment(workload->strategy, replicas.max).surge;
    if (surge < 1) continue;
    // A surge that somebody wrote is a decision; a defaulted one is what every chart has.
    const bool written = !workload->strategy.rolling_update.IsUnset();
    auto finding = report.Add(
        election.node, absl::StrCat(election.said, " with maxSurge ", surge, written ? "" : " (default)",
                                    ": during a rollout the old and the new process work at the same objects"));
    finding.Note(workload->strategy.rolling_update, absl::StrCat("the rollout starts ", surge, " more before the old pod ends"));
    finding.Subject(subject);
    if (!written) finding.Strict();
  }
}

}  // namespace chartlint
