// Upstream: k8s.io/api/core/v1 (NodeSelector: terms are alternatives, expressions of a term must all hold).
#include "rules/ports/node_sharing.h"

#include <map>
#include <set>

#include "absl/strings/string_view.h"

namespace chartlint {

namespace {

struct Wish {
  std::set<absl::string_view> in;      // allowed values; empty: any
  std::set<absl::string_view> not_in;  // refused values
  bool exists = false, absent = false;
};
using Wishes = std::map<absl::string_view, Wish>;

Node RequiredTerms(const Workload& workload) {
  return workload
      .pod["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"];
}

// What a node must have. Several terms are alternatives, which MayShareNode does not judge.
Wishes WishesOf(const Workload& workload) {
  Wishes wishes;
  for (const auto& [key, value] : workload.pod["nodeSelector"].Entries()) {
    wishes[key.text()].in.insert(value.text());
    wishes[key.text()].exists = true;
  }
  const Node terms = RequiredTerms(workload);
  if (terms.size() != 1) return wishes;
  for (Node expression : terms[0]["matchExpressions"].Items()) {
    Wish& wish = wishes[TextOf(expression["key"])];
    const absl::string_view operation = TextOf(expression["operator"]);
    if (operation == "Exists") wish.exists = true;
    if (operation == "DoesNotExist") wish.absent = true;
    if (operation == "In" && wish.in.empty()) {
      wish.exists = true;
      for (Node value : expression["values"].Items()) wish.in.insert(value.text());
    }
    if (operation == "NotIn") {
      for (Node value : expression["values"].Items()) wish.not_in.insert(value.text());
    }
  }
  return wishes;
}

bool Compatible(const Wish& a, const Wish& b) {
  if ((a.exists && b.absent) || (a.absent && b.exists)) return false;
  if (a.in.empty()) return true;
  for (absl::string_view value : a.in) {
    if (b.not_in.count(value) == 0 && (b.in.empty() || b.in.count(value) > 0)) return true;
  }
  return false;
}

bool KeepsAway(const Workload& from, const Workload& other) {
  const Node required =
      from.pod["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
  for (Node term : required.Items()) {
    if (TextOf(term["topologyKey"]) == "kubernetes.io/hostname" &&
        SelectorMatches(term["labelSelector"], other.pod_labels())) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool MayShareNode(const Workload& a, const Workload& b) {
  const absl::string_view node_a = TextOf(a.pod["nodeName"]);
  const absl::string_view node_b = TextOf(b.pod["nodeName"]);
  if (!node_a.empty() && !node_b.empty() && node_a != node_b) return false;
  if (KeepsAway(a, b) || KeepsAway(b, a)) return false;
  if (RequiredTerms(a).size() > 1 || RequiredTerms(b).size() > 1) return false;
  const Wishes of_a = WishesOf(a);
  const Wishes of_b = WishesOf(b);
  for (const auto& [key, wish] : of_a) {
    const auto other = of_b.find(key);
    if (other != of_b.end() && (!Compatible(wish, other->second) || !Compatible(other->second, wish)))
      return false;
  }
  return true;
}

}  // namespace chartlint
