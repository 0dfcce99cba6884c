// The configuration as a user writes it: found, checked, merged with the command line.

#include <string>

#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/scratch_repository.h"

namespace chartlint {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kTwoFlags[] = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1
          args:
            - --workers=1
            - --workers=2
)";

TEST(Configuration, EveryMistakeIsToldAtItsPlaceWithTheNearestWord) {
  const ScratchRepository repository("mistakes");
  repository.Write(".chartlint.yaml", R"(profil: strict
failOn: erorr
kubeVersion: 1.34
severities: {flags-duplicat: off}
ignore:
  - rule: flags-duplicate
    name: "a(b"
    resaon: ours
    expires: tomorrow
external: [registry]
charts: charts/*
failOn: note
parameters: {flags-duplicate: {lists: 1}}
)");
  const ProgramResult result = repository.Run({"-"}, kTwoFlags);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_EQ(result.err, R"(.chartlint.yaml:1:1: error: no key 'profil'; did you mean 'profile'?
    1 | profil: strict
      | ^~~~~~
.chartlint.yaml:3:14: error: 'kubeVersion' must be text, not a number: write "1.34"
    3 | kubeVersion: 1.34
      |              ^~~~
.chartlint.yaml:4:14: error: no rule 'flags-duplicat'; did you mean 'flags-duplicate', 'flags-duplicate-env' or 'flags-quoted-value'?
    4 | severities: {flags-duplicat: off}
      |              ^~~~~~~~~~~~~~
.chartlint.yaml:6:5: error: 'reason' is missing: it is required here
    6 |   - rule: flags-duplicate
      |     ^~~~~~~~~~~~~~~~~~~~~
.chartlint.yaml:7:11: error: 'a(b' is no pattern: missing ): a(b
    7 |     name: "a(b"
      |           ^~~~~
.chartlint.yaml:8:5: error: no key 'resaon'; did you mean 'reason'?
    8 |     resaon: ours
      |     ^~~~~~
.chartlint.yaml:9:14: error: 'tomorrow' is no date such as 2026-12-31
    9 |     expires: tomorrow
      |              ^~~~~~~~
.chartlint.yaml:10:12: error: 'registry' is not KIND/NAME, such as Secret/registry
   10 | external: [registry]
      |            ^~~~~~~~
.chartlint.yaml:11:9: error: 'charts' must be a list, not text
   11 | charts: charts/*
      |         ^~~~~~~~
.chartlint.yaml:12:1: error: key 'failOn' stands twice: the first one is on line 2
   12 | failOn: note
      | ^~~~~~
.chartlint.yaml:13:32: error: no parameter 'lists' of flags-duplicate; it has flags.repeatable
   13 | parameters: {flags-duplicate: {lists: 1}}
      |                                ^~~~~
)");
}

TEST(Configuration, WhatIsNoYamlIsToldWithItsLine) {
  const ScratchRepository repository("no-yaml");
  repository.Write(".chartlint.yaml", "profile: strict\nignore: [\n");
  const ProgramResult result = repository.Run({"-"}, kTwoFlags);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr(".chartlint.yaml:2:11: error: "));
  EXPECT_EQ(repository.Run({"--no-config", "-"}, kTwoFlags).exit_code, 1);
  EXPECT_THAT(repository.Run({"--config", "absent.yaml", "-"}, kTwoFlags).err, HasSubstr("absent.yaml: error: "));
}

TEST(Configuration, IsFoundUpwardsToTheRootAndNoFurther) {
  const ScratchRepository outer("outer");
  outer.Write(".chartlint.yaml", "severities: {flags-duplicate: off}\n");
  outer.Write("deep/below/here.yaml", kTwoFlags);
  EXPECT_EQ(outer.Run({"here.yaml"}, "", "deep/below").exit_code, 0);
  outer.Write("deep/.git/HEAD", "");
  EXPECT_EQ(outer.Run({"here.yaml"}, "", "deep/below").exit_code, 1);
}

TEST(Configuration, CommandLineWinsOverTheFileAndThatOverDefaults) {
  const ScratchRepository repository("precedence");
  repository.Write("web.yaml", kTwoFlags);
  EXPECT_EQ(repository.Run({"web.yaml"}).exit_code, 1);
  repository.Write(".chartlint.yaml", "failOn: never\nkubeVersion: \"1.30\"\n");
  EXPECT_EQ(repository.Run({"web.yaml"}).exit_code, 0);
  EXPECT_EQ(repository.Run({"--fail-on", "warning", "web.yaml"}).exit_code, 1);
  repository.Write(".chartlint.yaml", "severities: {flags-duplicate: error}\nfailOn: error\n");
  EXPECT_THAT(repository.Run({"web.yaml"}).out, HasSubstr("error: --workers"));
  repository.Write(".chartlint.yaml", "severities: {flags-duplicate: off}\n");
  EXPECT_EQ(repository.Run({"web.yaml"}).exit_code, 0);
  EXPECT_EQ(repository.Run({"--rule", "flags-duplicate", "web.yaml"}).exit_code, 1);
  repository.Write(".chartlint.yaml", "flags: {repeatable: [--workers]}\n");
  EXPECT_EQ(repository.Run({"web.yaml"}).exit_code, 0);
  repository.Write(".chartlint.yaml", "parameters: {flags-duplicate: {flags.repeatable: [--workers]}}\n");
  EXPECT_EQ(repository.Run({"web.yaml"}).exit_code, 0);
}

// A controller of one's own, and what it says of leader election and ports in words of its own.
constexpr char kOwnFlags[] = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-operator}
spec:
  replicas: 2
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec:
      containers:
        - name: manager
          image: example.com/shop-operator:1
          args: [--ha=false, --admin-addr=none]
          livenessProbe: {httpGet: {path: /healthz, port: 9090}}
)";

TEST(Configuration, FlagsOfOwnProgramsAreKnown) {
  const ScratchRepository repository("own-flags");
  repository.Write("shop.yaml", kOwnFlags);
  EXPECT_EQ(repository.Run({"shop.yaml"}).exit_code, 0);
  repository.Write(".chartlint.yaml",
                   "flags:\n  listeners:\n  - {flag: --admin-addr, role: health, closedBy: [none], default: \":9090\", programs: [shop-operator]}\n"
                   "  leaderElection:\n  - {flag: ha}\n");
  const ProgramResult result = repository.Run({"shop.yaml"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("[probes-disabled-listener]"));
  EXPECT_THAT(result.out, HasSubstr("[leader-election-off]"));
  const ProgramResult effective = repository.Run({"config"});
  EXPECT_THAT(effective.out, HasSubstr("flags.listeners: --admin-addr"));
  EXPECT_THAT(effective.out, HasSubstr("flags.leaderElection: ha"));
}

TEST(Configuration, MistakesInFlagsOfOwnProgramsAreTold) {
  const ScratchRepository repository("own-flags");
  repository.Write(".chartlint.yaml",
                   "flags:\n  listeners:\n  - {role: health}\n  - {flag: a, default: \":9090\"}\n  - {flag: a, default: nowhere, programs: [x]}\n"
                   "  leaderElection:\n  - {sets: name}\n  - {flag: a, sets: none}\n");
  const ProgramResult result = repository.Run({"-"}, kTwoFlags);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr(".chartlint.yaml:3:5: error: one of flag, env is missing: it is required here"));
  EXPECT_THAT(result.err, HasSubstr(".chartlint.yaml:4:15: error: 'default' means nothing without 'programs'"));
  EXPECT_THAT(result.err, HasSubstr(".chartlint.yaml:5:24: error: 'nowhere' is no address with a port"));
  EXPECT_THAT(result.err, HasSubstr(".chartlint.yaml:7:5: error: one of flag, env, program is missing"));
  EXPECT_THAT(result.err, HasSubstr(".chartlint.yaml:8:21: error: 'none' is none of enabled, disabled"));
}

TEST(Configuration, IncludedFilesAddToTheMainOne) {
  const ScratchRepository repository("include");
  repository.Write("web.yaml", kTwoFlags);
  repository.Write(".chartlint.yaml", "include: [policy/flags.yaml]\n");
  repository.Write("policy/flags.yaml", "flags: {repeatable: [--workers]}\n");
  EXPECT_EQ(repository.Run({"web.yaml"}).exit_code, 0);
  repository.Write("policy/flags.yaml", "flags: {repeatables: [--workers]}\n");
  EXPECT_THAT(repository.Run({"web.yaml"}).err, HasSubstr("policy/flags.yaml:1:9: error: no key 'repeatables'; did you mean 'repeatable'?"));
  repository.Remove("policy/flags.yaml");
  EXPECT_THAT(repository.Run({"web.yaml"}).err, HasSubstr(".chartlint.yaml:1:11: error: cannot read "));
}

TEST(Configuration, ConfigPrintsWhereEachValueComesFrom) {
  const ScratchRepository repository("origin");
  repository.Write(".chartlint.yaml", "kubeVersion: \"1.30\"\nseverities:\n  flags-duplicate: note\n");
  EXPECT_EQ(repository.Run({"--fail-on", "note", "config"}).out, R"(# .chartlint.yaml
profile: default                  # default
failOn: note                      # --fail-on
kubeVersion: 1.30                 # .chartlint.yaml:1
severities.flags-duplicate: note  # .chartlint.yaml:3
)");
}

TEST(Configuration, SchemaIsKeptInStep) {
  const std::string printed = RunChartlint({"config", "--schema"}).out;
  EXPECT_EQ(ReadWholeFile("docs/chartlint.schema.json"), printed)
      << "run tools/docs";
  EXPECT_EQ(nlohmann::json::parse(printed)["properties"]["failOn"]["enum"].size(), 4u);
}

TEST(Configuration, InitWritesAFileThatIsAcceptedAndNeverOverwrites) {
  const ScratchRepository repository("init");
  repository.Write("charts/shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n");
  repository.Write("charts/shop/values.yaml", "{}\n");
  repository.Write("charts/shop/ci/small-values.yaml", "{}\n");
  EXPECT_EQ(repository.Run({"init"}).exit_code, 0);
  const std::string written = repository.Read(".chartlint.yaml");
  EXPECT_THAT(written, HasSubstr("- path: \"charts/shop\""));
  EXPECT_THAT(written, HasSubstr("values: [ci/small-values.yaml]"));
  EXPECT_EQ(repository.Run({"config"}).exit_code, 0);
  const ProgramResult again = repository.Run({"init"});
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_THAT(again.err, HasSubstr("exists already"));
  EXPECT_EQ(repository.Read(".chartlint.yaml"), written);
}

TEST(Configuration, ChartsHaveVariantsContextReleaseAndNamespace) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("charts");
  repository.Write("charts/shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n");
  repository.Write("charts/shop/values.yaml", "{}\n");
  repository.Write("charts/shop/templates/web.yaml", R"({{- if .Values.peers }}
apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}-{{ .Values.platform }}", namespace: "{{ .Release.Namespace }}"}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1
          args: [{{ range .Values.peers }}"--workers={{ . }}",{{ end }}]
{{- end }}
)");
  repository.Write("platform.yaml", "platform: metal\n");
  repository.Write("charts/shop/two.yaml", "peers: [1, 2]\n");
  repository.Write(".chartlint.yaml", R"(charts:
  - path: charts/*
    release: corner
    namespace: shops
    context: [platform.yaml]
    variants:
      - name: none
      - name: file
        values: [two.yaml]
      - name: inline
        release: other
        set: {peers: [3, 4]}
)");
  const nlohmann::json report = nlohmann::json::parse(repository.Run({"charts/shop", "--rule", "flags-duplicate", "--format", "json"}).out);
  EXPECT_EQ(report["summary"]["variants"], (nlohmann::json{"none", "file", "inline"}));
  ASSERT_EQ(report["findings"].size(), 2u) << report.dump(1);
  EXPECT_EQ(report["findings"][0]["object"]["name"], "corner-metal");
  EXPECT_EQ(report["findings"][0]["object"]["namespace"], "shops");
  EXPECT_EQ(report["findings"][0]["variants"], nlohmann::json{"file"});
  EXPECT_EQ(report["findings"][1]["object"]["name"], "other-metal");
  // Explicit values replace the configured variants.
  const ProgramResult asked = repository.Run({"charts/shop", "--values", "mine=charts/shop/two.yaml", "--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(asked.out)["summary"]["variants"], nlohmann::json{"mine"});
}

// A chart with a branch of its values and one of the release's namespace.
void WriteStore(const ScratchRepository& repository) {
  repository.Write("store/Chart.yaml", "apiVersion: v2\nname: store\nversion: 1.0.0\n");
  repository.Write("store/values.yaml", "metrics: false\n");
  repository.Write("store/templates/a.yaml", R"(apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
{{- if .Values.metrics }}
data: {metrics: "on"}
{{- end }}
{{- if hasPrefix "tenant-" .Release.Namespace }}
immutable: true
{{- end }}
)");
}

TEST(WrittenVariants, AreTheOnesThatWereFoundAndLeaveTheFileAlone) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("written-variants");
  WriteStore(repository);
  const ProgramResult found = repository.Run({"variants", "store", "--format", "yaml"});
  // A new file.
  EXPECT_EQ(repository.Run({"variants", "store", "--write"}).exit_code, 0);
  EXPECT_EQ(repository.Read(".chartlint.yaml"), found.out);
  EXPECT_THAT(found.out, HasSubstr("metrics: true"));
  EXPECT_THAT(found.out, HasSubstr("namespace: tenant-"));
  const std::string used = repository.Run({"variants", "store"}).out;
  EXPECT_THAT(used, HasSubstr("store: 2 variants, 2 of 2 branches\n  default\n"));
  EXPECT_THAT(used, HasSubstr("\n  metrics + namespace=tenant-example\n")) << "written, no longer found";
  const ProgramResult again = repository.Run({"variants", "store", "--write"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr(".chartlint.yaml:2: there are variants for store already"));
  EXPECT_EQ(repository.Read(".chartlint.yaml"), found.out);
  // An entry for the chart, comments, no line break at the end.
  repository.Write(".chartlint.yaml", "# ours\ncharts:\n- path: store # the shop\n  release: shop # in use\n# the rest\nfailOn: error");
  EXPECT_EQ(repository.Run({"variants", "store", "--write"}).exit_code, 0);
  const std::string text = repository.Read(".chartlint.yaml");
  EXPECT_THAT(text, testing::StartsWith("# ours\ncharts:\n- path: store # the shop\n  variants:\n    - name: default\n"));
  EXPECT_THAT(text, testing::EndsWith("\n  release: shop # in use\n# the rest\nfailOn: error\n"));
  EXPECT_EQ(repository.Run({"store"}).exit_code, 0);
  // An entry for another chart stays below.
  repository.Write(".chartlint.yaml", "charts:\n  # others\n  - path: other/*\n");
  EXPECT_EQ(repository.Run({"variants", "store", "--write"}).exit_code, 0);
  EXPECT_THAT(repository.Read(".chartlint.yaml"), testing::StartsWith("charts:\n  - path: store\n    variants:\n"));
  EXPECT_THAT(repository.Read(".chartlint.yaml"), testing::EndsWith("\n  # others\n  - path: other/*\n"));
}

TEST(WrittenVariants, EndTheirLinesAsTheFileDoes) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("written-variants-crlf");
  WriteStore(repository);
  for (const char* text : {"charts:\r\n- path: store\r\n  release: shop\r\n", "charts:\r\n- path: other\r\n", "profile: strict\r\n# end"}) {
    repository.Write(".chartlint.yaml", text);
    EXPECT_EQ(repository.Run({"variants", "store", "--write"}).exit_code, 0) << text;
    const std::string written = repository.Read(".chartlint.yaml");
    EXPECT_THAT(written, HasSubstr("metrics: true"));
    EXPECT_THAT(absl::StrReplaceAll(written, {{"\r\n", ""}}), Not(HasSubstr("\n"))) << text;
  }
}

TEST(WrittenVariants, OfSeveralChartsGoIntoTheFileThatIsNamed) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("written-variants-several");
  WriteStore(repository);
  repository.Write("depot/Chart.yaml", "apiVersion: v2\nname: depot\nversion: 1.0.0\n");
  repository.Write("depot/templates/a.yaml", repository.Read("store/templates/a.yaml"));
  repository.Write(".chartlint.yaml", "profile: strict\n");
  repository.Write("ci/lint.yaml", "include: [more.yaml]\ncharts:\n- path: \"*\"\n");
  repository.Write("more.yaml", "failOn: error\n");
  EXPECT_EQ(repository.Run({"variants", "store", "depot", "--write", "--config", "ci/lint.yaml"}).exit_code, 0);
  EXPECT_EQ(repository.Read(".chartlint.yaml"), "profile: strict\n");
  EXPECT_EQ(repository.Read("more.yaml"), "failOn: error\n");
  const std::string written = repository.Read("ci/lint.yaml");
  EXPECT_THAT(written, testing::StartsWith("include: [more.yaml]\ncharts:\n- path: store\n  variants:\n"));
  EXPECT_THAT(written, HasSubstr("\n- path: depot\n  variants:\n"));
  EXPECT_THAT(written, testing::EndsWith("\n- path: \"*\"\n")) << "the first entry that fits counts, so it comes last";
  EXPECT_THAT(repository.Run({"variants", "depot", "--config", "ci/lint.yaml"}).out, HasSubstr("depot: 2 variants, 2 of 2 branches\n"));
}

TEST(WrittenVariants, AreRefusedWhereLinesCannotBePut) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("written-variants-flow");
  WriteStore(repository);
  for (const char* text : {"charts: [{path: store}]\n", "charts: []\n", "{profile: default}\n"}) {
    repository.Write(".chartlint.yaml", text);
    const ProgramResult result = repository.Run({"variants", "store", "--write"});
    EXPECT_EQ(result.exit_code, 2) << text;
    EXPECT_THAT(result.err, HasSubstr("chartlint variants --format yaml")) << text;
    EXPECT_EQ(repository.Read(".chartlint.yaml"), text);
  }
}

TEST(ChartNameCollision, IsNoneWhereTheChartServesTheWholeCluster) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("collision-of-a-singleton");
  repository.Write("adapter/Chart.yaml", "apiVersion: v2\nname: adapter\nversion: 1.0.0\n");
  std::string web = kTwoFlags;
  web.replace(web.find("  name: web\n"), 12, "  name: {{ .Release.Name }}\n");
  repository.Write("adapter/templates/web.yaml", web);
  repository.Write("adapter/templates/role.yaml",
                   "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: adapter}\nrules: []\n");
  EXPECT_THAT(repository.Run({"adapter"}).out, HasSubstr("[chart-name-collision]"));
  repository.Write("adapter/templates/api.yaml",
                   "apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.metrics.example.com}\n"
                   "spec: {group: metrics.example.com, version: v1, groupPriorityMinimum: 100, versionPriority: 100}\n");
  EXPECT_THAT(repository.Run({"adapter"}).out, Not(HasSubstr("[chart-name-collision]")));
}

TEST(ChartNameCollision, CountsANamespaceThatIsSpelledOutAlsoWhereTheReleaseIsInIt) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("collision-in-own-namespace");
  repository.Write("single/Chart.yaml", "apiVersion: v2\nname: single\nversion: 1.0.0\n");
  repository.Write("single/templates/a.yaml", std::string(kTwoFlags) + R"(---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: web}
rules: []
)");
  std::string text = repository.Read("single/templates/a.yaml");
  text.replace(text.find("  name: web\n"), 12, "  name: web\n  namespace: system\n");
  repository.Write("single/templates/a.yaml", text);
  for (const char* space : {"default", "system"}) {
    repository.Write(".chartlint.yaml", std::string("charts: [{path: single, namespace: ") + space + "}]\n");
    EXPECT_EQ(repository.Run({"single", "--rule", "chart-name-collision"}).exit_code, 0) << space;
  }
}

}  // namespace
}  // namespace chartlint
