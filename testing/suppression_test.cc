// Accepted findings, in every way in which they can be accepted, and what is told about exceptions without effect.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
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

// A fault in the last container argument; marks are where exceptions go.
std::string Deployment(const std::vector<std::pair<std::string, std::string>>& marks, const std::string& name = "web") {
  std::string text = R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: NAME
  annotations: {OBJECT}
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
      annotations: {POD}
    spec:
      #KEY
      containers:
        #ITEM
        - name: web
          image: registry.example.com/web:1
          args:
            - --leader-elect=false
            #ABOVE
            - --leader-elect=true  #LINE
)";
  text = absl::StrReplaceAll(text, {{"NAME", name}});
  for (const auto& [mark, words] : marks) text = absl::StrReplaceAll(text, {{mark, words}});
  return absl::StrReplaceAll(text, {{"{OBJECT}", "{}"}, {"{POD}", "{}"}});
}

constexpr char kComment[] = "# chartlint: ignore flags-duplicate -- the operator's own";

nlohmann::json Check(const ScratchRepository& repository, const std::string& text, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"--format", "json", "-"});
  const ProgramResult result = repository.Run(arguments, text);
  return nlohmann::json::parse(result.out, nullptr, false);
}

std::vector<std::string> OpenRules(const nlohmann::json& report) {
  std::vector<std::string> rules;
  for (const nlohmann::json& finding : report["findings"]) {
    if (!finding.contains("suppressed")) rules.push_back(finding["rule"]);
  }
  return rules;
}

TEST(Suppression, CommentOnTheLineAboveItAndAboveWhatHoldsIt) {
  const ScratchRepository repository("comment");
  EXPECT_THAT(OpenRules(Check(repository, Deployment({}))), ElementsAre("flags-duplicate"));
  for (const char* mark : {"#LINE", "#ABOVE", "#ITEM", "#KEY"}) {
    const nlohmann::json report = Check(repository, Deployment({{mark, kComment}}));
    EXPECT_THAT(OpenRules(report), IsEmpty()) << mark << report.dump(1);
    EXPECT_EQ(report["summary"]["exitCode"], 0);
    EXPECT_EQ(report["findings"][0]["suppressed"]["reason"], "the operator's own");
    EXPECT_EQ(report["findings"][0]["suppressed"]["by"], "source");
  }
  EXPECT_THAT(OpenRules(Check(repository, absl::StrCat(kComment, "\n", Deployment({})))), IsEmpty()) << "at the head";
}

TEST(Suppression, SarifHoldsTheReasonAndTextACount) {
  const ScratchRepository repository("sarif");
  const std::string text = Deployment({{"#ABOVE", kComment}});
  const nlohmann::json log = nlohmann::json::parse(repository.Run({"--format", "sarif", "-"}, text).out);
  EXPECT_EQ(log["runs"][0]["results"][0]["suppressions"],
            (nlohmann::json::array({{{"kind", "inSource"}, {"justification", "the operator's own"}}})));
  EXPECT_THAT(repository.Run({"-"}, text).out, HasSubstr("no findings, 1 suppressed"));
}

TEST(Suppression, AnnotationOnTheObjectAndOnThePodTemplate) {
  const ScratchRepository repository("annotation");
  const std::string annotation = "{chartlint.dev/ignore.flags-duplicate: wanted so}";
  EXPECT_THAT(OpenRules(Check(repository, Deployment({{"{OBJECT}", annotation}}))), IsEmpty());
  EXPECT_THAT(OpenRules(Check(repository, Deployment({{"{POD}", annotation}}))), IsEmpty());
  const std::string both = absl::StrCat(Deployment({{"{OBJECT}", annotation}}), "---\n", Deployment({}, "other"));
  EXPECT_THAT(OpenRules(Check(repository, both)), ElementsAre("flags-duplicate")) << "of the other object";
}

