#include <optional>

#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {
namespace {

// "RollingUpdate, maxSurge 1, maxUnavailable 0"; empty if there is nothing to compare.
std::string StrategyText(const Object* object) {
  if (object == nullptr || object->workload == nullptr) return "";
  const RolloutStrategy& strategy = object->workload->strategy;
  switch (strategy.type) {
    case StrategyType::kRecreate:
      return "Recreate";
    case StrategyType::kOnDelete:
      return "OnDelete";
    case StrategyType::kRollingUpdate:
      if (object->workload->controller == Controller::kStatefulSet) return "RollingUpdate";
      return absl::StrCat("RollingUpdate, maxSurge ", strategy.max_surge.value.ToString(),
                          ", maxUnavailable ", strategy.max_unavailable.value.ToString());
    default:
      return "";
  }
}

// 25% and 25% of one replica is 1 and 0: other words, the same rollout.
bool RollOutAlike(const ChartContext& context, size_t a, const Object& in_a, size_t b, const Object& in_b) {
  const std::optional<RolloutSum> sum_a = SumOf(context.release(a), *in_a.workload);
  const std::optional<RolloutSum> sum_b = SumOf(context.release(b), *in_b.workload);
  return sum_a && sum_b && sum_a->resolved.replicas == sum_b->resolved.replicas &&
         sum_a->resolved.surge == sum_b->resolved.surge &&
         sum_a->resolved.unavailable == sum_b->resolved.unavailable;
}

Node Place(const Object& object) { return StrategyNode(object.workload->strategy, object.Anchor()); }

}  // namespace

void StrategyDiffersAcrossVariants(const ChartContext& context, Reporter& report) {
  for (const Presence::Row& row : context.presence.rows()) {
    size_t first = 0;
    while (first < row.by_variant.size() && StrategyText(row.by_variant[first]).empty()) ++first;
    if (first == row.by_variant.size()) continue;
    const std::string usual = StrategyText(row.by_variant[first]);
    for (size_t variant = first + 1; variant < row.by_variant.size(); ++variant) {
      const std::string here = StrategyText(row.by_variant[variant]);
      if (here.empty() || here == usual) continue;
      if (RollOutAlike(context, first, *row.by_variant[first], variant, *row.by_variant[variant])) continue;
      report
          .Add(Place(*row.by_variant[variant]),
               absl::StrCat("strategy ", here, " here, but ", usual, " in variant ",
                            context.presence.variant_name(first), ": the two roll out differently"))
          .InVariant(static_cast<uint32_t>(variant))
          .NoteIn(static_cast<uint32_t>(first), Place(*row.by_variant[first]),
                  absl::StrCat("strategy ", usual));
      break;  // one fact, one finding
    }
  }
}

}  // namespace chartlint
