// What is filled in, kind by kind, and what is not.
#include "analyzer/kube/defaults.h"

#include <string>
#include <vector>

#include "analyzer/kube/effective_for_test.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

std::string Container(absl::string_view fields) {
  return Pod(absl::StrCat("containers: [{name: a, ", fields, "}]"));
}
std::string Service(absl::string_view spec) {
  return Of("v1", "Service", absl::StrCat("spec: {", spec, "}"));
}

TEST(Defaults, TableIsSound) { EXPECT_EQ(MistakesInDefaults(), std::vector<std::string>()); }

TEST(Defaults, Deployments) {
  EXPECT_EQ(
      EffectiveAt(Deployment(""), "spec"),
      "{\"replicas\":1,\"strategy\":{\"type\":\"RollingUpdate\",\"rollingUpdate\":{\"maxSurge\":\"25%\","
      "\"maxUnavailable\":\"25%\"}},\"revisionHistoryLimit\":10,\"progressDeadlineSeconds\":600}");
  EXPECT_EQ(EffectiveAt(Deployment("strategy: {type: Recreate}"), "spec.strategy"),
            "{\"type\":\"Recreate\"}");
  EXPECT_EQ(EffectiveAt(Deployment("strategy: {rollingUpdate: {maxSurge: 0}}"), "spec.strategy"),
            "{\"rollingUpdate\":{\"maxSurge\":0,\"maxUnavailable\":\"25%\"},\"type\":\"RollingUpdate\"}");
  EXPECT_EQ(EffectiveAt(Deployment("strategy: {type: ''}"), "spec.strategy.type"), "\"RollingUpdate\"");
  EXPECT_EQ(EffectiveAt(Deployment("replicas: 0"), "spec.replicas"), "0") << "a pointer: 0 is written";
  EXPECT_EQ(EffectiveAt(Deployment("replicas: null"), "spec.replicas"), "1");
  EXPECT_EQ(EffectiveAt(Deployment("replicas: '3'"), "spec.replicas"), "\"3\"");
  EXPECT_EQ(EffectiveAt(Deployment("strategy: RollingUpdate"), "spec.strategy"), "\"RollingUpdate\"");
  EXPECT_EQ(EffectiveAt(Deployment("strategy: [a]"), "spec.strategy"), "[\"a\"]");
  EXPECT_EQ(EffectiveAt(Of("apps/v1", "Deployment", "spec: 3"), "spec"), "3");
  EXPECT_EQ(EffectiveAt(Of("apps/v1", "ReplicaSet", "spec: {}"), "spec"), "{\"replicas\":1}");
  EXPECT_EQ(EffectiveAt(Of("example.com/v1", "Deployment", "spec: {}"), "spec"), "{}");
}