TEST(Suppression, EachVariantsOwnTextDecides) {
  const ScratchRepository repository("variants");
  repository.Write("out/one.yaml", Deployment({}));
  repository.Write("out/two.yaml", Deployment({{"#ABOVE", kComment}}));
  const nlohmann::json report = nlohmann::json::parse(repository.Run({"--variants", "out", "--format", "json"}).out);
  ASSERT_EQ(report["findings"].size(), 2u);
  EXPECT_EQ(report["findings"][0]["variants"], nlohmann::json{"one"});
  EXPECT_FALSE(report["findings"][0].contains("suppressed"));
  EXPECT_EQ(report["findings"][1]["variants"], nlohmann::json{"two"});
  EXPECT_TRUE(report["findings"][1].contains("suppressed"));
}

TEST(Suppression, WithoutEffectIsTold) {
  const ScratchRepository repository("without-effect");
  EXPECT_THAT(OpenRules(Check(repository, Deployment({{"#ABOVE", "# chartlint: ignore flags-duplicate"}}))),
              testing::UnorderedElementsAre("suppression-invalid", "flags-duplicate"));
  EXPECT_THAT(OpenRules(Check(repository, Deployment({{"#ABOVE", "# chartlint: ignore flags-duplicated -- x"}}))),
              testing::UnorderedElementsAre("suppression-invalid", "flags-duplicate"));
  const std::string unused = Deployment({{"#ABOVE", absl::StrCat(kComment, "\n            # chartlint: ignore ports-duplicate -- gone")}});
  EXPECT_THAT(OpenRules(Check(repository, unused)), ElementsAre("suppression-unused"));
  EXPECT_THAT(OpenRules(Check(repository, unused, {"--disable", "ports-duplicate"})), IsEmpty()) << "never looked at";
}

TEST(Suppression, ConfigurationSelectsByEveryKey) {
  const ScratchRepository repository("ignore");
  repository.Write("deploy/prod/web.yaml", Deployment({}));
  auto open = [&](const std::string& entry) {
    repository.Write(".chartlint.yaml", absl::StrCat("ignore:\n  - {rule: flags-duplicate, reason: ours, ", entry, "}\n"));
    return OpenRules(nlohmann::json::parse(repository.Run({"deploy", "--format", "json"}).out));
  };
  for (const char* matching : {"kind: Deployment", "name: w.b", "path: deploy/prod/web.yaml", "path: deploy", "path: '**/web.yaml'",
                               "path: 'deploy/*/*.{yaml,yml}'", "container: web", "variants: [default]", "expires: 2026-11-30"}) {
    EXPECT_THAT(open(matching), IsEmpty()) << matching;
  }
  for (const char* other : {"kind: StatefulSet", "name: we", "path: '*/web.yaml'", "path: deploy/test", "container: other",
                            "variants: [prod]"}) {
    EXPECT_THAT(open(other), ElementsAre("flags-duplicate")) << other << ": it does not match, and its place was not looked at";
  }
  EXPECT_THAT(open("expires: 2026-11-29"), testing::UnorderedElementsAre("suppression-invalid", "flags-duplicate"));
}

TEST(Suppression, ConfigurationAcceptsInNamedVariantsOnly) {
  const ScratchRepository repository("ignore-variants");
  repository.Write("out/one.yaml", Deployment({}));
  repository.Write("out/two.yaml", Deployment({}));
  repository.Write(".chartlint.yaml", "ignore: [{rule: flags-duplicate, variants: [two], reason: ours}]\n");
  const nlohmann::json report = nlohmann::json::parse(repository.Run({"--variants", "out", "--format", "json"}).out);
  ASSERT_EQ(report["findings"].size(), 2u);
  EXPECT_EQ(report["findings"][0]["variants"], nlohmann::json{"one"});
  EXPECT_EQ(report["findings"][1]["variants"], nlohmann::json{"two"});
  EXPECT_EQ(report["findings"][1]["suppressed"]["by"], "configuration");
}

