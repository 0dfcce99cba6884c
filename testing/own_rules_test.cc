// Own rules: paths, predicates, selection, their tests, and how they take part in everything else.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/scratch_repository.h"

namespace chartlint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kDeployment[] = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {team: shop, example.com/tier: front}
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: docker.io/web:1
          resources: {limits: {memory: 512Mi, cpu: 500m}}
        - name: side
          image: registry.example.com/side:1
          resources: {limits: {memory: 2Gi}}
)";

// "path value" of each finding of one rule.
std::vector<std::string> Found(const std::string& rule, const std::string& text = kDeployment) {
  const ScratchRepository repository("own");
  repository.Write(".chartlint.yaml", absl::StrCat("rules:\n  - {id: own-rule, message: \"{path} {value}\", ", rule, "}\n"));
  const ProgramResult result = repository.Run({"--rule", "own-rule", "--format", "json", "-"}, text);
  const nlohmann::json report = nlohmann::json::parse(result.out, nullptr, false);
  if (!report.is_object()) return {result.err};
  std::vector<std::string> found;
  for (const nlohmann::json& finding : report["findings"]) found.push_back(finding["message"]);
  return found;
}

TEST(OwnRules, PathsSelectAsInKubernetes) {
  const std::string absent = ", absent: true";
  EXPECT_THAT(Found("path: spec.replicas" + absent), ElementsAre("spec.replicas 3"));
  EXPECT_THAT(Found("path: 'spec.template.spec.containers[*].image'" + absent),
              ElementsAre("spec.template.spec.containers[0].image docker.io/web:1",
                          "spec.template.spec.containers[1].image registry.example.com/side:1"));
  EXPECT_THAT(Found("path: 'spec.template.spec.containers[name=side].image'" + absent),
              ElementsAre("spec.template.spec.containers[1].image registry.example.com/side:1"));
  EXPECT_THAT(Found("path: 'spec.template.spec.containers[0].name'" + absent), ElementsAre("spec.template.spec.containers[0].name web"));
  EXPECT_THAT(Found("path: 'metadata.labels[\"example.com/tier\"]'" + absent),
              ElementsAre("metadata.labels[\"example.com/tier\"] front"));
  EXPECT_THAT(Found("path: '**.memory'" + absent).size(), 2u);
  EXPECT_THAT(Found("path: 'spec.[x'" + absent), ElementsAre(HasSubstr("a '[' is not closed")));
}

TEST(OwnRules, PredicatesHoldOrAreFindings) {
  EXPECT_THAT(Found("path: spec.replicas, is: 3"), IsEmpty());
  EXPECT_THAT(Found("path: spec.replicas, is: 2"), ElementsAre("spec.replicas 3"));
  EXPECT_THAT(Found("path: spec.replicas, in: [1, 3]"), IsEmpty());
  EXPECT_THAT(Found("path: spec.replicas, min: 4"), ElementsAre("spec.replicas 3"));
  EXPECT_THAT(Found("path: '**.memory', max: 1Gi"), ElementsAre(HasSubstr("2Gi")));
  EXPECT_THAT(Found("path: '**.cpu', min: 0.5"), IsEmpty());
  EXPECT_THAT(Found("path: '**.image', matches: ^registry"), ElementsAre(HasSubstr("docker.io")));
  EXPECT_THAT(Found("path: '**.image', notMatches: ^registry"), ElementsAre(HasSubstr("registry.example.com")));
  EXPECT_THAT(Found("path: spec.paused, exists: true"), ElementsAre("spec "));
  EXPECT_THAT(Found("path: spec.replicas, exists: true"), IsEmpty());
  EXPECT_THAT(Found("path: 'spec.template.spec.containers[*]', count: {max: 1}").size(), 1u);
  EXPECT_THAT(Found("path: 'spec.template.spec.containers[*].name', unique: true"), IsEmpty());
  EXPECT_THAT(Found("path: 'spec.template.spec.containers[*]', any: [{path: name, is: web}, {path: image, matches: ^registry}]"), IsEmpty());
  EXPECT_THAT(Found("path: 'spec.template.spec.containers[*]', not: {path: name, is: web}"), ElementsAre("spec.template.spec.containers[0] "));
  EXPECT_THAT(Found("path: metadata.labels, each: {matches: '^[a-z]+$'}"), IsEmpty());
}

