#include "analyzer/report/html/html.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/report/html/object_findings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kHostile[] = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>`</code>`\x01\xff\xe2\x80\xae";

size_t CountOf(absl::string_view what, absl::string_view text) {
  size_t count = 0;
  for (size_t at = text.find(what); at != absl::string_view::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

struct Fixed {
  RuleInfo rule, own;
  ReportView view;
  Overview overview;

  Fixed() {
    rule.id = "ports-duplicate";
    rule.family = "ports";
    rule.title = "A port twice";
    rule.rationale = "One of them\nwins.\n\nNobody knows which.\n";
    rule.remediation = "Write `containerPort`\nonce.\n\nMore is said here.\n";
    own = rule;
    own.id = "no-latest";
    own.family = "own";
    view.tool_version = "1.2.3";
    view.command_line = "chartlint charts/shop";
    view.working_directory = view.repository_root = "/repo";
    view.variants = {"small", "large", "tiny"};
    view.documents = 5;
    view.distinct_documents = 4;
    view.objects = 4;
    view.rules = {&rule, &own};
    view.findings.push_back(Finding(&rule, Severity::kWarning, "00aa"));
    PartOverview part;
    part.chart = "charts/shop";
    part.variants = {{"small", Completeness::kComplete}, {"large", Completeness::kComplete}, {"tiny", Completeness::kNotRendered}};
    part.objects = {{"", "Service", "", "web", {1, 1, 0}}, {"apps", "Deployment", "", "web", {1, 2, 0}}};
    overview.parts.push_back(std::move(part));
  }

  static FindingView Finding(const RuleInfo* rule, Severity severity, std::string fingerprint) {
    FindingView finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.message = "port `http` is there twice";
    finding.chart = "charts/shop";
    finding.api_version = "apps/v1";
    finding.kind = "Deployment";
    finding.name = "web";
    finding.path = "spec.template";
    finding.variants = {"large"};
    finding.variant_count = 3;
    finding.fingerprint = std::move(fingerprint);
    finding.primary.file = "charts/shop/templates/web.yaml";
    finding.primary.line = finding.primary.end_line = 12;
    finding.primary.column = 15;
    finding.primary.end_column = 19;
    finding.primary.line_text = "      - name: http";
    finding.primary.confidence = "exact";
    return finding;
  }

  std::string Write() const { return WriteHtml(view, overview); }
};

TEST(Html, TellsAFindingInFull) {
  Fixed fixed;
  FindingView& finding = fixed.view.findings[0];
  finding.seen_with = "--set=a=b";
  RelatedPlace note = {"the other one", finding.primary};
  note.place.line = 30;
  finding.related.push_back(note);
  const std::string page = fixed.Write();
  EXPECT_THAT(page, HasSubstr("/docs/rules/ports-duplicate.md\""));
  EXPECT_THAT(page, HasSubstr("<h5>port <code>http</code> is there twice</h5>"));
  EXPECT_THAT(page, HasSubstr("<span class=\"line\">12</span>- name: <mark class=\"warning\">http</mark></pre>"));
  EXPECT_THAT(page, HasSubstr("seen with <code>--set=a=b</code>"));
  EXPECT_THAT(page, HasSubstr("the other one <span class=\"where\"><code>charts/<wbr>shop/<wbr>templates/<wbr>web.<wbr>yaml:30:15</code>"));
  EXPECT_THAT(page, HasSubstr("<b>Fix</b> Write <code>containerPort</code> once.</p>"));
  EXPECT_THAT(page, HasSubstr("in <code>large</code> (1 of 3)"));
  EXPECT_THAT(page, HasSubstr("<li class=\"warning\"><b>1</b> warning</li>"));
  EXPECT_EQ(page, fixed.Write());
}

TEST(Html, OwnRulesHaveNoPage) {
  Fixed fixed;
  fixed.view.findings[0].rule = &fixed.own;
  EXPECT_THAT(fixed.Write(), Not(HasSubstr("no-latest.md")));
}

TEST(Html, TakesNothingAsMarkup) {
  Fixed clean, fixed;
  clean.view.findings[0].related.push_back({"note", clean.view.findings[0].primary});
  FindingView& finding = fixed.view.findings[0];
  finding.name = finding.path = finding.seen_with = finding.message = finding.ns = finding.kind = kHostile;
  finding.primary.file = finding.primary.source = finding.chart = kHostile;
  finding.primary.line_text = kHostile;
  finding.related.push_back({kHostile, finding.primary});
  finding.variants = {kHostile};
  finding.suppression = SuppressionView{true, kHostile};
  fixed.view.variants[1] = kHostile;
  fixed.view.command_line = fixed.view.tool_version = kHostile;
  fixed.view.notifications.push_back({true, kHostile, finding.primary});
  fixed.view.gone.push_back({kHostile, "", "", kHostile, kHostile});
  PartOverview& part = fixed.overview.parts[0];
  part.chart = part.variants[1].name = kHostile;
  part.objects[0].name = part.objects[0].kind = part.objects[0].ns = kHostile;
  part.has_coverage = true;
  part.templates.push_back({kHostile, 1, 2, 9, {{3, 4}}});
  const std::string page = fixed.Write();
  EXPECT_EQ(CountOf("<script", page), 1u);
  EXPECT_EQ(CountOf("</script", page), 1u);
  EXPECT_EQ(CountOf("<img", page), 0u);
  // No attribute is left early: every quote of the page is one that the writer wrote.
  EXPECT_EQ(CountOf("\"'", page), CountOf("\"'", clean.Write()));
  for (const char* raw : {"\x01", "\xff", "\xe2\x80\xae"}) EXPECT_THAT(page, Not(HasSubstr(raw)));
}

TEST(Html, ForbidsEverythingButItsOwnScriptAndStyle) {
  const std::string page = Fixed().Write();
  EXPECT_THAT(page, HasSubstr("content=\"default-src 'none'; style-src 'sha256-"));
  EXPECT_THAT(page, HasSubstr("; script-src 'sha256-"));
  EXPECT_THAT(page, Not(HasSubstr("unsafe")));
  EXPECT_THAT(page, Not(HasSubstr(" style=\"")));
  EXPECT_THAT(page, Not(HasSubstr(" src=")));
  EXPECT_THAT(page, Not(HasSubstr("url(")));
  EXPECT_EQ(CountOf("</style", page), 1u);
}

TEST(Html, WhatIsAcceptedIsShownAndDoesNotCount) {
  Fixed fixed;
  fixed.view.findings.push_back(Fixed::Finding(&fixed.rule, Severity::kError, "00bb"));
  fixed.view.findings[0].suppression = SuppressionView{false, "one node only"};
  fixed.view.findings[1].baseline_state = "unchanged";
  const std::string page = fixed.Write();
  EXPECT_THAT(page, HasSubstr("<b>Suppressed</b> by the configuration: one node only"));
  EXPECT_THAT(page, HasSubstr("<b>In the baseline</b>"));
  EXPECT_THAT(page, HasSubstr("<b>1</b> suppressed"));
  EXPECT_THAT(page, HasSubstr("<b>1</b> in the baseline"));
  EXPECT_THAT(page, HasSubstr("<b>0</b> errors"));
  EXPECT_EQ(CountOf("data-object=\"", page), 0u) << "no cell counts them";
}

TEST(Html, MatrixSaysWhatEachVariantHas) {
  const std::string page = Fixed().Write();
  EXPECT_THAT(page, HasSubstr("</span> web</th><td>●</td><td>●</td><td class=\"unknown\">?</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<td>●</td><td class=\"differs\"><a class=\"warning\" href=\"#f-00aa\" data-object=\"1\" data-variant=\"1\" "
                              "aria-label=\"differs, text B, 1 finding\">B<b>1</b></a></td>"));
  EXPECT_THAT(page, HasSubstr("did not render"));
}

TEST(ObjectFindings, FollowAnObjectThatAVariantCallsDifferently) {
  Fixed fixed;
  PartOverview& part = fixed.overview.parts[0];
  part.objects = {{"apps", "Deployment", "", "web", {1, 0, 0}}, {"apps", "Deployment", "", "other", {0, 1, 0}},
                  {"", "Deployment", "", "web", {1, 1, 0}}};
  fixed.view.findings[0].variants = {"small", "large"};
  fixed.view.findings[0].other_names = {{"large", "other"}};
  const html::ObjectFindings objects(fixed.view, fixed.overview);
  EXPECT_THAT(objects.RowsOf(0), ElementsAre(0u, 1u));
  EXPECT_THAT(objects.At(0, 0), ElementsAre(0u));
  EXPECT_THAT(objects.At(0, 1), ElementsAre());
  EXPECT_THAT(objects.At(1, 1), ElementsAre(0u));
  EXPECT_FALSE(objects.HasFindings(2)) << "another API group";
}

TEST(Html, CoverageIsShownWhereItIsKnown) {
  Fixed fixed;
  EXPECT_THAT(fixed.Write(), Not(HasSubstr("id=\"coverage\"")));
  PartOverview& part = fixed.overview.parts[0];
  part.has_coverage = true;
  part.templates = {{"templates/web.yaml", 199, 200, 50, {{3, 3}, {10, 12}}}, {"templates/all.yaml", 4, 4, 9, {}}};
  const std::string page = fixed.Write();
  EXPECT_THAT(page, HasSubstr("<a href=\"#coverage\">"));
  EXPECT_THAT(page, HasSubstr("99.5 % <small>199/200</small>"));
  EXPECT_THAT(page, HasSubstr("<td>3, 10–12</td>"));
  EXPECT_THAT(page, HasSubstr("<li><code>templates/<wbr>all.<wbr>yaml</code> <small>4/4</small></li>"));
}

TEST(Html, SeveralChartsAreListedCleanOnesToo) {
  Fixed fixed;
  EXPECT_THAT(fixed.Write(), Not(HasSubstr("id=\"charts\"")));
  PartOverview clean;
  clean.chart = "charts/clean";
  clean.variants = {{"default", Completeness::kNotRendered}};
  fixed.overview.parts.insert(fixed.overview.parts.begin(), clean);
  fixed.view.findings.push_back(Fixed::Finding(&fixed.rule, Severity::kNote, "00bb"));
  fixed.view.findings.back().chart = "";
  const std::string page = fixed.Write();
  EXPECT_LT(page.find("<a href=\"#chart-2\">charts/shop</a></th><td class=\"number\">–</td><td class=\"number\"><span class=\"badge warning\">1"),
            page.find("<th scope=\"row\">charts/clean</th>"));
  EXPECT_THAT(page, HasSubstr("<td>1 did not render</td>"));
  EXPECT_THAT(page, HasSubstr("id=\"chart-3\"><h3>Configuration</h3>"));
}

TEST(Html, GravestFileFirst) {
  Fixed fixed;
  fixed.view.findings.push_back(Fixed::Finding(&fixed.rule, Severity::kError, "00bb"));
  fixed.view.findings[1].primary.file = "charts/shop/templates/z.yaml";
  const std::string page = fixed.Write();
  EXPECT_LT(page.find("id=\"f-00bb\""), page.find("id=\"f-00aa\""));
}

TEST(Html, IdsAreUnique) {
  Fixed fixed;
  fixed.view.findings.push_back(fixed.view.findings[0]);
  const std::string page = fixed.Write();
  EXPECT_EQ(CountOf(" id=\"f-00aa\"", page), 1u);
  EXPECT_EQ(CountOf(" id=\"f-00aa-2\"", page), 1u);
}

TEST(Html, KeepsTheMostSevereWhenThereAreTooMany) {
  Fixed fixed;
  fixed.view.findings.assign(5200, fixed.view.findings[0]);
  fixed.view.findings.push_back(Fixed::Finding(&fixed.rule, Severity::kError, "00bb"));
  fixed.overview.parts[0].objects.assign(20000, {"", "Service", "", "alike", {1, 1, 1}});
  fixed.overview.parts[0].objects.push_back({"apps", "Deployment", "", "web", {1, 1, 0}});
  const std::string page = fixed.Write();
  EXPECT_EQ(CountOf("<article", page), 5000u);
  EXPECT_THAT(page, HasSubstr("id=\"f-00bb\""));
  EXPECT_THAT(page, HasSubstr("201 of 5201 findings are left out"));
  EXPECT_THAT(page, HasSubstr("20000 objects are left out"));
  EXPECT_THAT(page, HasSubstr("data-title=\"Deployment/web\""));
}

TEST(Html, CleanReportSaysSo) {
  ReportView view;
  const std::string page = WriteHtml(view, {});
  EXPECT_THAT(page, HasSubstr("No findings."));
  EXPECT_THAT(page, Not(HasSubstr("id=\"objects\"")));
  EXPECT_THAT(page, Not(HasSubstr("id=\"filters\"")));
}

TEST(Html, SaysWhatWasNotRead) {
  Fixed fixed;
  fixed.view.findings.clear();
  fixed.view.unreadable = 1;
  Place place;
  place.file = "charts/shop/x.yaml";
  fixed.view.notifications.push_back({true, "cannot be opened", place});
  const std::string page = fixed.Write();
  EXPECT_THAT(page, HasSubstr("<h2>Not checked</h2>"));
  EXPECT_THAT(page, HasSubstr("x.<wbr>yaml</code>: cannot be opened"));
}

}  // namespace
}  // namespace chartlint
