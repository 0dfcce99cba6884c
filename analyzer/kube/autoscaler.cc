#include "analyzer/kube/autoscaler.h"

#include <utility>

#include "absl/strings/str_split.h"

namespace chartlint {

std::optional<ScaleTarget> ScaleTargetOf(const Object& object) {
  const bool by_keda = object.Is("keda.sh", "ScaledObject");
  if (!by_keda && !object.Is("autoscaling", "HorizontalPodAutoscaler")) return std::nullopt;
  ScaleTarget target;
  target.reference = object.spec()["scaleTargetRef"];
  target.kind = TextOf(target.reference["kind"]);
  if (target.kind.empty() && by_keda) target.kind = "Deployment";
  target.name = TextOf(target.reference["name"]);
  if (target.kind.empty() || target.name.empty()) return std::nullopt;
  const absl::string_view version = TextOf(target.reference["apiVersion"]);
  const std::pair<absl::string_view, absl::string_view> group_and_version =
      absl::StrSplit(version, absl::MaxSplits('/', 1));
  if (version.empty()) {
    target.group = "*";
  } else if (!group_and_version.second.empty()) {
    target.group = group_and_version.first;
  }
  return target;
}

}  // namespace chartlint
