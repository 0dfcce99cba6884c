// Release, part: how many pods a workload has, by its own word or its autoscaler's.
//
// Upstream: k8s.io/api/autoscaling (minReplicas defaults to 1); KEDA ScaledObject (minReplicaCount defaults
// to 0, maxReplicaCount to 100, idleReplicaCount below the minimum while no trigger is active).
#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/index/release.h"

namespace chartlint {
namespace {

void ReadMinimum(Node spec, const char* key, int64_t by_default, ReplicaRange* range) {
  range->field = key;
  range->min = spec[key].AsInt().value_or(by_default);
  if (!spec[key].IsUnset()) range->node = spec[key];
}

ReplicaRange ReadRange(const Object& scaler) {
  const Node spec = scaler.spec();
  ReplicaRange range;
  range.autoscaled = true;
  range.scaler = &scaler;
  if (scaler.kind == "ScaledObject") {
    ReadMinimum(spec, "minReplicaCount", 0, &range);
    const std::optional<int64_t> idle = spec["idleReplicaCount"].AsInt();
    if (idle.has_value() && *idle < range.min) ReadMinimum(spec, "idleReplicaCount", 0, &range);
    range.max = spec["maxReplicaCount"].AsInt().value_or(100);
  } else {
    ReadMinimum(spec, "minReplicas", 1, &range);
    range.max = spec["maxReplicas"].AsInt().value_or(range.min);
  }
  range.max = std::max(range.max, range.min);
  return range;
}

}  // namespace

void Release::IndexScalers() {
  for (const absl::string_view kind : {"HorizontalPodAutoscaler", "ScaledObject"}) {
    for (const Object* object : OfKind(kind)) {
      const std::optional<ScaleTarget> target = ScaleTargetOf(*object);
      if (!target.has_value()) continue;
      Autoscaler scaler;
      scaler.object = object;
      scaler.target = *target;
      scaler.scaled = Find(target->group, target->kind, target->name, object->ns);
      scaler.range = ReadRange(*object);
      if (scaler.scaled != nullptr && scaler.scaled->workload != nullptr)
        scaled_.emplace(scaler.scaled->workload.get(), scaler.range);
      autoscalers_.push_back(std::move(scaler));
    }
  }
}

ReplicaRange Release::Replicas(const Workload& workload) const {
  const auto found = scaled_.find(&workload);
  if (found != scaled_.end()) return found->second;
  ReplicaRange range;
  range.min = range.max = workload.replicas;
  if (!workload.replicas_node.IsUnset()) range.node = workload.replicas_node;
  return range;
}

std::string ReplicaRange::Where() const {
  const std::string number = absl::StrCat(field, " ", min, node.IsUnset() ? " (default)" : "");
  return scaler == nullptr ? number : absl::StrCat(number, " of ", scaler->Title());
}

}  // namespace chartlint
