// The HTML report in a real browser: what it shows, that its filters work, that it fits wide and narrow screens in light and
// dark, and that it asks for nothing over the network.
//
// CHARTLINT_CHROMIUM names the browser; the tests are skipped without it, those of charts also without Helm. Screenshots
// go to the test's outputs (bazel-testlogs/testing/html_report_test/test.outputs).

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/run_program.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kElsewhere[] = "elsewhere.invalid";  // RFC 6761: never a host

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

class HtmlReport : public testing::Test {
 protected:
  void SetUp() override {
    if (Environment("CHARTLINT_CHROMIUM").empty()) {
      GTEST_SKIP() << "CHARTLINT_CHROMIUM does not name a browser (tools/setup --browser installs one)";
    }
  }

  // Runs the browser on a URL and gives what it prints.
  static std::string Browse(const std::string& options, const std::string& url) {
    const std::string folder = Environment("TEST_TMPDIR");
    const std::string out = WriteTemporaryFile("browser.out", "");
    fs::remove_all(folder + "/profile");  // the browser remembers what a reader chose
    const std::string command = absl::StrCat(
        "HOME='", folder, "' timeout 100 '", Environment("CHARTLINT_CHROMIUM"),
        "' --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-background-networking "
        "--allow-file-access-from-files --hide-scrollbars --force-device-scale-factor=1 --user-data-dir='", folder, "/profile' ",
        options, " '", url, "' >'", out, "' 2>'", folder, "/browser.err'");
    EXPECT_EQ(std::system(command.c_str()), 0) << command << "\n" << ReadWholeFile(folder + "/browser.err");
    return ReadWholeFile(out);
  }

  // What testing/html_report/probe.html sees in a report.
  static Json Look(const std::string& report, int width, const std::string& theme, const std::string& text = "",
                   const std::string& options = "") {
    const std::string url = absl::StrCat("file://", fs::absolute("testing/html_report/probe.html").string(), "?report=file://",
                                         report, "&width=", width, "&theme=", theme, "&text=", text);
    const std::string dom =
        Browse(absl::StrCat("--virtual-time-budget=60000 --window-size=1400,1000 --dump-dom ", options), url);
    const std::string mark = "<pre id=\"seen\">";
    const size_t begin = dom.find(mark);
    if (begin == std::string::npos) return Json{{"error", dom}};
    const std::string seen = dom.substr(begin + mark.size(), dom.find("</pre>", begin) - begin - mark.size());
    const Json json = Json::parse(absl::StrReplaceAll(seen, {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}}), nullptr, false);
    EXPECT_TRUE(json.is_object() && !json.contains("error")) << seen;
    return json;
  }

  // A report and what the JSON report of the same run says.
  static Json Check(std::vector<std::string> arguments, const std::string& report, const std::vector<std::string>& environment = {}) {
    arguments.insert(arguments.end(), {"--format", "html=" + report, "--format", "json"});
    const ProgramResult result = RunChartlint(arguments, "", environment);
    EXPECT_LE(result.exit_code, 1) << result.err;
    return Json::parse(result.out);
  }

  static void ExpectWellMade(const Json& seen) {
    const Json& structure = seen["structure"];
    for (const char* list : {"doubleIds", "deadLinks", "unnamedControls", "requests", "foreign"}) {
      EXPECT_TRUE(structure[list].empty()) << list << structure[list];
    }
    EXPECT_EQ(structure["scripts"], 1);
    EXPECT_TRUE(seen["unreachable"].empty()) << seen["unreachable"];
    EXPECT_LE(seen["widths"]["page"], seen["widths"]["window"]);
    EXPECT_TRUE(seen["widths"]["stickyNames"]);
    EXPECT_GE(seen["contrast"]["ratio"], 4.5) << seen["contrast"];
  }

  static std::string Temporary(const std::string& name) { return absl::StrCat(Environment("TEST_TMPDIR"), "/", name); }

  // The demo: three variants with faults in them.
  static Json CheckDemo(const std::string& report) { return Check({"--variants", "testdata/demo", "--profile", "all"}, report); }
};

