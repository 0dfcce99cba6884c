#include "analyzer/kube/strategy.h"

#include "absl/strings/str_cat.h"
#include "analyzer/kube/parsed_objects.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

constexpr char kPod[] = ", template: {spec: {containers: [{name: a, image: b}]}}}";

std::string Deployment(absl::string_view spec) {
  return absl::StrCat("{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {", spec, kPod,
                      "}");
}

struct Sum {
  const char* strategy;
  int64_t replicas, surge, unavailable;
  bool raised;
};

class DeploymentSum : public testing::TestWithParam<Sum> {};

TEST_P(DeploymentSum, RoundsAsTheControllerDoes) {
  const Sum& sum = GetParam();
  const ParsedObjects objects(Deployment(absl::StrCat("replicas: ", sum.replicas, sum.strategy)));
  const RolloutStrategy& strategy = objects.workload(0).strategy;
  ASSERT_EQ(strategy.type, StrategyType::kRollingUpdate);
  const ResolvedRollout resolved = ResolveDeployment(strategy, objects.workload(0).replicas);
  EXPECT_EQ(resolved.surge, sum.surge);
  EXPECT_EQ(resolved.unavailable, sum.unavailable);
  EXPECT_EQ(resolved.unavailable_raised, sum.raised);
  EXPECT_EQ(resolved.available_at_least(), sum.replicas - sum.unavailable);
}

INSTANTIATE_TEST_SUITE_P(
    Table, DeploymentSum,
    testing::Values(
        // Not written: 25 % up, 25 % down.
        Sum{"", 0, 0, 0, true}, Sum{"", 1, 1, 0, false}, Sum{"", 3, 1, 0, false}, Sum{"", 4, 1, 1, false},
        Sum{"", 5, 2, 1, false}, Sum{"", 8, 2, 2, false},
        Sum{", strategy: {rollingUpdate: null}", 3, 1, 0, false},
        Sum{", strategy: {rollingUpdate: {}}", 3, 1, 0, false},
        Sum{", strategy: {type: '', rollingUpdate: {maxSurge: null}}", 3, 1, 0, false},
        // Both zero after rounding: unavailable becomes 1, but never more than there are replicas.
        Sum{", strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 10%}}", 1, 0, 1, true},
        Sum{", strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 10%}}", 9, 0, 1, true},
        Sum{", strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 10%}}", 10, 0, 1, false},
        Sum{", strategy: {rollingUpdate: {maxSurge: 0%, maxUnavailable: 33%}}", 2, 0, 1, true},
        Sum{", strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 10%}}", 0, 0, 0, true},
        // Absolute numbers, capped at the replicas.
        Sum{", strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}", 1, 0, 1, false},
        Sum{", strategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 5}}", 3, 2, 3, false},
        // Percentages above and at a whole.
        Sum{", strategy: {rollingUpdate: {maxSurge: 200%, maxUnavailable: 0}}", 3, 6, 0, false},
        Sum{", strategy: {rollingUpdate: {maxSurge: 1%, maxUnavailable: 100%}}", 3, 1, 3, false},
        Sum{", strategy: {rollingUpdate: {maxSurge: 34%, maxUnavailable: 66%}}", 3, 2, 1, false},
        Sum{", strategy: {rollingUpdate: {maxSurge: 33%, maxUnavailable: 67%}}", 3, 1, 2, false}));

TEST(IntOrPercent, RefusesWhatTheApiServerRefuses) {
  const std::unique_ptr<Document> document =
      Document::Parse("[1, 25%, '1', -1, 1.5, abc, '%', '-5%', '1.5%', 3000000000, null, true, [1], 1e1]");
  const std::vector<Node> nodes = document->root().Items();
  ASSERT_EQ(nodes.size(), 14u);
  for (size_t i = 0; i < nodes.size(); ++i) {
    const bool accepted = i == 0 || i == 1 || i == 13;
    EXPECT_EQ(IntOrPercent::From(nodes[i]).has_value(), accepted) << nodes[i].text();
  }
  EXPECT_EQ(IntOrPercent::From(nodes[1])->ToString(), "25%");
  EXPECT_EQ(IntOrPercent::From(nodes[13])->ToString(), "10");
}

TEST(RolloutStrategy, TellsWrittenFromDefaulted) {
  const ParsedObjects objects(Deployment("strategy: {rollingUpdate: {maxSurge: 1}}"));
  const RolloutStrategy& strategy = objects.workload(0).strategy;
  EXPECT_TRUE(strategy.written());
  EXPECT_FALSE(strategy.max_surge.defaulted());
  EXPECT_TRUE(strategy.max_unavailable.defaulted());
  EXPECT_TRUE(strategy.type_node.IsUnset());
  EXPECT_FALSE(ParsedObjects(Deployment("replicas: 1")).workload(0).strategy.written());
}

TEST(RolloutStrategy, DoesNoSumsOnWhatIsRefused) {
  EXPECT_EQ(ParsedObjects(Deployment("strategy: {rollingUpdate: {maxSurge: '1'}}")).workload(0).strategy.type,
            StrategyType::kUnknown);
  EXPECT_EQ(ParsedObjects(Deployment("strategy: {type: Rolling}")).workload(0).strategy.type,
            StrategyType::kUnknown);
}

TEST(RolloutStrategy, OfDaemonSetsAndStatefulSets) {
  const ParsedObjects objects(absl::StrCat(
      "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: d}, spec: {updateStrategy: {rollingUpdate: "
      "{maxSurge: 20%}}",
      kPod,
      "}\n---\n{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: d}, spec: {updateStrategy: {type: "
      "OnDelete}",
      kPod, "}\n---\n{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: d}, spec: {serviceName: x",
      kPod, "}"));
  EXPECT_EQ(objects.workload(0).strategy.type, StrategyType::kRollingUpdate);
  EXPECT_EQ(objects.workload(0).strategy.max_surge.value.RoundUp(6), 2);
  EXPECT_EQ(objects.workload(0).strategy.max_unavailable.value.ToString(), "1");
  EXPECT_EQ(objects.workload(1).strategy.type, StrategyType::kOnDelete);
  EXPECT_EQ(objects.workload(2).strategy.type, StrategyType::kRollingUpdate);
  EXPECT_TRUE(objects.workload(2).strategy.max_surge.value.IsZero());
}

TEST(RolloutStrategy, OfArgoRollouts) {
  const auto type_of = [](absl::string_view strategy) {
    const ParsedObjects objects(absl::StrCat(
        "{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: r}, spec: {strategy: ", strategy,
        kPod, "}"));
    return objects.workload(0).strategy.type;
  };
  EXPECT_EQ(type_of("{canary: {maxSurge: 0, maxUnavailable: 1}}"), StrategyType::kRollingUpdate);
  EXPECT_EQ(type_of("{canary: {}}"), StrategyType::kRollingUpdate);
  // All new pods stand beside the old ones, or the stable ones stay: no arithmetic.
  EXPECT_EQ(type_of("{blueGreen: {activeService: a}}"), StrategyType::kUnknown);
  EXPECT_EQ(type_of("{canary: {trafficRouting: {nginx: {stableIngress: a}}}}"), StrategyType::kUnknown);
}

}  // namespace
}  // namespace chartlint
