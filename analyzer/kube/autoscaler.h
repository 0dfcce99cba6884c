// Autoscalers and what they scale, as their controllers read it.
//
// Upstream: pkg/controller/podautoscaler/horizontal.go (reconcileAutoscaler maps group and kind of
//   scaleTargetRef, in exactly these letters and without the version, to a resource in its own namespace);
//   kedacore/keda apis/keda/v1alpha1/gvkr.go (ParseGVKR: apiVersion defaults to apps/v1, kind to Deployment).
#ifndef CHARTLINT_ANALYZER_KUBE_AUTOSCALER_H_
#define CHARTLINT_ANALYZER_KUBE_AUTOSCALER_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "analyzer/kube/object.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct ScaleTarget {
  Node reference;           // spec.scaleTargetRef
  absl::string_view group;  // "*" if no apiVersion is written
  absl::string_view kind;   // as written, or defaulted
  absl::string_view name;   // never empty

  // What a finding about the target points at: the written kind, else the name.
  Node KindNode() const { return reference["kind"].IsUnset() ? reference["name"] : reference["kind"]; }
};

// Of a HorizontalPodAutoscaler or a ScaledObject; nullopt for all other kinds, and where no kind or name is
// written.
std::optional<ScaleTarget> ScaleTargetOf(const Object& object);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_AUTOSCALER_H_
