// Upstream: pkg/controller/podautoscaler/horizontal.go (validateAndParseSelector: condition
// AmbiguousSelector); kedacore/keda apis/keda/v1alpha1/scaledobject_webhook.go (verifyHpas,
// verifyScaledObjects).
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// `scaler` is a ScaledObject that adopts the HorizontalPodAutoscaler `other`.
bool TakesOver(const Object& scaler, const Object& other) {
  return scaler.kind == "ScaledObject" && other.kind == "HorizontalPodAutoscaler" &&
         TextOf(scaler.annotations()["scaledobject.keda.sh/transfer-hpa-ownership"]) == "true" &&
         TextOf(scaler.spec()["advanced"]["horizontalPodAutoscalerConfig"]["name"]) == other.name;
}

}  // namespace

void ScalingTwoAutoscalers(const ReleaseContext& context, Reporter& report) {
  absl::flat_hash_map<const Object*, const Autoscaler*> first_of;
  for (const Autoscaler& scaler : context.release.autoscalers()) {
    if (scaler.scaled == nullptr) continue;
    if (context.release.SameNamespace(scaler.scaled->ns, scaler.object->ns) != Same::kYes) continue;
    const auto [entry, is_first] = first_of.emplace(scaler.scaled, &scaler);
    if (is_first) continue;
    const Object& other = *entry->second->object;
    // The same object twice is another fault.
    if (other.kind == scaler.object->kind && other.name == scaler.object->name) continue;
    if (TakesOver(*scaler.object, other)) continue;
    report
        .Add(scaler.target.reference,
             absl::StrCat(other.Title(), " has the same target ", scaler.scaled->Title(),
                          scaler.object->kind == "ScaledObject"
                              ? ": KEDA refuses this one, or neither scales (AmbiguousSelector)"
                              : ": neither scales (AmbiguousSelector)"))
        .Subject(other.Title())
        .Note(entry->second->target.reference, absl::StrCat("target of ", other.Title()));
  }
}

}  // namespace chartlint