TEST(OwnRules, EffectiveRulesJudgeWhatTheServerStores) {
  const std::string effective = "effective: true, ";
  EXPECT_THAT(Found("path: spec.strategy.rollingUpdate.maxSurge, is: 1"), IsEmpty()) << "nothing is written";
  EXPECT_THAT(Found(effective + "path: spec.strategy.rollingUpdate.maxSurge, is: 1"),
              ElementsAre("spec.strategy.rollingUpdate.maxSurge 25%"));
  EXPECT_THAT(Found(effective + "path: spec.strategy.rollingUpdate.maxSurge, is: 25%"), IsEmpty());
  EXPECT_THAT(Found(effective + "path: spec.replicas, is: 3"), IsEmpty()) << "what is written counts";
  EXPECT_THAT(Found(effective + "path: spec.revisionHistoryLimit, exists: true"), IsEmpty());
  EXPECT_THAT(Found(effective + "path: spec.revisionHistoryLimit, absent: true"), ElementsAre("spec.revisionHistoryLimit 10"));
  EXPECT_THAT(Found(effective + "path: spec.paused, exists: true"), ElementsAre("spec "));
  EXPECT_THAT(Found(effective + "select: {workload: true}, path: 'spec.containers[*].imagePullPolicy', is: Always"),
              ElementsAre("spec.template.spec.containers[0].imagePullPolicy IfNotPresent",
                          "spec.template.spec.containers[1].imagePullPolicy IfNotPresent"));
  EXPECT_THAT(Found(effective + "path: '**.requests.cpu', min: 1"), ElementsAre("spec.template.spec.containers[0].resources.requests.cpu 500m"));
  EXPECT_THAT(Found(effective + "path: '**.imagePullPolicy', unique: true").size(), 1u);
  EXPECT_THAT(Found(effective + "path: '**.requests', count: {min: 3}").size(), 1u);
  EXPECT_THAT(Found(effective + "path: 'spec.template.spec', all: [{path: dnsPolicy, is: ClusterFirst}, {path: restartPolicy, is: Never}]"),
              ElementsAre("spec.template.spec "));
}

constexpr char kTwoRules[] = R"(rules:
  - {id: surge-one, message: "surges by {value}", effective: true, path: spec.strategy.rollingUpdate.maxSurge, is: 1}
  - {id: pull-always, message: "pulls {value}", effective: true, path: "**.imagePullPolicy", is: Always}
)";

TEST(OwnRules, DefaultsHaveTheNearestPlaceAndSaySo) {
  const ScratchRepository repository("own-effective");
  repository.Write("web.yaml", kDeployment);
  repository.Write(".chartlint.yaml", kTwoRules);
  const std::string out = repository.Run({"--rule", "surge-one", "--rule", "pull-always", "web.yaml"}).out;
  EXPECT_THAT(out, HasSubstr("web.yaml:7:3: warning: surges by 25% [surge-one]\n  Deployment/web spec\n"));
  EXPECT_THAT(out, HasSubstr("web.yaml:7:3: note: spec.strategy.rollingUpdate.maxSurge is not set here: the API server sets it to '25%'"));
  EXPECT_THAT(out, HasSubstr("web.yaml:15:11: warning: pulls IfNotPresent [pull-always]"));
  repository.Write(".chartlint.yaml", std::string(kTwoRules) + "ignore: [{rule: pull-always, container: web, reason: pinned by digest}]\n");
  EXPECT_THAT(repository.Run({"--rule", "pull-always", "web.yaml"}).out, HasSubstr("1 suppressed"));
  repository.Write("written.yaml", std::string(kDeployment) + "          imagePullPolicy: Never\n");
  EXPECT_THAT(repository.Run({"--rule", "pull-always", "written.yaml"}).out,
              HasSubstr("written.yaml:21:28: warning: pulls Never [pull-always]\n"
                        "  Deployment/web spec.template.spec.containers[1].imagePullPolicy\n"
                        "   21 |           imagePullPolicy: Never\n"
                        "      |                            ^~~~~\n\n"))
      << "what is written has no note";
}

TEST(OwnRules, EffectiveRulesSeeEveryKindOfTemplate) {
  const std::string rule = "effective: true, select: {workload: true}, path: 'spec.containers[*].imagePullPolicy', is: Never";
  const std::string containers = "{spec: {containers: [{name: a, image: a}]}}";
  EXPECT_THAT(Found(rule, "{apiVersion: batch/v1, kind: CronJob, metadata: {name: x}, spec: {jobTemplate: {spec: {template: " + containers + "}}}}"),
              ElementsAre("spec.jobTemplate.spec.template.spec.containers[0].imagePullPolicy Always"));
  EXPECT_THAT(Found(rule, "{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: x}, spec: {template: " + containers + "}}"),
              ElementsAre("spec.template.spec.containers[0].imagePullPolicy Always"));
  EXPECT_THAT(Found(rule, "{apiVersion: v1, kind: Pod, metadata: {name: x}, spec: {containers: [{name: a, image: a}]}}"),
              ElementsAre("spec.containers[0].imagePullPolicy Always"));
  EXPECT_THAT(Found(rule, "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}"), IsEmpty());
}

