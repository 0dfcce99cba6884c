// The program as a user types it.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/run_program.h"

namespace chartlint {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kClean[] = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n";
constexpr char kRefused[] = R"(---
# Source: shop/templates/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  strategy:
    type: Recreate
    rollingUpdate: {}
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1
)";

TEST(Cli, CleanInputIsSilentOnStderrAndEndsWithZero) {
  const ProgramResult result = RunChartlint({}, kClean);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Cli, FindingOnAPipeNamesTheTemplateAndTheLine) {
  const ProgramResult result = RunChartlint({"-"}, kRefused);
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("<stdin>:10:5: error: "));
  EXPECT_THAT(result.out, HasSubstr("[strategy-recreate-with-rolling-update]"));
  EXPECT_THAT(result.out, HasSubstr("shop/templates/web.yaml"));
  EXPECT_THAT(result.err, IsEmpty());
}

TEST(Cli, EmptyPipeIsNotAPass) {
  const ProgramResult result = RunChartlint({}, "");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, HasSubstr("nothing to check: did the renderer fail?"));
  EXPECT_EQ(RunChartlint({"--allow-empty"}, "").exit_code, 0);
  EXPECT_EQ(RunChartlint({}, "# only a comment\n---\n").exit_code, 2);
}

TEST(Cli, BrokenDocumentIsAFindingAndTheRestIsChecked) {
  const ProgramResult result = RunChartlint({}, std::string("a: [1, 2\nb: 3\n") + kRefused);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, HasSubstr("[yaml-syntax]"));
  EXPECT_THAT(result.out, HasSubstr("[strategy-recreate-with-rolling-update]"));
}

TEST(Cli, WhatCannotBeReadIsAFindingWithExitCodeTwo) {
  const ProgramResult absent = RunChartlint({"no/such/folder"});
  EXPECT_EQ(absent.exit_code, 2);
  EXPECT_THAT(absent.out, HasSubstr("no/such/folder"));
  EXPECT_THAT(absent.out, HasSubstr("[input-unreadable]"));
  const ProgramResult binary = RunChartlint({"testdata/rules/input/input-unreadable/binary.yaml"});
  EXPECT_EQ(binary.exit_code, 2);
  EXPECT_THAT(binary.out, HasSubstr("binary.yaml"));
}

TEST(Cli, PathMayFollowARepeatableOption) {
  const std::string file = WriteTemporaryFile("refused.yaml", kRefused);
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {"--format", "json"}, {"--rule", "strategy-recreate-with-rolling-update"}, {"--disable", "yaml-syntax"}, {"--external", "Secret/x"}}) {
    std::vector<std::string> arguments = options;
    arguments.push_back(file);
    const ProgramResult result = RunChartlint(arguments);
    EXPECT_EQ(result.exit_code, 1) << options.front() << ": " << result.err;
  }
}

TEST(Cli, UsageErrorsSayWhatIsMeant) {
  const ProgramResult rule = RunChartlint({"--rule", "strategy-both-zeros"}, kClean);
  EXPECT_EQ(rule.exit_code, 3);
  EXPECT_THAT(rule.err, HasSubstr("did you mean 'strategy-both-zero'"));
  EXPECT_EQ(RunChartlint({"--nonsense"}).exit_code, 3);
  EXPECT_EQ(RunChartlint({"--format", "xml"}, kClean).exit_code, 3);
  EXPECT_EQ(RunChartlint({"--format", "json", "--format", "sarif"}, kClean).exit_code, 3);
  EXPECT_EQ(RunChartlint({"--kube-version", "latest"}, kClean).exit_code, 3);
}

TEST(Cli, FailOnMovesTheExitCodeAndNothingElse) {
  const ProgramResult never = RunChartlint({"--fail-on", "never"}, kRefused);
  const ProgramResult error = RunChartlint({"--fail-on", "error"}, kRefused);
  EXPECT_EQ(never.exit_code, 0);
  EXPECT_EQ(error.exit_code, 1);
  EXPECT_EQ(never.out, error.out);
}

