#include "analyzer/kube/workload.h"

#include "absl/strings/str_cat.h"
#include "analyzer/kube/parsed_objects.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

std::string Deployment(absl::string_view pod) {
  return absl::StrCat(
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {template: {metadata: {labels: "
      "{app: d}}, spec: {",
      pod, "}}}}");
}

TEST(Workload, GivesContainersTheirRoles) {
  const ParsedObjects objects(
      Deployment("initContainers: [{name: i}, {name: s, restartPolicy: Always}], containers: [{name: m}], "
                 "ephemeralContainers: [{name: e}]"));
  const Workload& workload = objects.workload(0);
  ASSERT_EQ(workload.containers.size(), 4u);
  EXPECT_EQ(workload.containers[0].name, "m");  // main first
  EXPECT_EQ(workload.ContainerNamed("i")->role, ContainerRole::kInit);
  EXPECT_EQ(workload.ContainerNamed("s")->role, ContainerRole::kSidecar);
  EXPECT_TRUE(workload.ContainerNamed("s")->RunsBesideMain());
  EXPECT_FALSE(workload.ContainerNamed("e")->RunsBesideMain());
  EXPECT_EQ(workload.ContainerNamed("x"), nullptr);
}

TEST(Workload, DefaultsHostPortsUnderHostNetwork) {
  const ParsedObjects objects(
      Deployment("hostNetwork: true, initContainers: [{name: i, ports: [{containerPort: 1}]}], containers: "
                 "[{name: m, ports: "
                 "[{containerPort: 80}, {containerPort: 53, hostPort: 5353, protocol: UDP, name: dns, "
                 "hostIP: 127.0.0.1}, {containerPort: 9, hostPort: 0}]}]"));
  const std::vector<ContainerPort>& ports = objects.workload(0).containers[0].ports;
  EXPECT_EQ(ports[0].host_port, 80);
  EXPECT_FALSE(ports[0].host_port_written);
  EXPECT_EQ(ports[0].protocol, "TCP");
  EXPECT_EQ(ports[1].host_port, 5353);
  EXPECT_TRUE(ports[1].host_port_written);
  EXPECT_EQ(ports[1].host_ip, "127.0.0.1");
  EXPECT_EQ(ports[2].host_port, 9);
  EXPECT_EQ(objects.workload(0).containers[1].ports[0].host_port, 1);
  EXPECT_EQ(objects.workload(0).containers[0].PortNamed("dns"), &ports[1]);
  EXPECT_EQ(objects.workload(0).containers[0].PortNumbered(53), nullptr);
  EXPECT_EQ(objects.workload(0).containers[0].PortNumbered(53, "UDP"), &ports[1]);
}

TEST(Workload, HasNoHostPortsOfItsOwn) {
  const ParsedObjects objects(
      Deployment("containers: [{name: m, ports: [{containerPort: 80}, {containerPort: http}]}]"));
  EXPECT_EQ(objects.workload(0).containers[0].ports[0].host_port, 0);
  EXPECT_EQ(objects.workload(0).containers[0].ports[1].number, 0);
}

TEST(Workload, ReadsTheLastVariableOfAName) {
  const ParsedObjects objects(
      Deployment("containers: [{name: m, env: [{name: A, value: x}, {name: A, value: y}, {name: B, "
                 "valueFrom: {secretKeyRef: {name: s}}}]}]"));
  const Container& container = objects.workload(0).containers[0];
  EXPECT_EQ(container.Env("A")->value.text(), "y");
  EXPECT_TRUE(container.Env("B")->value.IsUnset());
  EXPECT_FALSE(container.Env("B")->value_from.IsUnset());
}

TEST(Workload, DefaultsTheServiceAccount) {
  EXPECT_EQ(ParsedObjects(Deployment("containers: []")).workload(0).service_account, "default");
  EXPECT_TRUE(ParsedObjects(Deployment("serviceAccountName: ''")).workload(0).service_account_node.IsUnset());
  EXPECT_EQ(ParsedObjects(Deployment("serviceAccount: old")).workload(0).service_account, "old");
  EXPECT_EQ(
      ParsedObjects(Deployment("serviceAccount: old, serviceAccountName: new")).workload(0).service_account,
      "new");
}

TEST(Workload, KnowsRolesAndReplicas) {
  const ParsedObjects objects(
      R"({apiVersion: v1, kind: Pod, metadata: {name: p, labels: {a: b}}, spec: {replicas: 3, containers: []}}
---
{apiVersion: batch/v1, kind: CronJob, metadata: {name: c}, spec: {jobTemplate: {spec: {template: {spec: {containers: []}}}}}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: h, annotations: {helm.sh/hook: pre-install}}, spec: {template: {spec: {containers: []}}}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: t, annotations: {helm.sh/hook: test}}, spec: {template: {spec: {containers: []}}}}
---
{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {replicas: 5, template: {spec: {containers: []}}}}
---
{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: r}, spec: {replicas: 2, workloadRef: {kind: Deployment, name: d}}}
---
{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: d}, spec: {replicas: 5, template: {spec: {containers: []}}}})");
  EXPECT_EQ(objects.workload(0).role, PodRole::kService);
  EXPECT_EQ(objects.workload(0).replicas, 1);
  EXPECT_EQ(objects.workload(0).pod_labels()["a"].text(), "b");
  EXPECT_EQ(objects.workload(1).role, PodRole::kJob);
  EXPECT_EQ(objects.workload(2).role, PodRole::kHook);
  EXPECT_EQ(objects[3].workload, nullptr);
  EXPECT_EQ(objects.workload(4).replicas, 5);
  EXPECT_EQ(objects[5].workload, nullptr);
  EXPECT_EQ(objects.workload(6).replicas, 1);
}

