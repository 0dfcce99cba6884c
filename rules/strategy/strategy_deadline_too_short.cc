#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"

namespace chartlint {

void StrategyDeadlineTooShort(const ObjectContext& context, Reporter& report) {
  const Workload* workload = context.object.workload.get();
  if (workload == nullptr || workload->controller != Controller::kDeployment) return;
  const Node deadline = context.object.spec()["progressDeadlineSeconds"];
  const Node ready = context.object.spec()["minReadySeconds"];
  if (!deadline.IsUnset() && !deadline.AsInt().has_value()) return;  // refused for another reason
  const int64_t deadline_seconds = deadline.IsUnset() ? 600 : deadline.AsInt().value_or(600);
  const int64_t ready_seconds = ready.AsInt().value_or(0);
  if (deadline_seconds > ready_seconds) return;
  report
      .Add(deadline.IsUnset() ? ready : deadline,
           absl::StrCat("progressDeadlineSeconds ", deadline_seconds, deadline.IsUnset() ? " (default)" : "",
                        " is not above minReadySeconds ", ready_seconds, ready.IsUnset() ? " (default)" : "",
                        ": the API server refuses the Deployment"))
      .Note(deadline.IsUnset() ? Node() : ready,
            absl::StrCat("minReadySeconds ", ready_seconds, " is written here"));
}

}  // namespace chartlint