TEST(Suppression, UnusedEntryIsToldAtItsLineWhereItsPlaceWasLookedAt) {
  const ScratchRepository repository("ignore-unused");
  repository.Write("deploy/web.yaml", Deployment({{"#ABOVE", kComment}}));
  repository.Write(".chartlint.yaml", "ignore:\n  - {rule: ports-duplicate, kind: Deployment, reason: gone}\n");
  const ProgramResult result = repository.Run({"deploy"});
  EXPECT_THAT(result.out, HasSubstr(".chartlint.yaml:2:5: note: the entry accepts nothing: there is no finding of 'ports-duplicate'"));
  EXPECT_THAT(result.out, HasSubstr("    2 |   - {rule: ports-duplicate"));
  EXPECT_EQ(result.exit_code, 0);
  repository.Write(".chartlint.yaml", "ignore:\n  - {rule: ports-duplicate, reason: gone}\n");
  EXPECT_THAT(repository.Run({"deploy"}).out, Not(HasSubstr("accepts nothing"))) << "other places may have it";
  EXPECT_THAT(repository.Run({"."}).out, HasSubstr("accepts nothing")) << "everything was looked at";
}

class SuppressionInTemplate : public testing::Test {
 protected:
  void SetUp() override {
    if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
    repository_.Write("charts/shop/Chart.yaml", "apiVersion: v2\nname: shop\nversion: 1.0.0\n");
    repository_.Write("charts/shop/values.yaml", "extra: false\n");
  }
  nlohmann::json CheckTemplate(const std::string& text) {
    repository_.Write("charts/shop/templates/web.yaml", text);
    const ProgramResult result = repository_.Run({"charts/shop", "--format", "json", "--profile", "default"});
    return nlohmann::json::parse(result.out, nullptr, false);
  }
  ScratchRepository repository_{"template"};
};

TEST_F(SuppressionInTemplate, CommentsThatHelmKeepsAndThoseItDrops) {
  EXPECT_THAT(OpenRules(CheckTemplate(Deployment({}))), ElementsAre("flags-duplicate"));
  EXPECT_THAT(OpenRules(CheckTemplate(Deployment({{"#ABOVE", kComment}}))), IsEmpty());
  const std::string dropped = "{{/* chartlint: ignore flags-duplicate -- the operator's own */}}";
  for (const char* mark : {"#ABOVE", "#ITEM", "#KEY"}) {
    const nlohmann::json report = CheckTemplate(Deployment({{mark, dropped}}));
    EXPECT_THAT(OpenRules(report), IsEmpty()) << mark;
    EXPECT_EQ(report["findings"][0]["suppressed"]["reason"], "the operator's own");
  }
}

TEST_F(SuppressionInTemplate, WithoutEffectIsToldOnceAtTheTemplate) {
  const nlohmann::json report = CheckTemplate(Deployment({{"#ABOVE", absl::StrCat(kComment, "\n            # chartlint: ignore ports-duplicate -- gone")}}));
  ASSERT_THAT(OpenRules(report), ElementsAre("suppression-unused"));
  for (const nlohmann::json& finding : report["findings"]) {
    if (finding["rule"] != "suppression-unused") continue;
    EXPECT_EQ(finding["location"]["file"], "charts/shop/templates/web.yaml");
    EXPECT_EQ(finding["location"]["line"], 22);
  }
}

TEST_F(SuppressionInTemplate, LinesThatNoVariantRenderedAreNotCalledUnused) {
  repository_.Write(".chartlint.yaml", "charts: [{path: charts/*, discover: false}]\n");
  const std::string branch = "{{- if .Values.extra }}\n            {{/* chartlint: ignore ports-duplicate -- x */}}\n            - --extra\n            {{- end }}";
  EXPECT_THAT(OpenRules(CheckTemplate(Deployment({{"#ABOVE", branch}}))), ElementsAre("flags-duplicate"));
}

}  // namespace
}  // namespace chartlint
