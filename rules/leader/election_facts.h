// What the leader election rules share: the containers that may elect, what they say, and when election is missed.
#ifndef CHARTLINT_RULES_LEADER_ELECTION_FACTS_H_
#define CHARTLINT_RULES_LEADER_ELECTION_FACTS_H_

#include "analyzer/index/release.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

// A Deployment or Rollout that serves: several equal pods, any of which may lead.
bool RunsEqualPods(const Workload& workload);

// The first main or sidecar container that says it elects (or says it does not); nullptr if none says so.
const Container* ElectingContainer(const Workload& workload, LeaderElection::State state);

// A controller by its name or image (operator, controller, manager), and neither an API server nor a webhook.
bool IsController(const Workload& workload);

// Some word of leader election or leases stands in the arguments, the environment, or configuration that the pod reads.
bool SpeaksOfElection(const Release& release, const Workload& workload);

// The account may renew some lease by its name, or holds a role made for an election on ConfigMaps or Endpoints.
bool HoldsNamedLock(const Release& release, const Workload& workload);

// Two or more pods of a controller that writes objects of its own group, says nothing of election, does not have it built in, and may
// not update leases: nothing keeps two of them from reconciling the same object.
bool MissesElection(const Release& release, const Workload& workload);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_LEADER_ELECTION_FACTS_H_
