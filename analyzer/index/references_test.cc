#include "analyzer/index/references.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/kube/parsed_objects.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

std::string Listed(const std::vector<Reference>& references) {
  return absl::StrJoin(references, "; ", [](std::string* out, const Reference& reference) {
    absl::StrAppend(out, reference.kind, " ", reference.name, reference.optional ? "?" : "", " by ",
                    reference.where);
  });
}

TEST(ReferencesOfTest, ListsEveryPlaceOfAPodInReadingOrder) {
  const ParsedObjects objects(R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  template:
    spec:
      serviceAccountName: account
      imagePullSecrets: [{name: pull}]
      volumes:
        - {name: a, configMap: {name: cm-a, optional: true}}
        - {name: b, secret: {secretName: secret-b}}
        - {name: c, persistentVolumeClaim: {claimName: claim-c}}
        - {name: d, projected: {sources: [{configMap: {name: cm-d}}, {secret: {name: secret-d}}, {serviceAccountToken: {path: x}}]}}
        - {name: e, emptyDir: {}}
      containers:
        - name: main
          envFrom: [{configMapRef: {name: cm-env}}, {secretRef: {name: secret-env, optional: true}}]
          env: [{name: A, valueFrom: {configMapKeyRef: {name: cm-key, key: k}}}, {name: B, value: x}]
)");
  EXPECT_EQ(Listed(ReferencesOf(objects.workload(0))),
            "ServiceAccount account by the pod's account; ConfigMap cm-a? by volume 'a'; Secret secret-b by "
            "volume 'b'; "
            "PersistentVolumeClaim claim-c by volume 'c'; ConfigMap cm-d by volume 'd'; Secret secret-d by "
            "volume 'd'; "
            "ConfigMap cm-env by environment of container 'main'; Secret secret-env? by environment of "
            "container 'main'; "
            "ConfigMap cm-key by environment of container 'main'");
}

TEST(ReferencesOfTest, AVolumeClaimTemplateReplacesTheVolumeOfItsName) {
  const ParsedObjects objects(R"(apiVersion: apps/v1
kind: StatefulSet
metadata: {name: s}
spec:
  template: {spec: {containers: [{name: c}], volumes: [{name: data, persistentVolumeClaim: {claimName: rel}}]}}
  volumeClaimTemplates: [{metadata: {name: data}}]
)");
  EXPECT_EQ(Listed(ReferencesOf(objects.workload(0))), "");
}

TEST(ServiceReferencesOfTest, ReadsOldAndNewIngressesAndWebhooks) {
  const ParsedObjects objects(R"(apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: i}
spec: {rules: [{http: {paths: [{backend: {service: {name: web}}}]}}], defaultBackend: {service: {name: fallback}}}
---
apiVersion: extensions/v1beta1
kind: Ingress
metadata: {name: i}
spec: {rules: [{http: {paths: [{backend: {serviceName: old, servicePort: 80}}]}}]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: w}
webhooks: [{name: a.example.com, clientConfig: {service: {name: hook, namespace: other}}}, {name: b, clientConfig: {url: "https://x"}}]
---
apiVersion: config.example.com/v1
kind: Ingress
metadata: {name: foreign}
spec: {defaultBackend: {service: {name: whatever}}}
)");
  EXPECT_EQ(Listed(ServiceReferencesOf(objects[0])),
            "Service fallback by the default backend; Service web by an Ingress backend");
  EXPECT_EQ(Listed(ServiceReferencesOf(objects[1])), "Service old by an Ingress backend");
  const std::vector<Reference> hooks = ServiceReferencesOf(objects[2]);
  ASSERT_EQ(hooks.size(), 1u);
  EXPECT_EQ(hooks[0].ns, "other");
  EXPECT_TRUE(ServiceReferencesOf(objects[3]).empty());
}

TEST(MadeObjectsTest, KnowsWhatCustomResourcesAndHooksMake) {
  const ParsedObjects objects(R"(apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: c}
spec: {secretName: tls}
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: {name: named-like-it}
---
apiVersion: opentelemetry.io/v1beta1
kind: OpenTelemetryCollector
metadata: {name: otel}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: r}
rules: [{apiGroups: [""], resources: [secrets], resourceNames: [by-name], verbs: [get, update]}]
)");
  const std::unique_ptr<Release> release = Release::Build(objects.list(), {}, false);
  EXPECT_TRUE(IsMadeByCustomResource(*release, "Secret", "tls"));
  EXPECT_FALSE(IsMadeByCustomResource(*release, "Secret", "c"));
  EXPECT_TRUE(IsMadeByCustomResource(*release, "Secret", "named-like-it"));
  EXPECT_TRUE(IsMadeByCustomResource(*release, "ServiceAccount", "otel-collector"));
  EXPECT_TRUE(IsMadeByCustomResource(*release, "Service", "otel-collector-headless"));
  EXPECT_FALSE(IsMadeByCustomResource(*release, "ConfigMap", "otel-collector"));
  EXPECT_TRUE(MayBeMadeByHook(*release, "secrets", "by-name", ""));
  EXPECT_FALSE(MayBeMadeByHook(*release, "secrets", "another", ""));
}

}  // namespace
}  // namespace chartlint