TEST(Workload, IsPinnedToOneNode) {
  EXPECT_FALSE(ParsedObjects(Deployment("nodeSelector: {zone: a}")).workload(0).PinnedToOneNode());
  EXPECT_TRUE(ParsedObjects(Deployment("nodeName: n1")).workload(0).PinnedToOneNode());
  EXPECT_TRUE(
      ParsedObjects(Deployment("nodeSelector: {kubernetes.io/hostname: n1}")).workload(0).PinnedToOneNode());
  const auto affinity = [](absl::string_view terms) {
    return Deployment(absl::StrCat(
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: ",
        terms, "}}}"));
  };
  const std::string one = "{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [a]}]}";
  EXPECT_TRUE(ParsedObjects(affinity(absl::StrCat("[", one, "]"))).workload(0).PinnedToOneNode());
  EXPECT_FALSE(ParsedObjects(affinity(absl::StrCat("[", one, ", ", one, "]"))).workload(0).PinnedToOneNode());
  EXPECT_FALSE(
      ParsedObjects(
          affinity("[{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [a, b]}]}]"))
          .workload(0)
          .PinnedToOneNode());
}

TEST(Workload, KeepsPodsApart) {
  const auto apart = [](absl::string_view pod) {
    return ParsedObjects(Deployment(pod)).workload(0).KeepsPodsApart();
  };
  const std::string anti =
      "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: ";
  EXPECT_TRUE(apart(anti + "kubernetes.io/hostname, labelSelector: {matchLabels: {app: d}}}]}}"));
  EXPECT_FALSE(apart(anti + "kubernetes.io/hostname, labelSelector: {matchLabels: {app: e}}}]}}"));
  EXPECT_FALSE(apart(anti + "topology.kubernetes.io/zone, labelSelector: {matchLabels: {app: d}}}]}}"));
  const std::string spread =
      "topologySpreadConstraints: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: "
      "d}}, ";
  EXPECT_TRUE(apart(spread + "maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]"));
  EXPECT_FALSE(apart(spread + "maxSkew: 2, whenUnsatisfiable: DoNotSchedule}]"));
  EXPECT_FALSE(apart(spread + "maxSkew: 1, whenUnsatisfiable: ScheduleAnyway}]"));
}

}  // namespace
}  // namespace chartlint