TEST(OwnRules, SelectNarrowsTheObjects) {
  const std::string absent = ", path: '**.replicas', absent: true";
  EXPECT_THAT(Found("select: {kinds: [Deployment], names: ['w*'], labels: {team: shop}}" + absent).size(), 1u);
  for (const char* other : {"kinds: [StatefulSet]", "names: [w]", "labels: {team: other}", "variants: [prod]"}) {
    EXPECT_THAT(Found(absl::StrCat("select: {", other, "}", absent)), IsEmpty()) << other;
  }
  EXPECT_THAT(Found("select: {workload: true}, path: 'spec.containers[1].name', absent: true"),
              ElementsAre("spec.template.spec.containers[1].name side"));
  EXPECT_THAT(Found("select: {workload: true}, path: kind, absent: true", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n"), IsEmpty());
}

TEST(OwnRules, TakePartInEverythingElse) {
  const ScratchRepository repository("own-all");
  const std::string rule = "rules: [{id: images-ours, message: not ours, path: '**.image', matches: ^registry}]\n";
  repository.Write(".chartlint.yaml", rule);
  repository.Write("web.yaml", kDeployment);
  EXPECT_THAT(repository.Run({"web.yaml"}).out, HasSubstr("web.yaml:16:18: warning: not ours [images-ours]"));
  repository.Write(".chartlint.yaml", rule + "severities: {images-ours: error}\n");
  EXPECT_THAT(repository.Run({"web.yaml"}).out, HasSubstr("error: not ours"));
  repository.Write(".chartlint.yaml", rule + "ignore: [{rule: images-ours, container: web, reason: mirrored next month}]\n");
  EXPECT_THAT(repository.Run({"web.yaml"}).out, HasSubstr("1 suppressed"));
  repository.Write(".chartlint.yaml", rule);
  const nlohmann::json log = nlohmann::json::parse(repository.Run({"--format", "sarif", "web.yaml"}).out);
  bool described = false;
  for (const nlohmann::json& info : log["runs"][0]["tool"]["driver"]["rules"]) described |= info["id"] == "images-ours";
  EXPECT_TRUE(described);
  EXPECT_EQ(repository.Run({"--disable", "images-ours", "web.yaml"}).exit_code, 0);
}

TEST(OwnRules, EqualFaultsAtItemsWithoutANameAreTwo) {
  const ScratchRepository repository("own");
  repository.Write(".chartlint.yaml",
                   "rules:\n  - {id: own-rule, message: not here, path: \"spec.ports[*].protocol\", notMatches: UDP}\n");
  constexpr char kService[] = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  ports:\n"
                              "  - protocol: UDP\n    port: 1\n  - protocol: TCP\n    port: 2\n  - port: 3\n    protocol: UDP\n";
  repository.Write("one.yaml", kService);
  repository.Write("two.yaml", absl::StrCat(kService, "# another text of the same\n"));
  const ProgramResult result = repository.Run({"--rule", "own-rule", "--format", "json", "--variant", "one=one.yaml", "--variant", "two=two.yaml"});
  const nlohmann::json report = nlohmann::json::parse(result.out, nullptr, false);
  ASSERT_EQ(report["findings"].size(), 2u) << result.out << result.err;
  EXPECT_EQ(report["findings"][0]["location"]["line"], 6);
  EXPECT_EQ(report["findings"][1]["location"]["line"], 11);
  EXPECT_EQ(report["findings"][1]["variants"].size(), 2u);
  EXPECT_NE(report["findings"][0]["fingerprint"], report["findings"][1]["fingerprint"]);
}

TEST(OwnRules, TheHookKnowsThem) {
  const ScratchRepository repository("own");
  repository.Write(".chartlint.yaml", "rules:\n  - {id: own-rule, message: no team, path: metadata.labels.owner, exists: true}\n");
  repository.Write("web.yaml", kDeployment);
  const ProgramResult result = repository.Run({"hook", "web.yaml"}, "");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("web.yaml:5:11: warning: no team [own-rule]"));
}

TEST(OwnRules, MistakesInThemAreTold) {
  EXPECT_THAT(Found("matches: 'a(b'"), ElementsAre(HasSubstr("is no pattern")));
  EXPECT_THAT(Found("mtches: x"), ElementsAre(HasSubstr("no key 'mtches'; did you mean 'matches'?")));
  const ScratchRepository repository("own-ids");
  repository.Write(".chartlint.yaml", "rules: [{id: flags-duplicate, message: x}, {id: One, message: x}]\n");
  const ProgramResult result = repository.Run({"-"}, kDeployment);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("there is a rule 'flags-duplicate' already"));
  EXPECT_THAT(result.err, HasSubstr("'One' is no id"));
}

TEST(OwnRules, TestsOfRulesRun) {
  const ScratchRepository repository("own-tests");
  repository.Write(".chartlint.yaml", R"(rules:
  - id: maps-have-data
    message: x
    path: data
    exists: true
    tests:
      good:
        - "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: {a: b}}"
        - "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}"
      bad:
        - "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}"
  - id: claims-are-files
    message: x
    effective: true
    path: spec.volumeMode
    is: Filesystem
    tests:
      good:
        - "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: x}, spec: {}}"
      bad:
        - "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: x}, spec: {volumeMode: Block}}"
)");
  const ProgramResult result = repository.Run({"test-rules"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, ".chartlint.yaml:9: maps-have-data: the rule speaks, and should not\n4 passed, 1 failed\n");
}

}  // namespace
}  // namespace chartlint
