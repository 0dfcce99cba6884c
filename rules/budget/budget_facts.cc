#include "rules/budget/budget_facts.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzer/index/pod_makers.h"

namespace chartlint {
namespace {

// Whoever has the pods of the budget is selected by the workload, too: nobody else's pods may be, or the
// workload would take them for its own.
bool SelectsNoMoreThan(const Workload& workload, Node selector) {
  const Node own = workload.object->spec()["selector"]["matchLabels"];
  return own.size() > 0 && HasLabels(selector["matchLabels"], own);
}

// Some autoscaler of a kind that is not read (HTTPScaledObject, WatermarkPodAutoscaler, …) chooses the number
// of pods.
bool ScaledByUnknown(const Release& release, const Workload& workload) {
  return std::any_of(release.objects().begin(), release.objects().end(), [&](const Object* object) {
    if (ScaleTargetOf(*object).has_value() || object->group == "autoscaling.k8s.io") return false;
    for (const char* key : {"scaleTargetRef", "targetRef"}) {
      const Node reference = object->spec()[key];
      if (TextOf(reference["name"]) == workload.object->name &&
          (reference["kind"].IsUnset() || TextOf(reference["kind"]) == workload.object->kind))
        return true;
    }
    return false;
  });
}

enum class Share : uint8_t { kCounted, kPassing, kUnknown };

// How the pods of a selected workload count.
Share ShareOf(const Workload& workload) {
  if (workload.role != PodRole::kService) return Share::kPassing;
  switch (workload.controller) {
    case Controller::kDeployment:
    case Controller::kStatefulSet:
    case Controller::kReplicaSet:
    case Controller::kReplicationController:
    case Controller::kRollout:
      return Share::kCounted;
    case Controller::kJob:
    case Controller::kCronJob:
    case Controller::kPodTemplate:
      return Share::kPassing;
    default:
      return Share::kUnknown;
  }
}

}  // namespace

std::vector<const Object*> BudgetsOf(const Release& release) {
  std::vector<const Object*> budgets;
  for (const Object* budget : release.OfKind("PodDisruptionBudget")) {
    const Node selector = budget->spec()["selector"];
    if (budget->group == "policy" && selector["matchLabels"].size() + selector["matchExpressions"].size() > 0)
      budgets.push_back(budget);
  }
  return budgets;
}

int64_t Bound::Allowed(int64_t pods) const {
  const int64_t resolved = value.RoundUp(pods);
  return std::max<int64_t>(0, is_minimum ? pods - resolved : std::min(resolved, pods));
}

std::string Bound::Of(int64_t pods) const {
  return absl::StrCat(Name(), " ", value.ToString(),
                      value.percent ? absl::StrCat(" (", value.RoundUp(pods), ")") : "", " of ", pods,
                      pods == 1 ? " pod" : " pods");
}

std::optional<Bound> BoundOf(const Object& budget) {
  const Node minimum = budget.spec()["minAvailable"];
  const Node maximum = budget.spec()["maxUnavailable"];
  if (minimum.IsUnset() == maximum.IsUnset()) return std::nullopt;
  Bound bound;
  bound.is_minimum = !minimum.IsUnset();
  bound.node = bound.is_minimum ? minimum : maximum;
  const std::optional<IntOrPercent> value = IntOrPercent::From(bound.node);
  if (!value.has_value() || value->value < 0) return std::nullopt;
  bound.value = *value;
  return bound;
}

std::optional<std::vector<const Workload*>> CoveredBy(const Release& release, const Object& budget) {
  const Node selector = budget.spec()["selector"];
  std::vector<const Workload*> covered;
  bool may_be_more = HasPodMakers(release);
  for (const Workload* workload : release.workloads()) {
    if (!SelectorMatches(selector, workload->pod_labels())) continue;
    const Same same = release.SameNamespace(workload->object->ns, budget.ns);
    if (same == Same::kNo) continue;
    const Share share = ShareOf(*workload);
    if (share == Share::kPassing) continue;
    const Node replicas = workload->replicas_node;
    if (share == Share::kUnknown || same == Same::kMaybe ||
        (!replicas.IsUnset() && !replicas.AsInt().has_value()) || ScaledByUnknown(release, *workload))
      return std::nullopt;
    if (SelectsNoMoreThan(*workload, selector)) may_be_more = false;
    covered.push_back(workload);
  }
  if (may_be_more) return std::nullopt;
  return covered;
}

}  // namespace chartlint