TEST(Cli, ReportsGoToFilesAndStdoutStaysOneReport) {
  const std::string sarif = WriteTemporaryFile("out.sarif", "old");
  const ProgramResult result = RunChartlint({"--format", "json", "--format", "sarif=" + sarif}, kRefused);
  EXPECT_EQ(result.exit_code, 1);
  const nlohmann::json report = nlohmann::json::parse(result.out);
  EXPECT_EQ(report["version"], 1);
  ASSERT_EQ(report["findings"].size(), 1u);
  EXPECT_EQ(report["findings"][0]["path"], "spec.strategy.rollingUpdate");
  EXPECT_EQ(report["findings"][0]["location"]["line"], 10);
  const nlohmann::json log = nlohmann::json::parse(ReadWholeFile(sarif));
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(log["runs"][0]["results"].size(), 1u);
}

TEST(Cli, VariantsMergeEqualFindings) {
  const std::string one = WriteTemporaryFile("one.yaml", kRefused);
  const std::string two = WriteTemporaryFile("two.yaml", std::string(kRefused) + "---\n" + kClean);
  const ProgramResult result =
      RunChartlint({"--variant", "one=" + one, "--variant", "two=" + two, "--format", "json"});
  const nlohmann::json report = nlohmann::json::parse(result.out);
  ASSERT_EQ(report["findings"].size(), 1u);
  EXPECT_EQ(report["findings"][0]["variants"], (nlohmann::json{"one", "two"}));
  EXPECT_EQ(report["summary"]["documents"], 3);
  EXPECT_EQ(report["summary"]["distinctDocuments"], 2);
}

TEST(Cli, OutputDoesNotDependOnTheNumberOfThreads) {
  const std::vector<std::string> demo = {"--variants", "testdata/demo", "--profile", "all"};
  std::vector<std::string> one = demo, many = demo;
  one.insert(one.end(), {"--jobs", "1"});
  many.insert(many.end(), {"--jobs", "8"});
  const ProgramResult first = RunChartlint(one);
  EXPECT_EQ(first.exit_code, 1) << first.err;
  EXPECT_EQ(first.out, RunChartlint(many).out);
}

TEST(Cli, ParsePrintsWhatTheApiServerDecodes) {
  const ProgramResult result = RunChartlint({"parse"}, "on: 010\n---\n- yes\n- 1_000\n- ~\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "{\"true\":8}\n[true,1000,null]\n");
}

TEST(Cli, RulesAndExplainNameEveryRule) {
  const nlohmann::json rules = nlohmann::json::parse(RunChartlint({"rules", "--format", "json"}).out);
  EXPECT_GT(rules.size(), 40u);
  for (const nlohmann::json& rule : rules) {
    const ProgramResult page = RunChartlint({"explain", rule["id"]});
    EXPECT_EQ(page.exit_code, 0);
    EXPECT_THAT(page.out, StartsWith(rule["id"].get<std::string>() + ": "));
    EXPECT_THAT(page.out, HasSubstr("\nWhat to do\n"));
  }
  const ProgramResult unknown = RunChartlint({"explain", "port-duplicate"});
  EXPECT_EQ(unknown.exit_code, 3);
  EXPECT_THAT(unknown.err, HasSubstr("ports-duplicate"));
}

TEST(Cli, ColourOnlyWhenAskedOrOnATerminal) {
  EXPECT_THAT(RunChartlint({}, kRefused).out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(RunChartlint({"--color", "always"}, kRefused).out, HasSubstr("\x1b["));
}

TEST(Cli, HelpAndVersionGoToStdout) {
  EXPECT_THAT(RunChartlint({"--help"}).out, HasSubstr("Examples:"));
  EXPECT_THAT(RunChartlint({"--version"}).out, StartsWith("chartlint "));
}

}  // namespace
}  // namespace chartlint