TEST(Defaults, StatefulSetsAndDaemonSets) {
  const auto stateful = [](absl::string_view spec) {
    return Of("apps/v1", "StatefulSet", absl::StrCat("spec: {", spec, "}"));
  };
  EXPECT_EQ(EffectiveAt(stateful(""), "spec.updateStrategy"),
            "{\"rollingUpdate\":{\"partition\":0},\"type\":\"RollingUpdate\"}");
  EXPECT_EQ(EffectiveAt(stateful("updateStrategy: {type: RollingUpdate}"), "spec.updateStrategy"),
            "{\"type\":\"RollingUpdate\"}");
  EXPECT_EQ(EffectiveAt(stateful("updateStrategy: {type: RollingUpdate, rollingUpdate: {}}"),
                        "spec.updateStrategy.rollingUpdate"),
            "{\"partition\":0}");
  EXPECT_EQ(EffectiveAt(stateful("updateStrategy: {type: OnDelete}"), "spec.updateStrategy"),
            "{\"type\":\"OnDelete\"}");
  EXPECT_EQ(EffectiveAt(stateful(""), "spec.podManagementPolicy"), "\"OrderedReady\"");
  EXPECT_EQ(EffectiveAt(stateful("persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}"),
                        "spec.persistentVolumeClaimRetentionPolicy"),
            "{\"whenScaled\":\"Delete\",\"whenDeleted\":\"Retain\"}");
  EXPECT_EQ(EffectiveAt(stateful("volumeClaimTemplates: [{spec: {}}, {spec: {volumeMode: Block}}, 3]"),
                        "spec.volumeClaimTemplates"),
            "[{\"spec\":{\"volumeMode\":\"Filesystem\"}},{\"spec\":{\"volumeMode\":\"Block\"}},3]");
  EXPECT_EQ(EffectiveAt(Of("apps/v1", "DaemonSet", "spec: {}"), "spec.updateStrategy"),
            "{\"type\":\"RollingUpdate\",\"rollingUpdate\":{\"maxUnavailable\":1,\"maxSurge\":0}}");
  EXPECT_EQ(EffectiveAt(Of("apps/v1", "DaemonSet", "spec: {updateStrategy: {type: OnDelete}}"),
                        "spec.updateStrategy"),
            "{\"type\":\"OnDelete\"}");
  EXPECT_EQ(EffectiveAt(Of("apps/v1", "DaemonSet", "spec: {}"), "spec.replicas"), "-");
}

TEST(Defaults, Jobs) {
  const auto job = [](absl::string_view spec) {
    return Of("batch/v1", "Job", absl::StrCat("spec: {", spec, "}"));
  };
  EXPECT_EQ(EffectiveAt(job(""), "spec"),
            "{\"completions\":1,\"parallelism\":1,\"backoffLimit\":6,\"completionMode\":\"NonIndexed\","
            "\"suspend\":false}");
  EXPECT_EQ(EffectiveAt(job("parallelism: 3"), "spec.completions"), "-") << "a work queue";
  EXPECT_EQ(EffectiveAt(job("parallelism: 0"), "spec.completions"), "-");
  EXPECT_EQ(EffectiveAt(job("completions: 5"), "spec.parallelism"), "1");
  EXPECT_EQ(EffectiveAt(job("backoffLimit: 0"), "spec.backoffLimit"), "0");
  const std::string cron = Of("batch/v1", "CronJob",
                              "spec: {jobTemplate: {spec: {template: {spec: {containers: [{image: a}]}}}}}");
  EXPECT_EQ(EffectiveAt(cron, "spec.concurrencyPolicy"), "\"Allow\"");
  EXPECT_EQ(EffectiveAt(cron, "spec.successfulJobsHistoryLimit"), "3");
  EXPECT_EQ(EffectiveAt(cron, "spec.failedJobsHistoryLimit"), "1");
  EXPECT_EQ(EffectiveAt(cron, "spec.suspend"), "false");
  EXPECT_EQ(EffectiveAt(cron, "spec.jobTemplate.spec.backoffLimit"), "6");
  EXPECT_EQ(EffectiveAt(cron, "spec.jobTemplate.spec.template.spec.containers.0.imagePullPolicy"),
            "\"Always\"");
}

