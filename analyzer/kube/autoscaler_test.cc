#include "analyzer/kube/autoscaler.h"

#include "analyzer/kube/parsed_objects.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

TEST(ScaleTarget, IsReadAsTheControllersDo) {
  const ParsedObjects objects(R"(
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: a}}}
---
{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, spec: {scaleTargetRef: {name: b}}}
---
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: {scaleTargetRef: {apiVersion: v1, kind: ReplicationController, name: c}}})");
  const std::optional<ScaleTarget> set = ScaleTargetOf(objects[0]);
  ASSERT_TRUE(set.has_value());
  EXPECT_EQ(set->group, "apps");
  EXPECT_EQ(set->kind, "StatefulSet");
  EXPECT_EQ(set->name, "a");
  EXPECT_EQ(set->KindNode().text(), "StatefulSet");
  const std::optional<ScaleTarget> by_default = ScaleTargetOf(objects[1]);
  ASSERT_TRUE(by_default.has_value());
  EXPECT_EQ(by_default->group, "*");
  EXPECT_EQ(by_default->kind, "Deployment");
  EXPECT_EQ(by_default->KindNode().text(), "b");
  EXPECT_EQ(ScaleTargetOf(objects[2])->group, "");
}

TEST(ScaleTarget, IsAbsentWithoutKindOrNameAndOfOtherKinds) {
  const ParsedObjects objects(R"(
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: {scaleTargetRef: {name: a}}}
---
{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, spec: {scaleTargetRef: {name: null}}}
---
{apiVersion: example.com/v1, kind: HorizontalPodAutoscaler, spec: {scaleTargetRef: {kind: Deployment, name: a}}}
---
{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: [1]})");
  for (const Object* object : objects.list()) EXPECT_FALSE(ScaleTargetOf(*object).has_value());
}

}  // namespace
}  // namespace chartlint
