// Faults that real charts have been released with, found at their objects in the renders beside the checkout.

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

#include "gtest/gtest.h"
#include "testing/json_report.h"
#include "testing/shared_data.h"

namespace chartlint {
namespace {

struct RealFault {
  std::string chart, variant;  // folder and file of the render
  std::string rule, object;
  std::string says;  // part of the message
};

const RealFault kFaults[] = {
    {"cozystack+cozystack/apps-tcp-balancer", "default", "ports-service-target-missing",
     "Service/rel-haproxy", "\"kubernetes\", \"talos\""},
    {"cozystack+cozystack/system-bootbox", "default", "strategy-surge-host-listener", "Deployment/smee",
     "SMEE_DHCP_ADDR=0.0.0.0:67"},
    {"cozystack+cozystack/system-piraeus-operator", "default", "ports-listener-unreachable",
     "Service/rel-piraeus-controller-manager-metrics-service", "--metrics-bind-address=0"},
    {"cozystack+cozystack/system-metallb", "default", "strategy-surge-host-port",
     "Deployment/rel-frr-k8s-statuscleaner", "19443"},
    {"metallb+metallb/metallb", "default", "strategy-surge-host-port", "Deployment/rel-frr-k8s-statuscleaner",
     "19443"},
    {"bitnami+charts/grafana-tempo", "default", "reference-missing",
     "Deployment/rel-grafana-tempo-query-frontend", "ConfigMap 'rel-grafana-tempo-query-frontend'"},
    {"bitnami+charts/grafana-k6-operator", "default", "rbac-role-missing",
     "ClusterRoleBinding/rel-grafana-k6-operator-ns-metrics-auth", "rendered in no variant"},
    {"bitnami+charts/cilium", "default", "strategy-surge-host-port", "Deployment/rel-cilium-operator",
     "9234"},
    {"falcosecurity+charts/falcosidekick", "default", "ports-service-target-missing",
     "Service/rel-falcosidekick", "http-notls"},
    {"temporalio+helm-charts/temporal", "ci.mysql-values", "ports-service-target-missing",
     "Service/rel-temporal-worker-headless", "targets \"rpc\""},
    {"grafana-community+helm-charts/tempo-distributed", "min", "ports-service-target-missing",
     "Service/rel-tempo-memcached", "http-metrics"},
    {"grafana-community+helm-charts/tempo-distributed", "min", "reference-statefulset-service-missing",
     "StatefulSet/rel-tempo-block-builder", "'block-builder'"},
    {"grafana+helm-charts/tempo-distributed", "default", "ports-service-target-missing",
     "Service/rel-tempo-memcached", "http-metrics"},
    {"grafana+helm-charts/tempo-distributed", "default", "reference-statefulset-service-missing",
     "StatefulSet/rel-tempo-ingester", "'ingester'"},
    {"grafana-community+helm-charts/tempo", "default", "reference-statefulset-service-missing",
     "StatefulSet/rel-tempo", "'rel-tempo-headless'"},
    {"grafana-community+helm-charts/loki", "ci.non-default-values", "yaml-duplicate-key", "",
     "podAntiAffinity"},
    {"linkerd+linkerd2/linkerd-viz", "values-ha", "strategy-zero-available", "Deployment/tap-injector",
     "replicas 1 - maxUnavailable 1 = 0"},
    {"linkerd+linkerd2/linkerd-multicluster", "values-ha", "strategy-zero-available",
     "Deployment/linkerd-local-service-mirror", "replicas 1 - maxUnavailable 1 = 0"},
    {"aws+eks-charts/aws-for-fluent-bit", "default", "rbac-unknown-resource",
     "ClusterRole/rel-aws-for-fluent-bit", "'pods/logs'"},
    {"prometheus-community+helm-charts/prometheus-cloudwatch-exporter", "default", "rbac-unknown-resource",
     "ClusterRole/rel-prometheus-cloudwatch-exporter", "'configmap'"},
    {"longhorn+charts/longhorn", "default", "rbac-unknown-resource", "ClusterRole/longhorn-role",
     "'proxy/nodes'"},
    {"DataDog+helm-charts/cloudprem", "ci.kubeconform-values", "reference-missing-in-variant",
     "Ingress/rel-cloudprem-internal", "'rel-cloudprem-indexer'"},
    {"fluxcd-community+helm-charts/flux2", "default", "rbac-subject-missing",
     "ClusterRoleBinding/crd-controller", "'source-watcher-controller'"},
    {"fluxcd-community+helm-charts/flux2", "ut.helm-controller.00", "rbac-subject-missing",
     "ClusterRoleBinding/cluster-reconciler", "'helm-controller'"},
    {"hashicorp+consul-k8s/consul", "default", "budget-blocks-drain",
     "PodDisruptionBudget/rel-consul-connect-injector", "maxUnavailable 0 of 1 pod"},
    {"VictoriaMetrics+helm-charts/victoria-metrics-cluster", "ut.hpa.00", "scaling-replicas-set",
     "StatefulSet/rel-victoria-metrics-cluster-vmstorage", "throws it back to 2"},
};

TEST(RealFaults, AreFound) {
  const std::string corpus = SharedDataDir().value_or("") + "/corpus/";
  size_t looked_at = 0;
  for (const RealFault& fault : kFaults) {
    std::error_code error;
    if (!std::filesystem::exists(corpus + fault.chart + "/" + fault.variant + ".yaml", error)) continue;
    ++looked_at;
    const std::vector<ReportedFinding> findings =
        Check({"--profile", "strict", "--rule", fault.rule, "--variants", corpus + fault.chart});
    const bool found =
        std::any_of(findings.begin(), findings.end(), [&fault](const ReportedFinding& finding) {
          return finding.object == fault.object && finding.message.find(fault.says) != std::string::npos &&
                 std::find(finding.variants.begin(), finding.variants.end(), fault.variant) !=
                     finding.variants.end();
        });
    EXPECT_TRUE(found) << fault.chart << " " << fault.variant << ": no " << fault.rule << " at "
                       << fault.object << " with " << fault.says << ", but "
                       << ::testing::PrintToString(findings);
  }
  if (looked_at == 0) GTEST_SKIP() << "none of the charts is in $CHARTLINT_SHARED/corpus";
}

}  // namespace
}  // namespace chartlint
