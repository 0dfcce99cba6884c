#include "analyzer/index/release.h"

#include "absl/strings/str_cat.h"
#include "analyzer/kube/parsed_objects.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

using testing::ElementsAre;

// A release of the objects of one text.
class Built {
 public:
  explicit Built(absl::string_view text, ReleaseOptions options = {})
      : objects_(text), release_(Release::Build(objects_.list(), options, false)) {}
  const Release& operator*() const { return *release_; }
  const Release* operator->() const { return release_.get(); }
  const Object& object(size_t index) const { return objects_[index]; }
  const Workload& workload(size_t index) const { return objects_.workload(index); }

 private:
  ParsedObjects objects_;
  std::unique_ptr<Release> release_;
};

std::string Deployment(absl::string_view name, absl::string_view spec, absl::string_view pod = "",
                       absl::string_view ns = "null") {
  return absl::StrCat("{apiVersion: apps/v1, kind: Deployment, metadata: {name: ", name, ", namespace: ", ns,
                      "}, spec: {", spec, "template: {metadata: {labels: {app: ", name,
                      ", tier: x}}, spec: {", pod, "}}}}\n---\n");
}

TEST(Release, ComparesNamespaces) {
  const Built unknown("");
  EXPECT_EQ(unknown->SameNamespace("", ""), Same::kYes);
  EXPECT_EQ(unknown->SameNamespace("a", "a"), Same::kYes);
  EXPECT_EQ(unknown->SameNamespace("a", "b"), Same::kNo);
  EXPECT_EQ(unknown->SameNamespace("", "b"), Same::kMaybe);
  ReleaseOptions options;
  options.release_namespace = "b";
  const Built known("", options);
  EXPECT_EQ(known->SameNamespace("", "b"), Same::kYes);
  EXPECT_EQ(known->SameNamespace("a", ""), Same::kNo);
}

TEST(Release, FindsByNamePreferringTheSureNamespace) {
  const Built release(R"({apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: other}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}})");
  EXPECT_EQ(release->Find("", "ConfigMap", "c", ""), &release.object(1));
  EXPECT_EQ(release->Find("", "ConfigMap", "c", "other"), &release.object(0));
  EXPECT_EQ(release->Find("", "ConfigMap", "c", "third"), &release.object(1));  // may be the release's
  EXPECT_EQ(release->Find("apps", "ConfigMap", "c", ""), nullptr);
  EXPECT_EQ(release->Find("*", "ConfigMap", "c", ""), &release.object(1));
  EXPECT_EQ(release->Find("*", "ClusterRole", "r", "other"), &release.object(2));
  EXPECT_TRUE(release->HasName("ConfigMap", "c"));
  EXPECT_FALSE(release->HasName("ConfigMap", "d"));
  EXPECT_EQ(release->OfKind("ConfigMap").size(), 2u);
  EXPECT_TRUE(release->OfKind("Secret").empty());
  EXPECT_TRUE(release->IsStub());
}

TEST(Release, KnowsTheScopeOfItsCustomKinds) {
  const Built release(
      R"({apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: pools.x.io}, spec: {group: x.io, scope: Cluster, names: {kind: Pool}}}
---
{apiVersion: x.io/v1, kind: Pool, metadata: {name: p}}
---
{apiVersion: y.io/v1, kind: Pool, metadata: {name: p}})");
  EXPECT_TRUE(release->IsClusterScoped(release.object(1)));
  EXPECT_FALSE(release->IsClusterScoped(release.object(2)));
}

TEST(Release, LeadsFromServicesToPodsAndBack) {
  const Built release(
      absl::StrCat(Deployment("a", ""), Deployment("b", ""), Deployment("a", "", "", "far"),
                   R"({apiVersion: v1, kind: Service, metadata: {name: both}, spec: {selector: {tier: x}}}
---
{apiVersion: v1, kind: Service, metadata: {name: near, namespace: near}, spec: {selector: {app: a, tier: x}}}
---
{apiVersion: v1, kind: Service, metadata: {name: none}, spec: {selector: {app: a, zone: y}}}
---
{apiVersion: v1, kind: Service, metadata: {name: bare}, spec: {ports: []}}
---
{apiVersion: v1, kind: Service, metadata: {name: out}, spec: {type: ExternalName, selector: {app: a}}}
---
{apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: kn}, spec: {selector: {app: a}}})"));
  EXPECT_THAT(release->SelectedBy(release.object(3)),
              ElementsAre(&release.workload(0), &release.workload(1), &release.workload(2)));
  EXPECT_THAT(release->SelectedBy(release.object(4)),
              ElementsAre(&release.workload(0)));  // `far` is surely another
  for (size_t service : {5, 6, 7, 8})
    EXPECT_TRUE(release->SelectedBy(release.object(service)).empty()) << service;
}

