// The formats, written from one fixed view and compared with files in testdata/report; set
// CHARTLINT_WRITE_GOLDENS to a folder to write them anew.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/report/github.h"
#include "analyzer/report/json.h"
#include "analyzer/report/junit.h"
#include "analyzer/report/markdown.h"
#include "analyzer/report/merge_sarif.h"
#include "analyzer/report/sarif.h"
#include "analyzer/report/text.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace chartlint {
namespace {

using Json = nlohmann::json;

RuleInfo NewRule(absl::string_view id, absl::string_view family, absl::string_view title, Severity severity) {
  RuleInfo rule;
  rule.id = id;
  rule.family = family;
  rule.title = title;
  rule.severity = severity;
  rule.rationale = "Two pods cannot\nbind one port.\n";
  rule.silent = "Pods that are kept apart.\n";
  rule.remediation =
      "Set `maxSurge: 0`, so that the old pod\ngoes first.\n\nA DaemonSet does so by itself.\n";
  rule.precision = "high";
  rule.tags = {"rollout"};
  return rule;
}

Place At(absl::string_view file, uint32_t line, uint32_t column, uint32_t end, absl::string_view text) {
  Place place;
  place.file = std::string(file);
  place.line = place.end_line = line;
  place.column = place.utf16_column = column;
  place.end_column = place.end_utf16_column = end;
  place.source = "widget/templates/deployment.yaml";
  place.line_text = text;
  place.confidence = "rendered";
  place.variant = "talos";
  return place;
}

// Two findings that look like real ones, and one whose text wants to do harm.
struct FixedView {
  RuleInfo surge =
      NewRule("strategy-surge-host-port", "strategy", "A surge pod that cannot bind", Severity::kWarning);
  RuleInfo grant =
      NewRule("rbac-role-missing", "rbac", "A binding to a role that is not there", Severity::kError);
  RuleInfo quiet = NewRule("yaml-syntax", "yaml", "A document that is no YAML", Severity::kError);
  ReportView view;

