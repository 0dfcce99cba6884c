// The lock of a leader election: where it lives and what it is called (rules/data/leader_election.yaml). Whether election
// is on says ReadLeaderElection of command_line.h.
// Upstream: client-go tools/leaderelection/resourcelock, component-base config (LeaderElectionConfiguration).
#ifndef CHARTLINT_ANALYZER_KUBE_LEADER_ELECTION_H_
#define CHARTLINT_ANALYZER_KUBE_LEADER_ELECTION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/kube/command_line.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct EnvVariable;

// Where the lock lives, as far as it is written.
struct ElectionLock {
  std::string ns;        // empty: the pod's own; may hold a $(NAME) that is not resolved
  bool own_ns = true;    // true also where a variable takes it from metadata.namespace
  std::string name;      // empty: chosen by the program
  bool leases = true;    // false: ConfigMaps or Endpoints hold the lock (too)
  Node node;             // what says so; absent if nothing is written
};

ElectionLock ReadElectionLock(const CommandLine& command_line, const std::vector<EnvVariable>& env);

// Election needs no flag in this program: it is built in, or on unless somebody says otherwise.
bool ElectsByDefault(absl::string_view program);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_LEADER_ELECTION_H_
