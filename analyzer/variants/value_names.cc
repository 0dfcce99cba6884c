#include "analyzer/variants/value_names.h"

#include <memory>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzer/template/value_yaml.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

struct Row {
  const char* pattern;  // of the key in lower case
  const char* value;    // YAML
};

constexpr const char* kLabelNames = "(annotations|labels)$";

constexpr Row kCollections[] = {
    {"(annotations|labels)$|^(matchlabels|selector|nodeselector|selectorlabels|commonlabels|extralabels|"
     "podlabels)$",
     "{example.com/key: value}"},
    {"tolerations$", "[{key: example, operator: Exists, effect: NoSchedule}]"},
    {"affinity$",
     "{nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
     "[{matchExpressions: [{key: "
     "kubernetes.io/os, operator: In, values: [linux]}]}]}}}"},
    {"topologyspreadconstraints$",
     "[{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: "
     "{matchLabels: "
     "{app: example}}}]"},
    {"envfrom$", "[{secretRef: {name: example}}]"},
    {"volumeclaimtemplates$",
     "[{metadata: {name: example}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: "
     "1Gi}}}}]"},
    {"volumemounts$", "[{name: example, mountPath: /example}]"},
    {"volumes$", "[{name: example, emptyDir: {}}]"},
    {"(initcontainers|sidecars|extracontainers|containers)$",
     "[{name: example, image: 'docker.io/library/busybox:1.36', command: ['true']}]"},
    {"imagepullsecrets$", "[{name: example}]"},
    {"pullsecrets$", "[example]"},
    {"hostaliases$", "[{ip: 192.0.2.1, hostnames: [example.com]}]"},
    {"resources$", "{limits: {cpu: 100m, memory: 128Mi}, requests: {cpu: 50m, memory: 64Mi}}"},
    {"(podsecuritycontext|securitycontext)$", "{runAsNonRoot: true, runAsUser: 1000}"},
    {"(livenessprobe|readinessprobe|startupprobe|probe)$",
     "{httpGet: {path: /, port: 8080}, periodSeconds: 10}"},
    {"(updatestrategy|strategy)$", "{type: RollingUpdate}"},
    {"lifecycle(hooks)?$", "{preStop: {exec: {command: [sleep, '5']}}}"},
    {"dnsconfig$", "{options: [{name: ndots, value: '2'}]}"},
    {"(^env|extraenv|envvars|extraenvvars|environment)$", "[{name: EXAMPLE, value: value}]"},
    {"(secrettls|tls)$", "[{hosts: [chart.example.com], secretName: example-tls}]"},
    {"(extrahosts|hosts)$", "[chart.example.com]"},
    {"extrapaths$",
     "[{path: /x, pathType: Prefix, backend: {service: {name: example, port: {number: 80}}}}]"},
    {"(extraports|ports)$", "[{name: extra, port: 9999, protocol: TCP, targetPort: 9999}]"},
    {"(relabelings|relabelconfigs|metricrelabelings|metricrelabelconfigs)$",
     "[{action: keep, sourceLabels: [__name__], regex: '.*'}]"},
    {"(loadbalancersourceranges|sourceranges|cidrs?)$", "[192.0.2.0/24]"},
    {"externalips$", "[192.0.2.10]"},
    {"accessmodes$", "[ReadWriteOnce]"},
    {"(extradeploy|extraobjects|extramanifests|extraresources)$",
     "[{apiVersion: v1, kind: ConfigMap, metadata: {name: example-extra}, data: {k: v}}]"},
    {"(args|extraargs|command|extraflags|flags)$", "[--example]"},
    {"rules$", "[{alert: Example, expr: up == 0, for: 5m, labels: {severity: warning}}]"},
    {"datasource$", "{name: example, kind: VolumeSnapshot, apiGroup: snapshot.storage.k8s.io}"},
    {"ipfamilies$", "[IPv4]"},
    {"^patch(es)?$", "[{op: add, path: /example, value: example}]"},
};

constexpr Row kScalars[] = {
    {"nodeport$", "30080"},
    {"port$", "8080"},
    {"(replicas|replicacount|count|limit)$", "2"},
    {"(size|storage|memory)$", "1Gi"},
    {"cpu$", "100m"},
    {"schedule$", "0 0 * * *"},
    {"(url|endpoint|uri)$", "http://example.example.com"},
    {"(host|hostname|domain|fqdn|address|server)$", "example.example.com"},
    {"(ip|clusterip)$", "192.0.2.10"},
    {"(seconds|period|weight|threshold|timeout)$", "30"},
    {"(ratio|factor|multiplier|percent|percentage)$", "1"},
    {"interval|duration|retention", "30s"},
    {"(existingsecret|secretname|existingclaim|configmap|claim|serviceaccount|name)$", "example"},
    {"(minavailable|maxunavailable)$", "1"},
    {"pullpolicy$", "IfNotPresent"},
    {"loglevel$", "debug"},
    {"policy$", "Cluster"},
    {"(uid|gid|user|group|fsgroup)$", "1000"},
    {"path$", "/example"},
    {"digest$", "sha256:0000000000000000000000000000000000000000000000000000000000000000"},
    {"enabled$|^(create|enable|install)", "true"},
    {"cert$|crt$|key$|ca$|pem$", "example"},
};