  FixedView() {
    grant.security_severity = "5.5";
    grant.references = {"https://kubernetes.io/docs/reference/access-authn-authz/rbac/"};
    view.tool_version = "0.1.0";
    view.command_line = "chartlint --variants out";
    view.working_directory = "/home/dev/chart";
    view.repository_root = "/home/dev";
    view.variants = {"talos", "generic", "hosted"};
    view.documents = 42;
    view.distinct_documents = 17;
    view.objects = 44;
    view.unreadable = 1;
    view.rules = {&surge, &grant};
    view.exit_code = 2;

    FindingView first;
    first.rule = &surge;
    first.severity = Severity::kWarning;
    first.message = "maxSurge 1 and host port 8080: the new pod waits for the old one's port";
    first.api_version = "apps/v1";
    first.kind = "Deployment";
    first.ns = "system";
    first.name = "widget";
    first.path = "spec.strategy.rollingUpdate.maxSurge";
    first.variants = {"talos", "generic"};
    first.variant_count = 3;
    first.primary = At("out/talos.yaml", 12, 17, 18, "      maxSurge: 1");
    first.related.push_back(
        {"host port [8080] is here", At("out/talos.yaml", 31, 21, 25, "          hostPort: 8080")});
    first.fingerprint = "00000000000000aa";
    view.findings.push_back(first);

    FindingView second;
    second.rule = &grant;
    second.severity = Severity::kError;
    second.message = "Role \x1b[31mgone does not exist";
    second.api_version = "rbac.authorization.k8s.io/v1";
    second.kind = "RoleBinding";
    second.name = "widget";
    second.path = "roleRef.name";
    second.variants = {"talos", "generic", "hosted"};
    second.variant_count = 3;
    second.primary = At("out/my file.yaml", 90, 9, 13, "  name: gone");
    second.primary.source = "";
    second.fingerprint = "00000000000000bb";
    view.findings.push_back(second);

    FindingView third = first;
    third.fingerprint = "00000000000000cc";
    third.suppression = SuppressionView{true, "one node only"};
    third.primary = At("../elsewhere/x.yaml", 7, 1, 5, "kind: Deployment");
    view.findings.push_back(third);

    Place nowhere;
    nowhere.file = "out/missing.yaml";
    view.notifications.push_back({true, "cannot be opened", nowhere});
  }
};

std::string Golden(const std::string& name) {
  std::ifstream file(absl::StrCat("testdata/report/", name));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void Compare(const std::string& name, const std::string& text) {
  if (const char* folder = std::getenv("CHARTLINT_WRITE_GOLDENS"); folder != nullptr) {
    std::ofstream(absl::StrCat(folder, "/", name)) << text;
  }
  EXPECT_EQ(text, Golden(name)) << name;
}

TEST(Text, IsAsInTheGolden) { Compare("fixed.txt", WriteText(FixedView().view, {})); }
TEST(Json, IsAsInTheGolden) { Compare("fixed.json", WriteJson(FixedView().view)); }
TEST(Sarif, IsAsInTheGolden) { Compare("fixed.sarif", WriteSarif(FixedView().view)); }
TEST(Github, IsAsInTheGolden) { Compare("fixed.github", WriteGithub(FixedView().view)); }
TEST(Markdown, IsAsInTheGolden) { Compare("fixed.md", WriteMarkdown(FixedView().view)); }
TEST(Junit, IsAsInTheGolden) { Compare("fixed.junit.xml", WriteJunit(FixedView().view)); }

// A finding whose words would do harm in every one of the formats.
FixedView Hostile() {
  FixedView fixed;
  fixed.view.findings.resize(1);
  fixed.view.notifications.clear();
  FindingView& finding = fixed.view.findings[0];
  finding.message = "100% a,b: <b>|`x`</b>\n::error::gone\r]]> & \"q\" \x01";
  finding.name = "w|<i>`";
  finding.primary.file = "/home/dev/a, b:c%.yaml";
  return fixed;
}

TEST(Github, EscapesWhatHasAMeaningInCommands) {
  const std::string text = WriteGithub(Hostile().view);
  EXPECT_TRUE(absl::StrContains(text, "::warning file=a%2C b%3Ac%25.yaml,line=12,")) << text;
  EXPECT_TRUE(absl::StrContains(text, "::100%25 a,b: <b>")) << text;
  size_t commands = 0;
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) commands += text.compare(at, 2, "::") == 0 ? 1 : 0;
  EXPECT_EQ(commands, 1u) << text;
}

TEST(Github, GravestFirst) {
  const std::string text = WriteGithub(FixedView().view);
  EXPECT_LT(text.rfind("::error"), text.find("::warning"));
  EXPECT_EQ(text.substr(text.rfind('\n', text.size() - 2) + 1), "chartlint: 1 error, 1 warning; 1 suppressed; 1 unreadable\n");
}

TEST(Markdown, TakesNothingAsMarkup) {
  const std::string text = WriteMarkdown(Hostile().view);
  EXPECT_TRUE(absl::StrContains(text, "\\<b\\>\\|\\`x\\`\\</b\\>")) << text;
  EXPECT_TRUE(absl::StrContains(text, "`Deployment/w\\|<i>'`")) << text;
}

TEST(Markdown, StaysBelowAMebibyte) {
  FixedView fixed;
  fixed.view.findings[0].message = std::string(100000, '|');
  const FindingView finding = fixed.view.findings[0];
  fixed.view.findings.assign(6000, finding);
  const std::string text = WriteMarkdown(fixed.view);
  EXPECT_LT(text.size(), 1u << 20);
  EXPECT_TRUE(absl::StrContains(text, "5500 more findings are not listed here.")) << text.substr(0, 500);
}

// What a reader of XML makes of it: "SUITE CLASSNAME failures=N" lines.
std::string ReadJunit(const std::string& xml) {
  const std::string file = absl::StrCat(testing::TempDir(), "report.xml");
  std::ofstream(file) << xml;
  const std::string command = absl::StrCat(
      "python3 -c 'import sys, xml.etree.ElementTree as e\n"
      "root = e.parse(sys.argv[1]).getroot()\n"
      "for s in root:\n"
      "  cases = s.findall(\"testcase\")\n"
      "  n = lambda tag: len([c for c in cases if c.find(tag) is not None])\n"
      "  assert [int(s.get(k)) for k in (\"tests\", \"failures\", \"errors\", \"skipped\")] == "
      "[len(cases), n(\"failure\"), n(\"error\"), n(\"skipped\")]\n"
      "  for c in cases: print(s.get(\"name\"), c.get(\"classname\"), *[k.tag for k in c], sep=\"|\")' '",
      file, "' 2>&1");
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
  pclose(pipe);
  return output;
}

TEST(Junit, IsReadByAnXmlReader) {
  FixedView fixed;
  fixed.view.charts = {"charts/clean", ""};
  EXPECT_EQ(ReadJunit(WriteJunit(fixed.view)),
            "charts/clean|chartlint\nmanifests|strategy-surge-host-port|failure\nmanifests|rbac-role-missing|failure\n"
            "manifests|strategy-surge-host-port|skipped\ninput|input|error\n");
  EXPECT_EQ(ReadJunit(WriteJunit(Hostile().view)), "manifests|strategy-surge-host-port|failure\n");
}

TEST(MergeSarif, OneRunWithEachFindingOnce) {
  FixedView all, one;
  one.view.findings.erase(one.view.findings.begin());
  one.view.rules = {&one.grant};
  one.view.variants = {"talos", "more"};
  const absl::StatusOr<std::string> merged = MergeSarif({{"one", WriteSarif(one.view)}, {"all", WriteSarif(all.view)}});
  ASSERT_TRUE(merged.ok()) << merged.status();
  const Json log = Json::parse(*merged);
  ASSERT_EQ(log["runs"].size(), 1u);
  const Json& run = log["runs"][0];
  EXPECT_EQ(run["results"].size(), 3u);
  for (const Json& result : run["results"]) {
    EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<size_t>()]["id"], result["ruleId"]);
  }
  EXPECT_EQ(run["results"][0]["level"], "error");
  EXPECT_EQ(run["properties"]["variants"], Json({"talos", "more", "generic", "hosted"}));
}

