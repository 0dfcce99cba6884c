#include "analyzer/kube/strategy.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/kube/rollout_reader.h"

namespace chartlint {
namespace {

constexpr IntOrPercent kQuarter{true, 25};
constexpr IntOrPercent kOne{false, 1};
constexpr IntOrPercent kNone{false, 0};

// Fills `effective`; false if a value is written that the API server refuses.
bool ReadNumber(Node block, const char* key, IntOrPercent by_default, Effective<IntOrPercent>* effective) {
  effective->value = by_default;
  const Node node = block[key];
  if (node.IsUnset()) return true;
  effective->node = node;
  const std::optional<IntOrPercent> written = IntOrPercent::From(node);
  if (written.has_value()) effective->value = *written;
  return written.has_value();
}

StrategyType TypeNamed(absl::string_view name) {
  if (name == "RollingUpdate") return StrategyType::kRollingUpdate;
  if (name == "Recreate") return StrategyType::kRecreate;
  if (name == "OnDelete") return StrategyType::kOnDelete;
  return StrategyType::kUnknown;
}

// `type` and `rollingUpdate` of apps/v1; an empty type is defaulted like an absent one.
RolloutStrategy ReadAppsStrategy(Node node, IntOrPercent surge, IntOrPercent unavailable) {
  RolloutStrategy strategy;
  strategy.node = node;
  strategy.type = StrategyType::kRollingUpdate;
  if (!TextOf(node["type"]).empty()) {
    strategy.type_node = node["type"];
    strategy.type = TypeNamed(TextOf(node["type"]));
  }
  strategy.rolling_update = node["rollingUpdate"];
  const bool surge_valid = ReadNumber(strategy.rolling_update, "maxSurge", surge, &strategy.max_surge);
  const bool unavailable_valid =
      ReadNumber(strategy.rolling_update, "maxUnavailable", unavailable, &strategy.max_unavailable);
  if (!surge_valid || !unavailable_valid) strategy.type = StrategyType::kUnknown;
  return strategy;
}

// Argo Rollouts: the canary block defaults like a Deployment (utils/defaults/defaults.go). With traffic
// routing the stable pods stay, and the two numbers are not looked at.
RolloutStrategy ReadArgoStrategy(Node node) {
  RolloutStrategy strategy;
  strategy.node = node;
  strategy.type = StrategyType::kUnknown;
  const Node canary = node["canary"];
  if (!canary || !node["blueGreen"].IsUnset() || !canary["trafficRouting"].IsUnset()) return strategy;
  strategy.rolling_update = canary;
  const bool surge_valid = ReadNumber(canary, "maxSurge", kQuarter, &strategy.max_surge);
  const bool unavailable_valid = ReadNumber(canary, "maxUnavailable", kQuarter, &strategy.max_unavailable);
  if (surge_valid && unavailable_valid) strategy.type = StrategyType::kRollingUpdate;
  return strategy;
}

}  // namespace

absl::string_view StrategyTypeName(StrategyType type) {
  switch (type) {
    case StrategyType::kRollingUpdate: return "RollingUpdate";
    case StrategyType::kRecreate: return "Recreate";
    case StrategyType::kOnDelete: return "OnDelete";
    case StrategyType::kNone:
    case StrategyType::kUnknown: break;
  }
  return "";
}

std::optional<IntOrPercent> IntOrPercent::From(Node node) {
  if (std::optional<absl::string_view> text = node.AsString()) {
    // validation.IsValidPercent: digits and one percent sign.
    if (!absl::ConsumeSuffix(&*text, "%") || text->empty()) return std::nullopt;
    if (!std::all_of(text->begin(), text->end(), absl::ascii_isdigit)) return std::nullopt;
    int32_t percent = 0;
    if (!absl::SimpleAtoi(*text, &percent)) return std::nullopt;
    return IntOrPercent{true, percent};
  }
  const std::optional<int64_t> number = node.AsInt();
  if (!number.has_value() || *number < 0 || *number > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return IntOrPercent{false, *number};
}

int64_t IntOrPercent::RoundUp(int64_t total) const { return percent ? (value * total + 99) / 100 : value; }

int64_t IntOrPercent::RoundDown(int64_t total) const { return percent ? value * total / 100 : value; }

std::string IntOrPercent::ToString() const { return absl::StrCat(value, percent ? "%" : ""); }

RolloutStrategy ReadRollout(const Object& object, Controller controller) {
  switch (controller) {
    case Controller::kDeployment:
      return ReadAppsStrategy(object.spec()["strategy"], kQuarter, kQuarter);
    case Controller::kDaemonSet:
    case Controller::kStatefulSet:  // maxUnavailable is behind a feature gate there, and there is no surge
      return ReadAppsStrategy(object.spec()["updateStrategy"], kNone, kOne);
    case Controller::kRollout:
      return ReadArgoStrategy(object.spec()["strategy"]);
    default:
      return {};
  }
}

ResolvedRollout ResolveDeployment(const RolloutStrategy& strategy, int64_t replicas) {
  ResolvedRollout resolved;
  resolved.replicas = std::clamp<int64_t>(replicas, 0, std::numeric_limits<int32_t>::max());
  resolved.surge = strategy.max_surge.value.RoundUp(resolved.replicas);
  resolved.unavailable = strategy.max_unavailable.value.RoundDown(resolved.replicas);
  if (resolved.surge == 0 && resolved.unavailable == 0) {
    resolved.unavailable = 1;
    resolved.unavailable_raised = true;
  }
  resolved.unavailable = std::min(resolved.unavailable, resolved.replicas);
  return resolved;
}

}  // namespace chartlint