struct ScalerCase {
  const char* scaler;
  int64_t min, max;
  const char* where;
};

class Scaler : public testing::TestWithParam<ScalerCase> {};

TEST_P(Scaler, GivesTheRange) {
  const ScalerCase& expected = GetParam();
  const Built release(absl::StrCat(Deployment("d", "replicas: 3, "), expected.scaler));
  const ReplicaRange range = release->Replicas(release.workload(0));
  EXPECT_EQ(range.min, expected.min);
  EXPECT_EQ(range.max, expected.max);
  EXPECT_EQ(range.Where(), expected.where);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Scaler,
    testing::Values(ScalerCase{"", 3, 3, "replicas 3"},
                    ScalerCase{"{apiVersion: autoscaling/v1, kind: HorizontalPodAutoscaler, metadata: {name: "
                               "h}, spec: {scaleTargetRef: "
                               "{apiVersion: apps/v1, kind: Deployment, name: d}, maxReplicas: 5}}",
                               1, 5, "minReplicas 1 (default) of HorizontalPodAutoscaler/h"},
                    ScalerCase{
                        "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, "
                        "spec: {scaleTargetRef: "
                        "{apiVersion: apps/v1, kind: Deployment, name: d}, minReplicas: 2, maxReplicas: 5}}",
                        2, 5, "minReplicas 2 of HorizontalPodAutoscaler/h"},
                    ScalerCase{"{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: "
                               "h}, spec: {scaleTargetRef: "
                               "{apiVersion: apps/v1, kind: StatefulSet, name: d}, minReplicas: 2}}",
                               3, 3, "replicas 3"},
                    ScalerCase{"{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: "
                               "h}, spec: {scaleTargetRef: "
                               "{kind: Deployment, name: e}, minReplicas: 2}}",
                               3, 3, "replicas 3"},
                    ScalerCase{"{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: s}, "
                               "spec: {scaleTargetRef: {name: d}}}",
                               0, 100, "minReplicaCount 0 (default) of ScaledObject/s"},
                    ScalerCase{"{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: s}, "
                               "spec: {scaleTargetRef: {name: d}, "
                               "minReplicaCount: 2, maxReplicaCount: 9}}",
                               2, 9, "minReplicaCount 2 of ScaledObject/s"},
                    ScalerCase{"{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: s}, "
                               "spec: {scaleTargetRef: {name: d}, "
                               "minReplicaCount: 2, idleReplicaCount: 0}}",
                               0, 100, "idleReplicaCount 0 of ScaledObject/s"}));

TEST(Release, DefaultsReplicas) {
  const Built release(Deployment("d", "replicas: null, "));
  EXPECT_EQ(release->Replicas(release.workload(0)).Where(), "replicas 1 (default)");
  EXPECT_TRUE(release->Replicas(release.workload(0)).node.IsUnset());
}

TEST(Release, ReadsNumbersAndWordsOfConfiguration) {
  const Built release(absl::StrCat(
      Deployment("d", "", R"(initContainers: [{name: i, volumeMounts: [{name: v2}]}],
        containers: [{name: m, envFrom: [{configMapRef: {name: e}}], volumeMounts: [{name: v}]}, {name: n}],
        volumes: [{name: v, projected: {sources: [{secret: {name: s}}]}}, {name: v2, configMap: {name: f}}, {name: v3, configMap: {name: g}}])"),
      R"({apiVersion: v1, kind: ConfigMap, metadata: {name: e}, data: {PORT: "8080", big: "19090 999999", word: "Listen: yes"}}
---
{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {conf: cG9ydD03MDcw, bad: "***"}, stringData: {x: "[::]:7071"}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: f}, data: {a: "port=6060;"}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: g}, data: {a: "5050"}})"));
  const Workload& workload = release.workload(0);
  const Container& main = *workload.ContainerNamed("m");
  for (int64_t port : {8080, 7070, 7071, 6060, 19090})
    EXPECT_TRUE(release->ConfigTextHasNumber(workload, main, port)) << port;
  for (int64_t port : {5050, 9090, 808, 99999, 0, -1})
    EXPECT_FALSE(release->ConfigTextHasNumber(workload, main, port)) << port;
  EXPECT_FALSE(release->ConfigTextHasNumber(workload, *workload.ContainerNamed("n"), 8080));
  EXPECT_TRUE(release->ConfigTextHasWord(workload, main, {"nothing", "LISTEN"}));
  EXPECT_FALSE(release->ConfigTextHasWord(workload, main, {"5050"}));
  EXPECT_THAT(release->ConfigOf(workload),
              ElementsAre(&release.object(2), &release.object(3), &release.object(4), &release.object(1)));
}