TEST(MergeSarif, RefusesWhatIsNotOurs) {
  EXPECT_TRUE(absl::StrContains(MergeSarif({{"a.sarif", "{"}}).status().message(), "a.sarif: "));
  EXPECT_TRUE(absl::StrContains(
      MergeSarif({{"b.sarif", R"({"runs":[{"tool":{"driver":{"name":"other"}},"results":[]}]})"}}).status().message(), "not from chartlint"));
}

// The validator's complaints, one a line; it says nothing about levels that are not asked for.
std::string Validate(const std::string& file) {
  const std::string command = absl::StrCat(
      "DOTNET_BUNDLE_EXTRACT_BASE_DIR=\"${TEST_TMPDIR:-/tmp}\" \"$CHARTLINT_SARIF_MULTITOOL\" validate '",
      file, "' --rule-kind 'Sarif;Ghas' --level 'Error;Warning' 2>&1");
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
  pclose(pipe);
  return output;
}

TEST(Sarif, SatisfiesAThirdPartyValidator) {
  if (const char* tool = std::getenv("CHARTLINT_SARIF_MULTITOOL"); tool == nullptr || *tool == '\0') {
    GTEST_SKIP() << "CHARTLINT_SARIF_MULTITOOL does not name the validator (tools/setup --tests installs it)";
  }
  FixedView chart;
  ReportView clean;
  clean.tool_version = "0.1.0";
  const ReportView* views[] = {&chart.view, &clean};
  for (const ReportView* view : views) {
    const std::string file = absl::StrCat(testing::TempDir(), "validate.sarif");
    std::ofstream(file) << WriteSarif(*view);
    const std::string said = Validate(file);
    EXPECT_TRUE(absl::StrContains(said, "Analysis completed successfully.")) << said;
    EXPECT_FALSE(absl::StrContains(said, ": error ")) << said;
    EXPECT_FALSE(absl::StrContains(said, ": warning ")) << said;
  }
}