TEST(Defaults, Pods) {
  EXPECT_EQ(
      EffectiveAt(Pod(""), "spec"),
      "{\"dnsPolicy\":\"ClusterFirst\",\"restartPolicy\":\"Always\",\"terminationGracePeriodSeconds\":30,"
      "\"schedulerName\":\"default-scheduler\",\"enableServiceLinks\":true,\"serviceAccountName\":"
      "\"default\","
      "\"serviceAccount\":\"default\"}");
  EXPECT_EQ(EffectiveAt(Pod("terminationGracePeriodSeconds: 0"), "spec.terminationGracePeriodSeconds"), "0");
  EXPECT_EQ(EffectiveAt(Pod("restartPolicy: Never"), "spec.restartPolicy"), "\"Never\"");
  EXPECT_EQ(EffectiveAt(Pod("serviceAccount: old"), "spec.serviceAccountName"), "\"old\"");
  EXPECT_EQ(EffectiveAt(Pod("serviceAccountName: new"), "spec.serviceAccount"), "\"new\"");
  EXPECT_EQ(EffectiveAt(Pod(""), "spec.automountServiceAccountToken"), "-") << "assumed, not stored";
  EXPECT_EQ(EffectiveAt(Pod(""), "spec.hostNetwork"), "-");
  EXPECT_EQ(EffectiveAt(Pod("containers: {image: a}"), "spec.containers"), "{\"image\":\"a\"}") << "no list";
  EXPECT_EQ(EffectiveAt(Pod("containers: [a, null, {}]"), "spec.containers.0"), "\"a\"");
  EXPECT_EQ(EffectiveAt(Pod("containers: [a, null, {}]"), "spec.containers.2.terminationMessagePolicy"),
            "\"File\"");
  for (const char* list : {"containers", "initContainers", "ephemeralContainers"}) {
    EXPECT_EQ(EffectiveAt(Pod(absl::StrCat(list, ": [{image: a:1}]")), absl::StrCat("spec.", list, ".0")),
              "{\"image\":\"a:1\",\"imagePullPolicy\":\"IfNotPresent\",\"terminationMessagePath\":\"/dev/"
              "termination-log\","
              "\"terminationMessagePolicy\":\"File\"}");
  }
}

TEST(Defaults, PullPolicies) {
  const std::string digest = "@sha256:" + std::string(64, 'a');
  for (const std::string& image :
       {std::string("a"), std::string("a:latest"), std::string("docker.io/b/a"), "a:latest" + digest,
        std::string("localhost:5000/a"), std::string("[::1]:5000/a_b/c__d"), std::string("Registry/a")}) {
    EXPECT_TRUE(IsLatestImage(image)) << image;
    EXPECT_EQ(EffectiveAt(Container("image: \"" + image + "\""), "spec.containers.0.imagePullPolicy"),
              "\"Always\"")
        << image;
  }
  for (const std::string& image :
       {std::string("a:1"), std::string("a:latest-1"), "a" + digest, "a:1" + digest, std::string("A"),
        std::string(""), std::string("a:"), std::string("a b"), std::string("localhost:5000"),
        std::string(64, 'a'), std::string("a@b"), std::string("/a"), std::string("a//b")}) {
    EXPECT_FALSE(IsLatestImage(image)) << image;
    EXPECT_EQ(EffectiveAt(Container("image: \"" + image + "\""), "spec.containers.0.imagePullPolicy"),
              "\"IfNotPresent\"")
        << image;
  }
  EXPECT_EQ(EffectiveAt(Container("image: a, imagePullPolicy: Never"), "spec.containers.0.imagePullPolicy"),
            "\"Never\"");
  EXPECT_EQ(EffectiveAt(Container("imagePullPolicy: ''"), "spec.containers.0.imagePullPolicy"),
            "\"IfNotPresent\"");
}

