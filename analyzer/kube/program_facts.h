// What is known of programs by their flags and variables: what binds a port, what elects a leader. The built-in tables, and
// what a configuration adds to them.
//
// Lifetime: refers into the nodes that were added. Never changes; any thread may read it.
#ifndef CHARTLINT_ANALYZER_KUBE_PROGRAM_FACTS_H_
#define CHARTLINT_ANALYZER_KUBE_PROGRAM_FACTS_H_

#include <vector>

#include "analyzer/kube/leader_election.h"
#include "analyzer/kube/listener_table.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct ProgramFacts {
  // Entries of rules/data/listeners.yaml and leader_election.yaml, which they go before.
  ProgramFacts(const std::vector<Node>& added_listeners, const std::vector<Node>& added_elections)
      : listeners(added_listeners), elections(added_elections) {}

  // The tables alone; read at first use, lives as long as the program.
  static const ProgramFacts& BuiltIn();

  ListenerTable listeners;
  ElectionTable elections;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_PROGRAM_FACTS_H_
