#include "analyzer/kube/effective_object.h"

#include <string>

#include "analyzer/kube/effective_for_test.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

std::string Service(absl::string_view spec) {
  return Of("v1", "Service", absl::StrCat("spec: {", spec, "}"));
}

TEST(EffectiveObject, PodTemplatesOfCustomKinds) {
  const ParsedObjects objects(
      Of("argoproj.io/v1alpha1", "Rollout", "spec: {template: {spec: {containers: [{image: a}]}}}"));
  const EffectiveObject rollout(objects[0]);
  EXPECT_EQ(At(rollout.pod_template(), "spec.containers.0.imagePullPolicy").text(), "Always");
  EXPECT_FALSE(rollout.root()["spec"]["replicas"]) << "its own fields are its controller's to decide";
  EXPECT_EQ(At(rollout.pod_template(), "spec.restartPolicy").Path(), "spec.template.spec.restartPolicy");
  const std::string knative =
      Of("serving.knative.dev/v1", "Service", "spec: {template: {spec: {containers: [{image: a}]}}}");
  EXPECT_EQ(EffectiveAt(knative, "spec.template.spec"), "{\"containers\":[{\"image\":\"a\"}]}")
      << "its pods get other defaults";
  const ParsedObjects pods(Pod("containers: []") + "\n---\n" + Of("v1", "ConfigMap", "data: {}"));
  const EffectiveObject pod(pods[0]);
  EXPECT_EQ(pod.pod_template(), pod.root());
  EXPECT_FALSE(EffectiveObject(pods[1]).pod_template());
}

TEST(EffectiveObject, LeadsToWhatIsWritten) {
  const ParsedObjects objects(R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: x}
spec:
  revisionHistoryLimit: null
  template:
    spec:
      hostNetwork: true
      containers:
        - image: a
          ports:
            - containerPort: 80
          resources: {limits: {cpu: 2}}
)");
  const EffectiveObject effective(objects[0]);
  const auto place = [&](absl::string_view path) {
    const Node node = At(effective.root(), path);
    return absl::StrCat(effective.IsDefault(node) ? "default " : "written ", effective.Written(node).Path());
  };
  EXPECT_EQ(place("spec.replicas"), "default spec");
  EXPECT_EQ(place("spec.strategy.rollingUpdate.maxSurge"), "default spec");
  EXPECT_EQ(place("spec.revisionHistoryLimit"), "default spec.revisionHistoryLimit");
  EXPECT_EQ(place("spec.template.spec.containers.0.image"), "written spec.template.spec.containers[0].image");
  EXPECT_EQ(place("spec.template.spec.containers.0.imagePullPolicy"),
            "default spec.template.spec.containers[0]");
  EXPECT_EQ(place("spec.template.spec.containers.0.ports.0.hostPort"),
            "default spec.template.spec.containers[0].ports[0].containerPort");
  EXPECT_EQ(place("spec.template.spec.containers.0.resources.requests.cpu"),
            "default spec.template.spec.containers[0].resources.limits.cpu");
  EXPECT_EQ(place("spec.template.spec.containers.0.resources.requests"),
            "default spec.template.spec.containers[0].resources");
  EXPECT_EQ(At(effective.root(), "spec.template.spec.containers.0.resources.requests.cpu").Path(),
            "spec.template.spec.containers[0].resources.requests.cpu");
}

TEST(EffectiveObject, AnItemOfAListIsAnObjectOfItsOwn) {
  const ParsedObjects objects("{apiVersion: v1, kind: List, items: [" + Service("ports: [{port: 1}]") + ", " +
                              Deployment("") + "]}");
  ASSERT_EQ(objects.size(), 2u);
  const EffectiveObject second(objects[1]);
  EXPECT_EQ(At(second.root(), "spec.replicas").Path(), "spec.replicas");
  EXPECT_EQ(second.Written(At(second.root(), "spec.replicas")).Path(), "items[1].spec");
}

TEST(EffectiveObject, Aliases) {
  const ParsedObjects objects(R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: x
  annotations: &probe {httpGet: {port: 80}}
spec:
  template:
    spec:
      containers:
        - &c {image: a, livenessProbe: *probe, resources: {limits: {cpu: 1}, requests: &r {}}}
        - *c
        - {<<: *c, image: "a:1", resources: {limits: {memory: 1Gi}, requests: *r}}
)");
  const EffectiveObject effective(objects[0]);
  const auto json = [&](absl::string_view path) {
    const Node node = At(effective.root(), path);
    return node.document()->ToJson(node);
  };
  EXPECT_EQ(json("metadata.annotations"), "{\"httpGet\":{\"port\":80}}");
  EXPECT_EQ(json("spec.template.spec.containers.1.livenessProbe.periodSeconds"), "10");
  EXPECT_EQ(json("spec.template.spec.containers.1.imagePullPolicy"), "\"Always\"");
  EXPECT_EQ(json("spec.template.spec.containers.2.imagePullPolicy"), "\"IfNotPresent\"");
  EXPECT_EQ(json("spec.template.spec.containers.0.resources.requests"), "{\"cpu\":1}");
  EXPECT_EQ(json("spec.template.spec.containers.2.resources.requests"), "{\"memory\":\"1Gi\"}");
}

TEST(EffectiveObject, HostileInputIsTakenAsItIs) {
  std::string deep = "a";
  for (int i = 0; i < 150; ++i) deep = "[" + deep + "]";
  EXPECT_EQ(EffectiveAt(Deployment("template: {spec: {containers: " + deep + "}}"), "spec.replicas"), "1");
  EXPECT_EQ(EffectiveAt("{apiVersion: apps/v1, kind: Deployment}", "spec"), "-");
  EXPECT_EQ(EffectiveAt(Deployment("replicas: 1, replicas: null"), "spec.replicas"), "1")
      << "the last one counts, and is null";
  std::string text =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec:\n  containers:\n  - &c\n    image: a\n    "
      "resources:\n      limits: {";
  for (int i = 0; i < 20000; ++i) absl::StrAppend(&text, "k", i, ": 1, ");
  text += "}\n    ports: [";
  for (int i = 0; i < 20000; ++i) absl::StrAppend(&text, "{containerPort: ", i, "}, ");
  text += "]\n";
  for (int i = 0; i < 100; ++i) text += "  - *c\n";
  EXPECT_EQ(EffectiveAt(text, "spec.containers.99.ports.19999.protocol"), "\"TCP\"");
}

}  // namespace
}  // namespace chartlint
