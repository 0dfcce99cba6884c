#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/index/pod_makers.h"
#include "rules/budget/budget_facts.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// "part-of=shop", what the budget asks for and the pods have not.
std::string LackedLabels(Node selector, Node pod_labels) {
  std::vector<std::string> lacked;
  for (const auto& [key, value] : selector["matchLabels"].Entries()) {
    const Node label = pod_labels[key.text()];
    if (!label || TextOf(label) != TextOf(value))
      lacked.push_back(absl::StrCat(key.text(), "=", TextOf(value)));
  }
  return lacked.empty() ? "what matchExpressions ask for" : absl::StrJoin(lacked, ", ");
}

}  // namespace

void BudgetSelectsNothing(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  if (release.HoldsBackMissing() || HasPodMakers(release)) return;
  for (const Object* budget : BudgetsOf(release)) {
    const Node selector = budget->spec()["selector"];
    const Workload* only_the_object = nullptr;
    bool selects = false;
    for (const Workload* workload : release.workloads()) {
      if (release.SameNamespace(workload->object->ns, budget->ns) == Same::kNo) continue;
      if (SelectorMatches(selector, workload->pod_labels())) selects = true;
      if (only_the_object == nullptr && workload->role == PodRole::kService &&
          SelectorMatches(selector, workload->object->labels()))
        only_the_object = workload;
    }
    if (selects) continue;
    const Node place = selector["matchLabels"].IsUnset() ? selector : selector["matchLabels"];
    if (only_the_object == nullptr) {
      report.Add(place, "selects none of the release's pods: it protects nothing").Strict();
      continue;
    }
    const Node labels = only_the_object->pod_labels();
    report
        .Add(place,
             absl::StrCat("fits the labels of ", only_the_object->object->Title(), ", but its pods lack ",
                          LackedLabels(selector, labels), ": no pod is protected"))
        .Note(labels.IsUnset() ? only_the_object->object->Anchor() : labels, "labels of the pods");
  }
}

}  // namespace chartlint