TEST(Defaults, ContainersParts) {
  const std::string prefix = "spec.containers.0.";
  EXPECT_EQ(
      EffectiveAt(Container("livenessProbe: {httpGet: {port: 80}, periodSeconds: 0, failureThreshold: 5}"),
                  prefix + "livenessProbe"),
      "{\"httpGet\":{\"port\":80,\"path\":\"/"
      "\",\"scheme\":\"HTTP\"},\"failureThreshold\":5,\"timeoutSeconds\":1,"
      "\"periodSeconds\":10,\"successThreshold\":1}");
  EXPECT_EQ(EffectiveAt(Container("readinessProbe: {grpc: {port: 1}}"), prefix + "readinessProbe.grpc"),
            "{\"port\":1,\"service\":\"\"}");
  EXPECT_EQ(EffectiveAt(Container("startupProbe: {tcpSocket: {port: 1}}"), prefix + "startupProbe.tcpSocket"),
            "{\"port\":1}");
  EXPECT_EQ(EffectiveAt(Container("image: a"), prefix + "livenessProbe"), "-");
  EXPECT_EQ(EffectiveAt(Container("lifecycle: {preStop: {httpGet: {port: 1, scheme: HTTPS}}}"),
                        prefix + "lifecycle.preStop.httpGet"),
            "{\"port\":1,\"scheme\":\"HTTPS\",\"path\":\"/\"}");
  EXPECT_EQ(
      EffectiveAt(Container("env: [{name: A, valueFrom: {fieldRef: {fieldPath: x}}}, {name: B, value: b}]"),
                  prefix + "env"),
      "[{\"name\":\"A\",\"valueFrom\":{\"fieldRef\":{\"fieldPath\":\"x\",\"apiVersion\":\"v1\"}}},{\"name\":"
      "\"B\",\"value\":\"b\"}]");
  EXPECT_EQ(EffectiveAt(Container("ports: [{containerPort: 53, protocol: UDP}, {containerPort: 80}]"),
                        prefix + "ports"),
            "[{\"containerPort\":53,\"protocol\":\"UDP\"},{\"containerPort\":80,\"protocol\":\"TCP\"}]");
}

TEST(Defaults, PortsOnTheHost) {
  const std::string container =
      "containers: [{ports: [{containerPort: 80}, {containerPort: 81, hostPort: 82}, {containerPort: 83, "
      "hostPort: 0}]}]";
  const auto ports = [&](absl::string_view network, int index) {
    return EffectiveAt(Deployment(absl::StrCat("template: {spec: {", network, container, "}}")),
                       absl::StrCat("spec.template.spec.containers.0.ports.", index, ".hostPort"));
  };
  EXPECT_EQ(ports("hostNetwork: true, ", 0), "80");
  EXPECT_EQ(ports("hostNetwork: true, ", 1), "82");
  EXPECT_EQ(ports("hostNetwork: true, ", 2), "83");
  EXPECT_EQ(ports("hostNetwork: yes, ", 0), "80") << "true in YAML 1.1";
  EXPECT_EQ(ports("hostNetwork: 'true', ", 0), "-") << "a text, which the API server refuses";
  EXPECT_EQ(ports("hostNetwork: false, ", 0), "-");
  EXPECT_EQ(ports("", 0), "-");
}

TEST(Defaults, RequestsFromLimits) {
  const auto requests = [](absl::string_view resources) {
    return EffectiveAt(Container(absl::StrCat("resources: ", resources)),
                       "spec.containers.0.resources.requests");
  };
  EXPECT_EQ(requests("{limits: {cpu: 1, memory: 1Gi}}"), "{\"cpu\":1,\"memory\":\"1Gi\"}");
  EXPECT_EQ(requests("{limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 100m}}"),
            "{\"cpu\":\"100m\",\"memory\":\"1Gi\"}");
  EXPECT_EQ(requests("{requests: {cpu: 100m}}"), "{\"cpu\":\"100m\"}") << "not the other way round";
  EXPECT_EQ(requests("{}"), "-");
  EXPECT_EQ(requests("{limits: {}}"), "-");
  EXPECT_EQ(requests("{limits: {cpu: 1}, requests: null}"), "{\"cpu\":1}");
  EXPECT_EQ(requests("{limits: {cpu: 1}, requests: [a]}"), "[\"a\"]");
  EXPECT_EQ(requests("{limits: [cpu]}"), "-");
}

