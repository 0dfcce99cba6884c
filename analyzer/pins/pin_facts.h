// What a pin says of a workload, held against it.
//
// Facts, all on effective values
//   replicas        pods
//   strategy        type; maxSurge and maxUnavailable in pods, resolved at the workload's replicas
//   hostNetwork     true or false
//   ports: none     no container or init container declares a port
//   probes          {httpGet: absent}: no probe of any container has that handler
//   flags           by name: `is` the value in effect, `times` how often it is given, `absent: true`
// Flags are looked for in the pin's `container`, else in the only main container, else in those that have them.
#ifndef CHARTLINT_ANALYZER_PINS_PIN_FACTS_H_
#define CHARTLINT_ANALYZER_PINS_PIN_FACTS_H_

#include <string>
#include <vector>

#include "analyzer/kube/object.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct BrokenFact {
  Node node;            // of the manifest; where something is missing, what it is missing from
  Node pinned;          // the fact's line in the pin
  std::string message;  // "maxUnavailable is 1 at replicas 1, pinned to 0"
  std::string subject;  // keeps facts apart: "strategy.maxSurge", "container web, flag --x"
};

// `pin` is an entry of `pins:` that has passed validation. The object must have a workload.
std::vector<BrokenFact> BrokenFacts(Node pin, const Object& object);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_PINS_PIN_FACTS_H_
