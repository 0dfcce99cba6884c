// The baseline: old findings do not count, new ones do, whatever moves.

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

using ::testing::HasSubstr;
using ::testing::Not;

std::string Deployment(const std::string& name, const std::string& arguments) {
  return absl::StrReplaceAll(R"(apiVersion: apps/v1
kind: Deployment
metadata:
  name: NAME
spec:
  selector:
    matchLabels: {app: NAME}
  template:
    metadata:
      labels: {app: NAME}
    spec:
      containers:
        - name: main
          image: registry.example.com/NAME:1
          args: [ARGUMENTS]
)",
                             {{"NAME", name}, {"ARGUMENTS", arguments}});
}

constexpr char kTwice[] = "--leader-elect=false, --leader-elect=true";

class Baseline : public testing::Test {
 protected:
  void Write(const std::string& variant, const std::string& text) { repository_.Write("out/" + variant + ".yaml", text); }
  ProgramResult Run(const std::string& option, std::vector<std::string> more = {}) {
    more.insert(more.end(), {option, "baseline.sarif", "--variants", "out"});
    return repository_.Run(more);
  }
  ScratchRepository repository_{"baseline"};
};

TEST_F(Baseline, KnownFindingsDoNotCountAndNewOnesDo) {
  Write("one", Deployment("web", kTwice));
  EXPECT_EQ(repository_.Run({"--variants", "out"}).exit_code, 1);
  EXPECT_EQ(Run("--write-baseline").exit_code, 0);
  const ProgramResult known = Run("--baseline");
  EXPECT_EQ(known.exit_code, 0);
  EXPECT_THAT(known.out, HasSubstr("no findings, 1 in the baseline"));
  Write("one", absl::StrCat(Deployment("web", kTwice), "---\n", Deployment("api", kTwice)));
  const ProgramResult next = Run("--baseline");
  EXPECT_EQ(next.exit_code, 1);
  EXPECT_THAT(next.out, HasSubstr("Deployment/api"));
  EXPECT_THAT(next.out, Not(HasSubstr("Deployment/web")));
  const nlohmann::json results =
      nlohmann::json::parse(Run("--baseline", {"--format", "sarif"}).out)["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[0]["baselineState"], "new");
  EXPECT_EQ(results[1]["baselineState"], "unchanged");
}

TEST_F(Baseline, MovedLinesRenamedAndAddedVariantsChangeNothing) {
  Write("one", Deployment("web", kTwice));
  Run("--write-baseline");
  const std::string written = repository_.Read("baseline.sarif");
  EXPECT_THAT(written, Not(HasSubstr("startLine")));
  Write("one", absl::StrCat("# moved\n---\n", Deployment("first", "--x=1"), "---\n", Deployment("web", absl::StrCat("--new, ", kTwice))));
  EXPECT_EQ(Run("--baseline").exit_code, 0);
  Write("another", Deployment("web", kTwice));
  EXPECT_EQ(Run("--baseline").exit_code, 0);
  repository_.Remove("out/one.yaml");
  EXPECT_EQ(Run("--baseline").exit_code, 0);
  Run("--write-baseline");
  EXPECT_EQ(repository_.Read("baseline.sarif"), absl::StrReplaceAll(written, {{"one.yaml", "another.yaml"}}));
}

TEST_F(Baseline, TwoEqualFaultsAreTwo) {
  const std::string once = Deployment("web", kTwice);
  const std::string second = "        - name: other\n          image: registry.example.com/web:1\n          args: [--leader-elect=false, --leader-elect=true]\n";
  Write("one", once);
  Run("--write-baseline");
  Write("one", once + second);
  EXPECT_EQ(Run("--baseline").exit_code, 1);
  Run("--write-baseline");
  EXPECT_EQ(Run("--baseline").exit_code, 0);
}

TEST_F(Baseline, GoneOnesAreListedWhereTheyWereLookedFor) {
  Write("one", absl::StrCat(Deployment("web", kTwice), "---\n", Deployment("api", kTwice)));
  Run("--write-baseline");
  Write("one", Deployment("web", kTwice));
  const ProgramResult result = Run("--baseline");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("gone: out/one.yaml: --leader-elect is given twice"));
  EXPECT_THAT(result.out, HasSubstr("1 of the baseline gone"));
  const nlohmann::json results =
      nlohmann::json::parse(Run("--baseline", {"--format", "sarif"}).out)["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[1]["baselineState"], "absent");
  EXPECT_THAT(Run("--baseline", {"--disable", "flags-duplicate"}).out, Not(HasSubstr("gone")));
}

TEST_F(Baseline, TheConfigurationMayNameIt) {
  repository_.Write("deploy/web.yaml", Deployment("web", kTwice));
  repository_.Write(".chartlint.yaml", "baseline: lint/known.sarif\n");
  EXPECT_THAT(repository_.Run({"deploy"}).err, HasSubstr("baseline lint/known.sarif: "));
  repository_.Write("lint/keep", "");
  EXPECT_EQ(repository_.Run({"deploy", "--write-baseline", "lint/known.sarif"}).exit_code, 0);
  EXPECT_EQ(repository_.Run({"deploy"}).exit_code, 0);
  EXPECT_EQ(repository_.Run({"hook", "deploy/web.yaml"}).exit_code, 0);
  EXPECT_EQ(repository_.Run({"web.yaml"}, "", "deploy").exit_code, 0) << "from the root, wherever it is run";
  EXPECT_EQ(repository_.Run({"deploy", "--no-config"}).exit_code, 1);
}

// Values that are added may be the first to show a fault that found variants had shown under a name of their own.
TEST_F(Baseline, ValuesThatAreAddedChangeNothing) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  repository_.Write("web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n");
  repository_.Write("web/values.yaml", "nameOverride: \"\"\nfast: false\n");
  std::string text = Deployment("web", kTwice);
  text.replace(text.find("name: web"), 9, "name: {{ .Values.nameOverride | default .Release.Name }}");
  repository_.Write("web/templates/a.yaml", absl::StrCat("{{- if .Values.fast }}\n", text, "{{- end }}\n"));
  EXPECT_EQ(repository_.Run({"web", "--write-baseline", "known.sarif"}).exit_code, 0);
  repository_.Write("web/ci/fast-values.yaml", "fast: true\nnameOverride: other\n");
  const ProgramResult known = repository_.Run({"web", "--baseline", "known.sarif"});
  EXPECT_EQ(known.exit_code, 0) << known.out;
  EXPECT_THAT(known.out, HasSubstr("no findings, 1 in the baseline"));
}

