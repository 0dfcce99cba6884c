// Upstream: helm/helm pkg/kube/client.go (createPatch: a three-way strategic merge with the live object for
// kinds that it has a type for, a two-way merge of the manifests for all others); kedacore/keda
// apis/keda/v1alpha1/scaledobject_types.go (the annotations that pause).
#include <string>

#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/scaling/scalable.h"

namespace chartlint {
namespace {

bool IsPaused(const Object& scaler) {
  return scaler.annotations()["autoscaling.keda.sh/paused"].IsTrue() ||
         TextOf(scaler.annotations()["autoscaling.keda.sh/paused"]) == "true" ||
         !scaler.annotations()["autoscaling.keda.sh/paused-replicas"].IsUnset();
}

// " (2 to 10)"; nothing where the maximum is left to whoever switches the autoscaler on.
std::string RangeOf(const Autoscaler& scaler) {
  if (scaler.object->kind == "HorizontalPodAutoscaler" && scaler.object->spec()["maxReplicas"].IsUnset()) return "";
  return absl::StrCat(" (", scaler.range.min, " to ", scaler.range.max, ")");
}

}  // namespace

void ScalingReplicasSet(const ReleaseContext& context, Reporter& report) {
  for (const Autoscaler& scaler : context.release.autoscalers()) {
    if (scaler.scaled == nullptr || scaler.scaled->workload == nullptr) continue;
    const Workload& workload = *scaler.scaled->workload;
    if (!IsKubernetesScalable(workload) || IsPaused(*scaler.object)) continue;
    if (context.release.SameNamespace(scaler.scaled->ns, scaler.object->ns) != Same::kYes) continue;
    const std::optional<int64_t> written = workload.replicas_node.AsInt();
    if (!written.has_value() || *written == 0) continue;
    if (scaler.range.min == *written && scaler.range.max == *written) continue;
    report
        .Add(workload.replicas_node,
             absl::StrCat("replicas ", *written, " is written although ", scaler.object->Title(),
                          " chooses the number", RangeOf(scaler), ": each upgrade throws it back to ", *written))
        .Subject(scaler.object->Title())
        .Note(scaler.target.reference, absl::StrCat(scaler.object->Title(), " scales it"));
  }
}

}  // namespace chartlint