struct Entry {
  std::unique_ptr<RE2> pattern;
  ChartValue value;
};

template <size_t kSize>
std::vector<Entry>* Compile(const Row (&rows)[kSize]) {
  auto* const entries = new std::vector<Entry>;
  for (const Row& row : rows) {
    entries->push_back(
        {std::make_unique<RE2>(row.pattern), ReadYaml(row.value, nullptr).value_or(ChartValue::Null())});
  }
  return entries;
}

const std::vector<Entry>& Collections() {
  static const std::vector<Entry>* const entries = Compile(kCollections);
  return *entries;
}

const std::vector<Entry>& Scalars() {
  static const std::vector<Entry>* const entries = Compile(kScalars);
  return *entries;
}

}  // namespace

bool IsOfType(const ChartValue& value, WantedType type) {
  switch (type) {
    case WantedType::kAny:
      return true;
    case WantedType::kText:
      return value.IsString();
    case WantedType::kNumber:
      return value.IsNumber();
    case WantedType::kBool:
      return value.kind() == ChartValue::Kind::kBool;
    case WantedType::kList:
      return value.IsList();
    case WantedType::kMap:
      return value.IsMap();
  }
  return false;
}

bool NamesLabels(absl::string_view key) {
  static const RE2* const pattern = new RE2(kLabelNames);
  return RE2::PartialMatch(absl::AsciiStrToLower(key), *pattern);
}

std::optional<ChartValue> ListByName(absl::string_view key) {
  const std::string lower = absl::AsciiStrToLower(key);
  for (const Entry& entry : Collections()) {
    if (entry.value.IsList() && RE2::PartialMatch(lower, *entry.pattern)) return entry.value;
  }
  return std::nullopt;
}

std::optional<ChartValue> ValueByName(absl::string_view key, WantedType type) {
  const std::string lower = absl::AsciiStrToLower(key);
  const bool any = type == WantedType::kAny;
  if (any || type == WantedType::kList || type == WantedType::kMap) {
    for (const Entry& entry : Collections()) {
      if (IsOfType(entry.value, type) && RE2::PartialMatch(lower, *entry.pattern)) return entry.value;
    }
  }
  if (type != WantedType::kList && type != WantedType::kMap) {
    for (const Entry& entry : Scalars()) {
      if (!RE2::PartialMatch(lower, *entry.pattern)) continue;
      if (type == WantedType::kText && !entry.value.IsString()) {
        if (!entry.value.IsNumber()) return ChartValue::String("example");
        return ChartValue::String(entry.value.Print().value_or("example"));
      }
      if (IsOfType(entry.value, type)) return entry.value;
    }
  }
  switch (type) {
    case WantedType::kAny:
      return std::nullopt;
    case WantedType::kText:
      return ChartValue::String("example");
    case WantedType::kNumber:
      return ChartValue::Float(1);
    case WantedType::kBool:
      return ChartValue::Bool(true);
    case WantedType::kList:
      return ChartValue::MakeList({ChartValue::String("example")});
    case WantedType::kMap:
      return ChartValue::MakeMap({{"example", ChartValue::String("value")}});
  }
  return std::nullopt;
}

std::optional<std::string> TextMatching(absl::string_view pattern) {
  const RE2 re(std::string(pattern), RE2::Quiet);
  if (!re.ok()) return std::nullopt;
  const std::string plain = absl::StrReplaceAll(
      pattern, {{"^", ""}, {"$", ""}, {"\\", ""}, {"(", ""}, {")", ""}, {"?", ""}, {"*", ""}, {"+", ""}});
  const std::vector<std::string> alternatives = absl::StrSplit(plain, '|');
  std::vector<std::string> texts = {"example",
                                    "example1",
                                    "1",
                                    "10",
                                    "true",
                                    "192.0.2.1",
                                    "example.com",
                                    "http://example.com",
                                    "https://example.com",
                                    "1Gi",
                                    "100m",
                                    "10s",
                                    "5m",
                                    "v1.0.0",
                                    "1.0.0",
                                    "10%",
                                    "Always",
                                    "0 0 * * *",
                                    "/example",
                                    "192.0.2.0/24",
                                    "example.com/key",
                                    "EXAMPLE",
                                    "Example"};
  texts.push_back(plain);
  texts.insert(texts.end(), alternatives.begin(), alternatives.end());
  for (const std::string& text : texts) {
    if (!text.empty() && RE2::PartialMatch(text, re)) return text;
  }
  return std::nullopt;
}

std::string OneLineYaml(const ChartValue& value) {
  if (value.IsMap() && !value.map().empty()) {
    const auto& entry = *value.map().begin();
    return absl::StrCat(entry.first, ": ", WriteJson(entry.second, 0).value_or("{}"));
  }
  if (value.IsList() && !value.list().empty()) {
    return absl::StrCat("- ", WriteJson(value.list()[0], 0).value_or("{}"));
  }
  return value.Print().value_or("");
}

}  // namespace chartlint
