#include "analyzer/index/pod_makers.h"

#include "analyzer/kube/parsed_objects.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

bool Makes(absl::string_view text) { return MayMakePods(ParsedObjects(text)[0]); }

TEST(PodMakers, AreCustomResourcesOfUnknownKinds) {
  EXPECT_TRUE(Makes("{apiVersion: example.com/v1, kind: Widget, metadata: {name: w}}"));
  EXPECT_TRUE(Makes("{apiVersion: monitoring.coreos.com/v1, kind: Prometheus, metadata: {name: p}}"));
  EXPECT_TRUE(Makes("{apiVersion: gateway.networking.k8s.io/v1, kind: Gateway, metadata: {name: g}}"));
  EXPECT_TRUE(Makes(
      "{apiVersion: argoproj.io/v1alpha1, kind: Rollout, spec: {workloadRef: {kind: Deployment, name: d}}}"));
}

TEST(PodMakers, AreNotWhatIsKnown) {
  EXPECT_FALSE(Makes("{apiVersion: v1, kind: Service, metadata: {name: s}}"));
  EXPECT_FALSE(Makes("{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}}"));
  EXPECT_FALSE(
      Makes("{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: c}}"));
  EXPECT_FALSE(Makes("{apiVersion: monitoring.coreos.com/v1, kind: ServiceMonitor, metadata: {name: m}}"));
  EXPECT_FALSE(Makes("{apiVersion: cert-manager.io/v1, kind: Certificate, metadata: {name: c}}"));
  EXPECT_FALSE(
      Makes("{apiVersion: argoproj.io/v1alpha1, kind: Rollout, spec: {template: {spec: {containers: [{name: "
            "c}]}}}}"));
}

}  // namespace
}  // namespace chartlint