TEST_F(HtmlReport, FiltersShowWhatTheJsonReportCounts) {
  const std::string report = Temporary("demo.html");
  const Json json = CheckDemo(report);
  std::map<std::string, int> severities, rules, variants;
  int of_leader = 0;
  for (const Json& finding : json["findings"]) {
    ++severities[finding["severity"]];
    ++rules[finding["rule"]];
    for (const Json& variant : finding["variants"]) ++variants[variant];
    of_leader += absl::StrContains(finding.dump(), "--leader-elect") ? 1 : 0;
  }
  const int all = static_cast<int>(json["findings"].size());
  ASSERT_GT(all, 5);
  const Json seen = Look(report, 1280, "light", "--leader-elect");
  const Json& filters = seen["filters"];
  EXPECT_EQ(filters["all"], all);
  for (const auto& [severity, count] : severities) EXPECT_EQ(filters["without_" + severity], all - count);
  EXPECT_EQ(filters["rule"].size(), rules.size());
  for (const auto& [rule, count] : rules) EXPECT_EQ(filters["rule"][absl::StrFormat("%s (%d)", rule, count)], count);
  EXPECT_EQ(filters["variant"], Json(variants));
  EXPECT_EQ(filters["text"], of_leader);
  EXPECT_EQ(filters["nothing"], 0);
  EXPECT_EQ(filters["after_reset"], all);
  EXPECT_EQ(filters["of_cell"], filters["said_by_cell"]);
  EXPECT_THAT(filters["cell_says"].get<std::string>(), HasSubstr("findings shown on "));
  EXPECT_LT(filters["rows_of_interest"], filters["rows"]);
}

TEST_F(HtmlReport, CanBeReadWithoutItsScript) {
  const std::string report = Temporary("demo.html");
  const Json json = CheckDemo(report);
  const Json seen = Look(report, 1280, "light");
  EXPECT_EQ(seen["withoutScript"]["findings"], json["findings"].size());
  EXPECT_TRUE(seen["withoutScript"]["hiddenForm"]);
}

TEST_F(HtmlReport, FitsWideAndNarrowScreensInLightAndDark) {
  const std::string report = Temporary("demo.html");
  CheckDemo(report);
  for (const int width : {1280, 400}) {
    for (const std::string theme : {"light", "dark"}) {
      const Json seen = Look(report, width, theme);
      EXPECT_EQ(seen["dark"], theme == "dark");
      ExpectWellMade(seen);
      const std::string outputs = Environment("TEST_UNDECLARED_OUTPUTS_DIR");
      const std::string picture = absl::StrCat(outputs.empty() ? Environment("TEST_TMPDIR") : outputs, "/", width, "-", theme, ".png");
      // A window is at least 500 pixels wide, a frame is not.
      const std::string frame = WriteTemporaryFile(
          "frame.html", absl::StrCat("<body style=\"margin:0\"><iframe style=\"border:0\" width=", width, " height=1600 src=\"file://",
                                     report, "\"></iframe>"));
      const int window = std::max(width, 500);
      Browse(absl::StrCat("--window-size=", window, ",1600 --blink-settings=preferredColorScheme=", theme == "dark" ? 0 : 1,
                          " --screenshot='", picture, "'"),
             "file://" + frame);
      const std::string png = ReadWholeFile(picture);
      ASSERT_GT(png.size(), 20000u) << "an empty page";
      // PNG 11.2.2: the width is at byte 16.
      EXPECT_EQ(static_cast<unsigned char>(png[18]) << 8 | static_cast<unsigned char>(png[19]), window);
    }
  }
}

TEST_F(HtmlReport, IsDarkWhereTheSystemIs) {
  const std::string report = Temporary("demo.html");
  CheckDemo(report);
  EXPECT_TRUE(Look(report, 400, "dark", "", "--blink-settings=preferredColorScheme=0")["darkByItself"]);
  EXPECT_FALSE(Look(report, 400, "light", "", "--blink-settings=preferredColorScheme=1")["darkByItself"]);
}

// Everything that a user writes tries to be markup, and to call home.
std::string HostileManifest() {
  const std::string evil = absl::StrCat("</pre></script><script>document.title='ran'</script><img src=http://", kElsewhere, "/x.png>");
  return absl::StrCat("# Source: ", evil, "/templates/web.yaml\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: \"", evil,
                      "\"\nspec:\n  strategy:\n    type: Recreate # ", evil, "\n    rollingUpdate: {} # ", evil,
                      "\n  template:\n    spec:\n      containers: []\n");
}

TEST_F(HtmlReport, HostileTextsStayTexts) {
  const std::string report = Temporary("hostile.html");
  const std::string manifest = WriteTemporaryFile("<script>alert(1)<|script>.yaml", HostileManifest());
  const Json json = Check({"--variant", "<script>a=" + manifest, "--variant", "b&'\"=" + manifest}, report);
  ASSERT_FALSE(json["findings"].empty());
  const Json seen = Look(report, 400, "light", "", absl::StrCat("--log-net-log='", Temporary("net.json"), "'"));
  ExpectWellMade(seen);
  EXPECT_EQ(seen["filters"]["all"], json["findings"].size());
  EXPECT_THAT(seen["structure"]["title"].get<std::string>(), HasSubstr("chartlint"));
  EXPECT_THAT(ReadWholeFile(Temporary("net.json")), Not(HasSubstr(kElsewhere)));
}

