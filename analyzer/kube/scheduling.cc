// Where the pods of a workload may go (workload.h). Upstream: k8s.io/api/core/v1 (Affinity,
// TopologySpreadConstraint).
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

constexpr absl::string_view kHostname = "kubernetes.io/hostname";

// One node selector term that leaves a single node: hostname or metadata.name `In` one value.
bool IsOneNode(Node term) {
  for (const char* list : {"matchExpressions", "matchFields"}) {
    for (Node expression : term[list].Items()) {
      const absl::string_view key = TextOf(expression["key"]);
      if (key != kHostname && key != "metadata.name") continue;
      if (TextOf(expression["operator"]) == "In" && expression["values"].size() == 1) return true;
    }
  }
  return false;
}

}  // namespace

bool Workload::PinnedToOneNode() const {
  if (!TextOf(pod["nodeName"]).empty()) return true;
  if (pod["nodeSelector"][kHostname]) return true;
  const Node terms =
      pod["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"];
  return terms.size() == 1 && IsOneNode(terms[0]);  // terms are alternatives
}

bool Workload::KeepsPodsApart() const {
  const Node required = pod["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
  for (Node term : required.Items()) {
    if (TextOf(term["topologyKey"]) == kHostname && SelectorMatches(term["labelSelector"], pod_labels()))
      return true;
  }
  for (Node spread : pod["topologySpreadConstraints"].Items()) {
    if (TextOf(spread["topologyKey"]) == kHostname &&
        TextOf(spread["whenUnsatisfiable"]) == "DoNotSchedule" && spread["maxSkew"].AsInt() == 1 &&
        SelectorMatches(spread["labelSelector"], pod_labels())) {
      return true;
    }
  }
  return false;
}

}  // namespace chartlint
