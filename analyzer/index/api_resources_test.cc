#include "analyzer/index/api_resources.h"

#include "gtest/gtest.h"

namespace chartlint {
namespace {

bool Exists(absl::string_view group, absl::string_view combined) {
  return ApiResources::Get().Exists(group, SplitResource(combined));
}

TEST(ApiResourcesTest, KnowsScopeKindAndSubresources) {
  const ApiResource* nodes = ApiResources::Get().Find("", "nodes");
  ASSERT_NE(nodes, nullptr);
  EXPECT_TRUE(nodes->cluster_scoped);
  EXPECT_EQ(nodes->kind, "Node");
  EXPECT_FALSE(ApiResources::Get().Find("apps", "deployments")->cluster_scoped);
  EXPECT_TRUE(Exists("apps", "deployments/scale"));
  EXPECT_FALSE(Exists("apps", "deployments/log"));
  EXPECT_FALSE(Exists("", "deployments"));
}

TEST(ApiResourcesTest, KnowsWhatOnlyAuthorizationKnowsAndWhatWasRemoved) {
  EXPECT_TRUE(Exists("", "nodes/metrics"));
  EXPECT_FALSE(Exists("", "nodes/logs"));
  EXPECT_TRUE(Exists("", "users"));
  EXPECT_TRUE(Exists("authentication.k8s.io", "userextras/scopes"));
  EXPECT_TRUE(Exists("certificates.k8s.io", "signers"));
  EXPECT_TRUE(Exists("batch", "jobs/finalizers"));
  EXPECT_TRUE(Exists("policy", "podsecuritypolicies"));
  EXPECT_TRUE(Exists("extensions", "ingresses"));
  EXPECT_TRUE(Exists("apps", "*/scale"));
  EXPECT_TRUE(ApiResources::Get().IsLeftover("", "configmaps/status"));
  EXPECT_FALSE(ApiResources::Get().IsBuiltinGroup("metrics.k8s.io"));
}

TEST(IsPluralOfTest, FollowsTheRulesOfApiMachinery) {
  EXPECT_TRUE(IsPluralOf("clusters", "Cluster"));
  EXPECT_TRUE(IsPluralOf("networkpolicies", "NetworkPolicy"));
  EXPECT_TRUE(IsPluralOf("ingresses", "Ingress"));
  EXPECT_FALSE(IsPluralOf("cluster", "Cluster"));
  EXPECT_FALSE(IsPluralOf("helmcharts", "HelmRelease"));
}

}  // namespace
}  // namespace chartlint