TEST(Defaults, Volumes) {
  const auto volume = [](absl::string_view source) {
    return EffectiveAt(Pod(absl::StrCat("volumes: [{", source, "}]")), "spec.volumes.0");
  };
  EXPECT_EQ(volume("configMap: {name: a}"), "{\"configMap\":{\"name\":\"a\",\"defaultMode\":420}}");
  EXPECT_EQ(volume("secret: {secretName: a, defaultMode: 0}"),
            "{\"secret\":{\"secretName\":\"a\",\"defaultMode\":0}}");
  EXPECT_EQ(volume("hostPath: {path: /a}"), "{\"hostPath\":{\"path\":\"/a\",\"type\":\"\"}}");
  EXPECT_EQ(volume("emptyDir: {}"), "{\"emptyDir\":{}}");
  EXPECT_EQ(
      volume("projected: {sources: [{serviceAccountToken: {path: t}}, {configMap: {name: a}}]}"),
      "{\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"path\":\"t\",\"expirationSeconds\":3600}},"
      "{\"configMap\":{\"name\":\"a\"}}],\"defaultMode\":420}}");
  EXPECT_EQ(volume("ephemeral: {volumeClaimTemplate: {spec: {}}}"),
            "{\"ephemeral\":{\"volumeClaimTemplate\":{\"spec\":{\"volumeMode\":\"Filesystem\"}}}}");
}

TEST(Defaults, Services) {
  EXPECT_EQ(EffectiveAt(Service("ports: [{port: 80}]"), "spec"),
            "{\"ports\":[{\"port\":80,\"protocol\":\"TCP\",\"targetPort\":80}],\"type\":\"ClusterIP\","
            "\"sessionAffinity\":\"None\","
            "\"internalTrafficPolicy\":\"Cluster\"}");
  EXPECT_EQ(EffectiveAt(Service("ports: [{port: 80, targetPort: http}]"), "spec.ports.0.targetPort"),
            "\"http\"");
  EXPECT_EQ(EffectiveAt(Service("ports: [{port: 80, targetPort: 0}]"), "spec.ports.0.targetPort"), "80");
  EXPECT_EQ(EffectiveAt(Service("type: NodePort"), "spec.externalTrafficPolicy"), "\"Cluster\"");
  EXPECT_EQ(EffectiveAt(Service("externalIPs: [192.0.2.1]"), "spec.externalTrafficPolicy"), "\"Cluster\"");
  EXPECT_EQ(EffectiveAt(Service("externalIPs: []"), "spec.externalTrafficPolicy"), "-");
  EXPECT_EQ(EffectiveAt(Service("type: NodePort"), "spec.allocateLoadBalancerNodePorts"), "-");
  EXPECT_EQ(EffectiveAt(Service("type: LoadBalancer"), "spec.allocateLoadBalancerNodePorts"), "true");
  EXPECT_EQ(EffectiveAt(Service("type: LoadBalancer, allocateLoadBalancerNodePorts: false"),
                        "spec.allocateLoadBalancerNodePorts"),
            "false");
  EXPECT_EQ(EffectiveAt(Service("type: ExternalName"), "spec.internalTrafficPolicy"), "-");
  EXPECT_EQ(
      EffectiveAt(Service("sessionAffinity: ClientIP"), "spec.sessionAffinityConfig.clientIP.timeoutSeconds"),
      "10800");
  EXPECT_EQ(EffectiveAt(Service(""), "spec.sessionAffinityConfig"), "-");
}

