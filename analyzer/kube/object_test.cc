#include "analyzer/kube/object.h"

#include "absl/strings/str_cat.h"
#include "analyzer/kube/kinds.h"
#include "analyzer/kube/parsed_objects.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

using testing::ElementsAre;

TEST(ObjectsOf, ReadsIdentity) {
  const ParsedObjects objects(
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}");
  ASSERT_EQ(objects.size(), 1u);
  EXPECT_TRUE(objects[0].Is("apps", "Deployment"));
  EXPECT_EQ(objects[0].version, "v1");
  EXPECT_EQ(objects[0].ns, "shop");
  EXPECT_EQ(objects[0].Title(), "Deployment/web");
  EXPECT_EQ(objects[0].Anchor().text(), "web");
}

TEST(ObjectsOf, HasNoNameForNull) {
  const ParsedObjects objects(
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: null, namespace: ~, generateName: run-}}");
  EXPECT_EQ(objects[0].name, "");
  EXPECT_EQ(objects[0].ns, "");
  EXPECT_EQ(objects[0].Title(), "ConfigMap/run-*");
  EXPECT_EQ(objects[0].group, "");
}

TEST(ObjectsOf, LeavesOutWhatIsNoObject) {
  for (const char* text :
       {"", "[1]", "a", "{kind: Pod}", "{apiVersion: v1}", "{apiVersion: v1, kind: [Pod]}", "a: : b"}) {
    EXPECT_EQ(ParsedObjects(text).size(), 0u) << text;
  }
}

TEST(ObjectsOf, UnwrapsLists) {
  const ParsedObjects objects(R"(apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
- apiVersion: v1
  kind: ConfigMapList
  items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}, not an object]
- {apiVersion: example.com/v1, kind: AllowList, metadata: {name: c}, spec: {}})");
  ASSERT_EQ(objects.size(), 3u);
  EXPECT_EQ(objects[0].name, "a");
  EXPECT_EQ(objects[1].name, "b");
  EXPECT_EQ(objects[2].Title(), "AllowList/c");  // a kind of that name, without items
}

TEST(ObjectsOf, TakesAnAliasedItemOnce) {
  const ParsedObjects objects(R"(apiVersion: v1
kind: List
items:
- &a {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
- *a
- {apiVersion: v1, kind: List, items: [*a, *a]})");
  EXPECT_EQ(objects.size(), 1u);
}

TEST(ObjectsOf, DropsTheNamespaceOfClusterScopedKinds) {
  const ParsedObjects objects(
      "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: a, namespace: b}}");
  EXPECT_TRUE(objects[0].cluster_scoped);
  EXPECT_EQ(objects[0].ns, "");
}

Hook HookOf(absl::string_view annotations) {
  return ParsedObjects(absl::StrCat("{apiVersion: batch/v1, kind: Job, metadata: {name: j, annotations: {",
                                    annotations, "}}, spec: {template: {spec: {containers: []}}}}"))[0]
      .hook;
}

TEST(Hook, ReadsEventsPoliciesAndWeight) {
  const Hook hook = HookOf(
      "helm.sh/hook: 'Pre-Install, post-upgrade', helm.sh/hook-weight: '-5', helm.sh/hook-delete-policy: "
      "hook-succeeded");
  EXPECT_TRUE(hook.is_hook);
  EXPECT_FALSE(hook.is_test);
  EXPECT_THAT(hook.events, ElementsAre("pre-install", "post-upgrade"));
  EXPECT_THAT(hook.delete_policies, ElementsAre("hook-succeeded"));
  EXPECT_EQ(hook.weight, -5);
}

TEST(Hook, DefaultsThePolicy) {
  EXPECT_THAT(HookOf("helm.sh/hook: test").delete_policies, ElementsAre("before-hook-creation"));
}

TEST(Hook, IsATestOnlyIfNothingElse) {
  EXPECT_TRUE(HookOf("helm.sh/hook: test").is_test);
  EXPECT_TRUE(HookOf("helm.sh/hook: 'test-success,test-failure'").is_test);
  EXPECT_FALSE(HookOf("helm.sh/hook: 'test,post-install'").is_test);
  EXPECT_FALSE(HookOf("helm.sh/hook: ''").is_hook);
  EXPECT_FALSE(HookOf("helm.sh/hook: on-monday").is_hook);
}

struct SelectorCase {
  const char* selector;
  bool matches;
};

class Selector : public testing::TestWithParam<SelectorCase> {};

TEST_P(Selector, AgainstLabels) {
  const std::unique_ptr<Document> labels = Document::Parse("{app: web, tier: front, on: 'true'}");
  const std::unique_ptr<Document> selector = Document::Parse(GetParam().selector);
  EXPECT_EQ(SelectorMatches(selector->root(), labels->root()), GetParam().matches) << GetParam().selector;
}

INSTANTIATE_TEST_SUITE_P(
    Table, Selector,
    testing::Values(SelectorCase{"{}", true}, SelectorCase{"null", false},
                    SelectorCase{"{matchLabels: {app: web}}", true},
                    SelectorCase{"{matchLabels: {app: web, tier: back}}", false},
                    SelectorCase{"{matchLabels: {app: web, zone: a}}", false},
                    SelectorCase{"{matchExpressions: [{key: app, operator: In, values: [api, web]}]}", true},
                    SelectorCase{"{matchExpressions: [{key: app, operator: In, values: [api]}]}", false},
                    SelectorCase{"{matchExpressions: [{key: zone, operator: In, values: [a]}]}", false},
                    SelectorCase{"{matchExpressions: [{key: app, operator: NotIn, values: [api]}]}", true},
                    SelectorCase{"{matchExpressions: [{key: app, operator: NotIn, values: [web]}]}", false},
                    SelectorCase{"{matchExpressions: [{key: zone, operator: NotIn, values: [a]}]}", true},
                    SelectorCase{"{matchExpressions: [{key: tier, operator: Exists}]}", true},
                    SelectorCase{"{matchExpressions: [{key: zone, operator: Exists}]}", false},
                    SelectorCase{"{matchExpressions: [{key: zone, operator: DoesNotExist}]}", true},
                    SelectorCase{"{matchExpressions: [{key: app, operator: Like, values: [w]}]}", false},
                    SelectorCase{
                        "{matchLabels: {app: web}, matchExpressions: [{key: tier, operator: DoesNotExist}]}",
                        false}));

TEST(Kinds, KnowsTemplatesAndScopes) {
  ASSERT_NE(FindWorkloadKind("batch", "CronJob"), nullptr);
  EXPECT_THAT(FindWorkloadKind("batch", "CronJob")->template_path,
              ElementsAre("spec", "jobTemplate", "spec", "template"));
  EXPECT_EQ(FindWorkloadKind("apps.kruise.io", "CloneSet")->controller, Controller::kCustom);
  EXPECT_EQ(FindWorkloadKind("", "Deployment"), nullptr);
  EXPECT_TRUE(IsBuiltInClusterScoped("", "Namespace"));
  EXPECT_FALSE(IsBuiltInClusterScoped("", "Pod"));
}

}  // namespace
}  // namespace chartlint
