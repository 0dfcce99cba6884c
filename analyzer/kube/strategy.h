// Rollout strategies as the API server defaults them and the controllers resolve them.
//
// Upstream: pkg/apis/apps/v1/defaults.go (Deployment 25 %/25 %; DaemonSet maxUnavailable 1, maxSurge 0),
//   pkg/controller/deployment/util/deployment_util.go ResolveFenceposts (surge rounds up, unavailable rounds down, both
//   zero -> unavailable 1) and MaxUnavailable (never above the replicas, 0 replicas -> 0), pkg/controller/daemon
//   (both round up over the desired number; unavailable 0 and surge 0 together are refused).
// Units: pods. Percentages are whole numbers.
#ifndef CHARTLINT_ANALYZER_KUBE_STRATEGY_H_
#define CHARTLINT_ANALYZER_KUBE_STRATEGY_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

// intstr.IntOrString as used by strategies and budgets: `1`, `"25%"`. A string that is no percentage is refused upstream.
struct IntOrPercent {
  bool percent = false;
  int64_t value = 0;
  static std::optional<IntOrPercent> From(Node node);
  int64_t RoundUp(int64_t total) const;
  int64_t RoundDown(int64_t total) const;
  std::string ToString() const;  // "1", "25%"
  bool IsZero() const { return value == 0; }
};

// A value with its origin: `node` is unset when the API server would default it.
template <typename T>
struct Effective {
  T value{};
  Node node;
  bool defaulted() const { return node.IsUnset(); }
};

enum class StrategyType : uint8_t { kNone, kRollingUpdate, kRecreate, kOnDelete, kUnknown };
// As manifests write it; empty for kNone and kUnknown.
absl::string_view StrategyTypeName(StrategyType type);

struct RolloutStrategy {
  StrategyType type = StrategyType::kNone;
  Node node;            // spec.strategy / spec.updateStrategy; may be unset
  Node type_node;       // unset if defaulted
  Node rolling_update;  // the block (Rollout: the canary block); may be unset
  Effective<IntOrPercent> max_surge;
  Effective<IntOrPercent> max_unavailable;
  // A surge or an unavailable number is written, or the type is: the author chose.
  bool written() const { return !type_node.IsUnset() || !rolling_update.IsUnset(); }
};

struct ResolvedRollout {
  int64_t replicas = 0;
  int64_t surge = 0;
  int64_t unavailable = 0;          // at most replicas
  bool unavailable_raised = false;  // both resolved to zero, the controller raised unavailable to 1
  int64_t available_at_least() const { return replicas - unavailable; }
};

// Deployment (and Rollout) arithmetic. Meaningful for kRollingUpdate only.
ResolvedRollout ResolveDeployment(const RolloutStrategy& strategy, int64_t replicas);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_STRATEGY_H_