TEST(Defaults, OtherKinds) {
  EXPECT_EQ(EffectiveAt(Of("v1", "Secret", "data: {}"), "type"), "\"Opaque\"");
  EXPECT_EQ(EffectiveAt(Of("v1", "Secret", "type: a/b"), "type"), "\"a/b\"");
  EXPECT_EQ(EffectiveAt(Of("v1", "PersistentVolumeClaim", "spec: {}"), "spec.volumeMode"), "\"Filesystem\"");
  EXPECT_EQ(EffectiveAt(Of("v1", "PersistentVolume", "spec: {}"), "spec.persistentVolumeReclaimPolicy"),
            "\"Retain\"");
  EXPECT_EQ(EffectiveAt(Of("storage.k8s.io/v1", "StorageClass", "provisioner: x"), "reclaimPolicy"),
            "\"Delete\"");
  const std::string range = Of(
      "v1", "LimitRange",
      "spec: {limits: [{type: Container, max: {cpu: 2}, min: {memory: 1Mi}}, {type: Pod, max: {cpu: 2}}]}");
  EXPECT_EQ(EffectiveAt(range, "spec.limits.0.default"), "{\"cpu\":2}");
  EXPECT_EQ(EffectiveAt(range, "spec.limits.0.defaultRequest"), "{\"cpu\":2,\"memory\":\"1Mi\"}");
  EXPECT_EQ(EffectiveAt(range, "spec.limits.1"), "{\"type\":\"Pod\",\"max\":{\"cpu\":2}}");
  const std::string binding = Of(
      "rbac.authorization.k8s.io/v1", "RoleBinding",
      "roleRef: {kind: Role}, subjects: [{kind: ServiceAccount}, {kind: User}, {kind: Group, apiGroup: x}]");
  EXPECT_EQ(EffectiveAt(binding, "roleRef.apiGroup"), "\"rbac.authorization.k8s.io\"");
  EXPECT_EQ(EffectiveAt(binding, "subjects"),
            "[{\"kind\":\"ServiceAccount\"},{\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s.io\"},{"
            "\"kind\":\"Group\",\"apiGroup\":\"x\"}]");
  const auto policy = [](absl::string_view spec) {
    return Of("networking.k8s.io/v1", "NetworkPolicy", absl::StrCat("spec: {", spec, "}"));
  };
  EXPECT_EQ(EffectiveAt(policy(""), "spec.policyTypes"), "[\"Ingress\"]");
  EXPECT_EQ(EffectiveAt(policy("egress: [{}]"), "spec.policyTypes"), "[\"Ingress\",\"Egress\"]");
  EXPECT_EQ(EffectiveAt(policy("egress: [], policyTypes: []"), "spec.policyTypes"), "[\"Ingress\"]");
  EXPECT_EQ(EffectiveAt(policy("policyTypes: [Egress]"), "spec.policyTypes"), "[\"Egress\"]");
  EXPECT_EQ(EffectiveAt(policy("ingress: [{ports: [{port: 1}]}]"), "spec.ingress.0.ports.0.protocol"),
            "\"TCP\"");
  const auto scaler = [](absl::string_view version, absl::string_view spec) {
    return Of(absl::StrCat("autoscaling/", version), "HorizontalPodAutoscaler",
              absl::StrCat("spec: {", spec, "}"));
  };
  EXPECT_EQ(EffectiveAt(scaler("v1", ""), "spec"), "{\"minReplicas\":1}");
  EXPECT_EQ(EffectiveAt(scaler("v2", "minReplicas: 0"), "spec.minReplicas"), "0");
  EXPECT_EQ(EffectiveAt(scaler("v2", ""), "spec.metrics.0.resource.target.averageUtilization"), "80");
  EXPECT_EQ(EffectiveAt(scaler("v2", ""), "spec.behavior"), "-");
  EXPECT_EQ(
      EffectiveAt(scaler("v2", "behavior: {scaleDown: {selectPolicy: Min}}"), "spec.behavior.scaleDown"),
      "{\"selectPolicy\":\"Min\",\"policies\":[{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]}");
  const std::string hook = Of("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration",
                              "webhooks: [{clientConfig: {service: {name: a}}, rules: [{}]}]");
  EXPECT_EQ(EffectiveAt(hook, "webhooks.0"),
            "{\"clientConfig\":{\"service\":{\"name\":\"a\",\"port\":443}},\"rules\":[{\"scope\":\"*\"}],"
            "\"reinvocationPolicy\":\"Never\","
            "\"failurePolicy\":\"Fail\",\"matchPolicy\":\"Equivalent\",\"timeoutSeconds\":10}");
  EXPECT_EQ(EffectiveAt(Of("v1", "ConfigMap", "data: {a: b}"), "data"), "{\"a\":\"b\"}");
}

// What aliases share gets the defaults of each place, and of no other one.
}  // namespace
}  // namespace chartlint