TEST_F(Baseline, ReportsServeAsBaselinesAndForeignFilesAreRefused) {
  Write("one", Deployment("web", kTwice));
  repository_.Run({"--variants", "out", "--format", "sarif=baseline.sarif"});
  EXPECT_EQ(Run("--baseline").exit_code, 0);
  repository_.Write("baseline.sarif", "{}");
  const ProgramResult foreign = Run("--baseline");
  EXPECT_EQ(foreign.exit_code, 3);
  EXPECT_THAT(foreign.err, HasSubstr("baseline baseline.sarif: no SARIF log"));
  repository_.Write("baseline.sarif", R"({"runs": [{"results": [{"ruleId": "x"}]}]})");
  EXPECT_EQ(Run("--baseline").exit_code, 3);
  repository_.Remove("baseline.sarif");
  EXPECT_EQ(Run("--baseline").exit_code, 3);
}

TEST(BaselineOfCharts, EqualObjectsOfTwoChartsAreTwoFindings) {
  if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const ScratchRepository repository("two-charts");
  auto write = [&](const std::string& chart, const std::string& text) {
    repository.Write("charts/" + chart + "/Chart.yaml", "apiVersion: v2\nname: " + chart + "\nversion: 1.0.0\n");
    repository.Write("charts/" + chart + "/templates/web.yaml", text);
  };
  write("a", Deployment("web", kTwice));
  write("b", Deployment("web", "--x=1"));
  const std::vector<std::string> rule = {"charts", "--rule", "flags-duplicate"};
  auto run = [&](const std::string& option) {
    std::vector<std::string> arguments = rule;
    arguments.insert(arguments.end(), {option, "baseline.sarif"});
    return repository.Run(arguments);
  };
  EXPECT_EQ(run("--write-baseline").exit_code, 0);
  EXPECT_EQ(run("--baseline").exit_code, 0);
  write("b", Deployment("web", kTwice));
  EXPECT_EQ(run("--baseline").exit_code, 1);
  // Only what was checked can be gone.
  EXPECT_THAT(repository.Run({"charts/b", "--baseline", "baseline.sarif"}).out, Not(HasSubstr("gone")));
}

}  // namespace
}  // namespace chartlint