TEST(Text, ColourIsTheOnlyEscape) {
  TextOptions options;
  const std::string plain = WriteText(FixedView().view, options);
  EXPECT_FALSE(absl::StrContains(plain, "\x1b"));
  options.color = true;
  EXPECT_TRUE(absl::StrContains(WriteText(FixedView().view, options), "\x1b[1;35mwarning:\x1b[0m"));
}

TEST(Text, CleanReportIsOneLine) {
  ReportView view;
  view.variants = {"default"};
  view.documents = view.distinct_documents = view.objects = 1;
  EXPECT_EQ(WriteText(view, {}), "no findings in 1 object of 1 document, 0 rules\n");
}

TEST(Text, NamesFewVariantsAndCountsMany) {
  FixedView fixed;
  fixed.view.variants = {"a", "b", "c", "d", "e", "f", "g", "h"};
  const auto said = [&](std::vector<std::string> names) {
    fixed.view.findings.resize(1);
    fixed.view.findings[0].variant_count = 8;
    fixed.view.findings[0].variants = std::move(names);
    const std::string text = WriteText(fixed.view, {});
    const size_t begin = text.find(", in ") + 5;
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  EXPECT_EQ(said({"a"}), "a (1 of 8)");
  EXPECT_EQ(said({"a", "b", "c", "d", "e"}), "a, b, c, d, … (5 of 8)");
  EXPECT_EQ(said({"a", "b", "c", "d", "f", "h"}), "all but e, g (6 of 8)");
  EXPECT_EQ(said({"a", "b", "c", "d", "e", "f", "g", "h"}), "all 8 variants");
}

TEST(Json, BytesThatAreNoTextDoNotStopIt) {
  FixedView fixed;
  fixed.view.findings[0].name = "a\xff\xfe";
  const Json report = Json::parse(WriteJson(fixed.view));
  EXPECT_EQ(report["findings"][0]["object"]["name"], "a\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(Sarif, CleanRunHasAnEmptyList) {
  const Json log = Json::parse(WriteSarif(ReportView()));
  EXPECT_TRUE(log["runs"][0]["results"].is_array());
  EXPECT_TRUE(log["runs"][0]["results"].empty());
  EXPECT_TRUE(log["runs"][0]["invocations"][0]["executionSuccessful"].get<bool>());
}

TEST(Sarif, KeepsTheMostSevereWhenThereAreTooMany) {
  FixedView fixed;
  const FindingView warning = fixed.view.findings[0];
  const FindingView error = fixed.view.findings[1];
  fixed.view.findings.assign(5200, warning);
  fixed.view.findings.push_back(error);
  const Json run = Json::parse(WriteSarif(fixed.view))["runs"][0];
  ASSERT_EQ(run["results"].size(), 5000u);
  EXPECT_EQ(run["results"][0]["level"], "error");
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][1]["message"]["text"],
            "201 of 5201 findings are left out: a run holds the 5000 most severe ones.");
}

TEST(Sarif, CapsRelatedLocations) {
  FixedView fixed;
  fixed.view.findings.resize(1);
  const RelatedPlace note = fixed.view.findings[0].related[0];
  fixed.view.findings[0].related.assign(300, note);
  EXPECT_EQ(Json::parse(WriteSarif(fixed.view))["runs"][0]["results"][0]["relatedLocations"].size(), 99u);
}

TEST(Sarif, NeverHasLineZero) {
  FixedView fixed;
  fixed.view.findings[1].primary.line = 0;
  const Json run = Json::parse(WriteSarif(fixed.view))["runs"][0];
  for (const Json& result : run["results"]) {
    EXPECT_GE(result["locations"][0]["physicalLocation"]["region"]["startLine"].get<int>(), 1);
  }
}

TEST(Sarif, TellsARuleThatWasNotAmongThoseSelected) {
  FixedView fixed;
  fixed.view.findings[0].rule = &fixed.quiet;
  const Json run = Json::parse(WriteSarif(fixed.view))["runs"][0];
  for (const Json& result : run["results"]) {
    const size_t index = result["ruleIndex"].get<size_t>();
    EXPECT_EQ(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
  }
}

}  // namespace
}  // namespace chartlint
