// Upstream: pkg/apis/policy/validation/validation.go (ValidatePodDisruptionBudgetSpec).
#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"

namespace chartlint {

void BudgetBothBounds(const ObjectContext& context, Reporter& report) {
  if (!context.object.Is("policy", "PodDisruptionBudget")) return;
  const Node minimum = context.object.spec()["minAvailable"];
  const Node maximum = context.object.spec()["maxUnavailable"];
  if (minimum.IsUnset() || maximum.IsUnset()) return;
  report
      .Add(maximum, absl::StrCat("minAvailable ", minimum.text(), " and maxUnavailable ", maximum.text(),
                                 " are both set: the API server refuses the budget"))
      .Note(minimum, "minAvailable is set here");
}

}  // namespace chartlint
