#include <string>

#include "absl/strings/str_cat.h"
#include "rules/budget/budget_facts.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

constexpr size_t kWorkloadsInMessage = 3;

// "replicas 1 (default) of Deployment/web", joined.
std::string Pods(const Release& release, const std::vector<const Workload*>& covered) {
  std::string text;
  for (size_t i = 0; i < covered.size() && i < kWorkloadsInMessage; ++i) {
    const ReplicaRange range = release.Replicas(*covered[i]);
    absl::StrAppend(&text, i == 0 ? "" : " + ", range.Where(), range.scaler != nullptr ? " for " : " of ",
                    covered[i]->object->Title());
  }
  if (covered.size() > kWorkloadsInMessage) absl::StrAppend(&text, " + …");
  return text;
}

}  // namespace

void BudgetBlocksDrain(const ReleaseContext& context, Reporter& report) {
  for (const Object* budget : BudgetsOf(context.release)) {
    const std::optional<Bound> bound = BoundOf(*budget);
    if (!bound.has_value()) continue;
    const std::optional<std::vector<const Workload*>> covered = CoveredBy(context.release, *budget);
    if (!covered.has_value() || covered->empty()) continue;
    int64_t fewest = 0, most = 0;
    for (const Workload* workload : *covered) {
      const ReplicaRange range = context.release.Replicas(*workload);
      fewest += range.min;
      most += range.max;
    }
    if (fewest <= 0 || bound->Allowed(fewest) > 0) continue;
    const bool at_the_minimum_only = bound->Allowed(most) > 0;
    auto finding = report.Add(
        bound->node,
        absl::StrCat(bound->Of(fewest), " (", Pods(context.release, *covered), "): no node that runs ",
                     fewest == 1 ? "it" : "one of them", " can be drained",
                     at_the_minimum_only ? " while the autoscaler keeps its minimum" : ""));
    if (at_the_minimum_only) finding.As(Severity::kNote);
    for (const Workload* workload : *covered) {
      const ReplicaRange range = context.release.Replicas(*workload);
      finding.Note(range.node.IsUnset() ? workload->object->Anchor() : range.node,
                   absl::StrCat(range.Where(), " of ", workload->object->Title()));
    }
  }
}

}  // namespace chartlint