// Also where markup found a way in: the policy holds. The control is the same page without it.
TEST_F(HtmlReport, PolicyForbidsNetworkAndForeignScripts) {
  const std::string report = Temporary("demo.html");
  CheckDemo(report);
  const std::string page = ReadWholeFile(report);
  const std::string intruder =
      absl::StrCat("<main><img src=\"http://", kElsewhere, "/x.png\"><script>document.title = 'ran'</script>");
  const std::string with_policy = absl::StrReplaceAll(page, {{"<main>", intruder}});
  const std::string without = absl::StrReplaceAll(with_policy, {{"Content-Security-Policy", "X-Nothing"}});
  const std::string log = absl::StrCat("--dump-dom --log-net-log='", Temporary("net.json"), "'");
  const std::string good = Browse(log, "file://" + WriteTemporaryFile("intruded.html", with_policy));
  EXPECT_THAT(ReadWholeFile(Temporary("net.json")), Not(HasSubstr(kElsewhere)));
  EXPECT_THAT(good, Not(HasSubstr("<title>ran</title>")));
  EXPECT_THAT(good, HasSubstr("findings shown</span>")) << "the page's own script";
  const std::string bad = Browse(log, "file://" + WriteTemporaryFile("open.html", without));
  EXPECT_THAT(ReadWholeFile(Temporary("net.json")), HasSubstr(kElsewhere));
  EXPECT_THAT(bad, HasSubstr("<title>ran</title>"));
}

TEST_F(HtmlReport, CopesWithManyObjectsAndVariants) {
  const fs::path folder = Temporary("many");
  for (int variant = 0; variant < 20; ++variant) {
    std::string text;
    for (int object = 0; object < 400; ++object) {
      if ((object + variant) % 7 == 0) continue;
      absl::StrAppend(&text, "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings-of-a-component-", object,
                      "\ndata:\n  k: \"", object % 5 == 0 ? variant / 3 : 0, "\"\n");
    }
    WriteTemporaryFile(absl::StrCat("many/component.enabled=true with a=", variant, ".yaml"), text);
  }
  const std::string report = Temporary("many.html");
  Check({"--variants", folder.string()}, report);
  EXPECT_LT(fs::file_size(report), 600u << 10);
  for (const int width : {1280, 400}) {
    const std::string unfolded = absl::StrReplaceAll(ReadWholeFile(report), {{"<details", "<details open"}});
    const Json seen = Look(WriteTemporaryFile("unfolded.html", unfolded), width, "light");
    EXPECT_LE(seen["widths"]["page"], seen["widths"]["window"]);
    EXPECT_TRUE(seen["widths"]["stickyNames"]);
  }
}

TEST_F(HtmlReport, ChartsComeWithTheirCoverageAndExceptions) {
  const std::string helm = Environment("CHARTLINT_HELM");
  if (helm.empty()) GTEST_SKIP() << "CHARTLINT_HELM does not name a Helm";
  const fs::path charts = Temporary("repository/charts");
  fs::remove_all(charts.parent_path());
  fs::create_directories(charts.parent_path());
  fs::copy("docs/examples/charts", charts, fs::copy_options::recursive);
  const std::string report = Temporary("charts.html");
  const std::string baseline = Temporary("baseline.sarif");
  const std::vector<std::string> home = {"HOME=" + Environment("TEST_TMPDIR"), "XDG_CACHE_HOME=" + Environment("TEST_TMPDIR")};
  const std::vector<std::string> command = {charts.string(), "--helm", helm, "--no-config"};

  const Json json = Check(command, report, home);
  ASSERT_EQ(json["findings"].size(), 2u);
  const std::string page = ReadWholeFile(report);
  EXPECT_THAT(page, HasSubstr("seen with <code>--set=hostNetwork=true</code>"));
  EXPECT_THAT(page, HasSubstr("<b>75.0 %</b> 3 of 4 branches"));
  EXPECT_THAT(page, HasSubstr("<td>28–34</td>"));
  const Json seen = Look(report, 400, "dark");
  ExpectWellMade(seen);
  EXPECT_EQ(seen["filters"]["chart"].size(), 2u);

  RunChartlint({charts.string(), "--helm", helm, "--no-config", "--write-baseline", baseline}, "", home);
  std::vector<std::string> again = command;
  again.insert(again.end(), {"--baseline", baseline});
  Check(again, report, home);
  const Json known = Look(report, 400, "light");
  EXPECT_EQ(known["filters"]["all"], 2) << "shown where nothing else is";
  ExpectWellMade(known);
  EXPECT_THAT(ReadWholeFile(report), HasSubstr("<b>2</b> in the baseline"));

  again = command;
  again.push_back("--no-discover");
  Check(again, report, home);
  EXPECT_THAT(ReadWholeFile(report), HasSubstr("<b>50.0 %</b> 2 of 4 branches")) << "also where no variant is looked for";
}

}  // namespace
}  // namespace chartlint