TEST(Release, FindsVolumesThatOnlyOneNodeCanHave) {
  const auto count = [](absl::string_view modes, absl::string_view volume, absl::string_view mount,
                        absl::string_view spec = "") {
    const Built release(absl::StrCat(
        Deployment(
            "d", spec,
            absl::StrCat("containers: [{name: m, volumeMounts: [{name: v, mountPath: /x", mount,
                         "}]}], volumes: [{name: v, persistentVolumeClaim: {claimName: c", volume, "}}]")),
        "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: {accessModes: ", modes,
        "}}"));
    return release->ExclusiveVolumes(release.workload(0)).size();
  };
  EXPECT_EQ(count("[ReadWriteOnce]", "", ""), 1u);
  EXPECT_EQ(count("[ReadWriteOncePod]", "", ""), 1u);
  EXPECT_EQ(count("[ReadWriteOnce, ReadWriteMany]", "", ""), 0u);
  EXPECT_EQ(count("[]", "", ""), 0u);
  EXPECT_EQ(count("[ReadWriteOnce]", ", readOnly: true", ""), 0u);
  EXPECT_EQ(count("[ReadWriteOnce]", "", ", readOnly: true"), 0u);
  EXPECT_EQ(count("[ReadWriteOnce]", "", "", "volumeClaimTemplates: [{metadata: {name: v}}], "), 0u);
}

TEST(Release, TakesReleaseAndChartOutOfNames) {
  ReleaseOptions options;
  options.chart_names = {"seaweedfs"};
  const Built release(
      R"({apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {app.kubernetes.io/instance: rel, helm.sh/chart: cert-manager-v1.2.3}}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: b, labels: {app.kubernetes.io/instance: rel, helm.sh/chart: cert-manager-v1.2.3}}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: {app.kubernetes.io/instance: fixed}}})",
      options);
  EXPECT_EQ(release->release_name(), "rel");
  EXPECT_EQ(release->BareName("rel-db"), "db");
  EXPECT_EQ(release->BareName("seaweedfs-db"), "db");
  EXPECT_EQ(release->BareName("rel-seaweedfs-db"), "db");
  EXPECT_EQ(release->BareName("rel-cert-manager-webhook"), "webhook");
  EXPECT_EQ(release->BareName("cert-webhook"), "cert-webhook");  // only a part of the chart's name
  EXPECT_EQ(release->BareName("relay-db"), "relay-db");          // never by prefix
  EXPECT_EQ(release->BareName("rel"), "");
}

TEST(Release, HasNoNameWhereLabelsDisagree) {
  const Built release(
      R"({apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {app.kubernetes.io/instance: x}}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: b, labels: {app.kubernetes.io/instance: y}}})");
  EXPECT_EQ(release->release_name(), "");
}

TEST(Release, KnowsNamesThatLiveOutside) {
  ReleaseOptions options;
  options.external = {"Secret/mine"};
  const Built release("", options);
  EXPECT_TRUE(release->IsExternal("Secret", "mine"));
  EXPECT_FALSE(release->IsExternal("ConfigMap", "mine"));
  EXPECT_TRUE(release->IsExternal("ClusterRole", "system:auth-delegator"));
  EXPECT_TRUE(release->IsExternal("ConfigMap", "kube-root-ca.crt"));
  EXPECT_TRUE(release->IsExternal("ServiceAccount", "namespace-controller", "kube-system"));
  EXPECT_FALSE(release->IsExternal("ServiceAccount", "namespace-controller", "shop"));
}

}  // namespace
}  // namespace chartlint
