#include "analyzer/helm/guard_sites.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

Chart ChartWith(const std::string& helpers) {
  Chart chart;
  chart.metadata.name = "app";
  chart.files.push_back({"templates/_helpers.tpl", helpers});
  chart.files.push_back({"templates/a.yaml", "{{ include \"app.host\" . }}\n"});
  return chart;
}

// The place in front, or "" if there is no new one.
std::string Locate(const Chart& chart, const std::string& message) {
  RenderError error;
  error.kind = RenderErrorKind::kGuard;
  error.message = message;
  error.frames.push_back({"app/templates/a.yaml", 1, 4, "", ""});
  LocateGuard(chart, &error);
  if (error.frames.size() == 1) return "";
  return absl::StrCat(error.frames[0].file, ":", error.frames[0].line, ":", error.frames[0].column);
}

TEST(LocateGuard, FindsTheLiteral) {
  const Chart chart = ChartWith(
      "{{/* required \"host must be set\" is the rule */}}\n"
      "{{ define \"app.host\" }}\n"
      "{{- required \"host must be set\" .Values.host }}\n"
      "{{- fail (printf \"mode %s of %d \\\"x\\\" is unknown\" .a .b) }}\n"
      "{{- if not .x }}{{ fail `two\nlines` }}{{ end }}\n"
      "{{ end }}");
  EXPECT_EQ(Locate(chart, "host must be set"), "app/templates/_helpers.tpl:3:14");
  EXPECT_EQ(Locate(chart, "mode a b of 3 \"x\" is unknown"), "app/templates/_helpers.tpl:4:18");
  EXPECT_EQ(Locate(chart, "two\nlines"), "app/templates/_helpers.tpl:5:25");
  EXPECT_EQ(Locate(chart, "something else"), "");
}

TEST(LocateGuard, DoesNotGuess) {
  EXPECT_EQ(Locate(ChartWith("{{ fail \"no\" }}{{ fail \"no\" }}"), "no"), "");
  EXPECT_EQ(Locate(ChartWith("{{ fail (printf \"%s\" .x) }}"), "no"), "");
  EXPECT_EQ(Locate(ChartWith("{{ print \"failure of it all\" }}"), "failure of it all"), "");
  EXPECT_EQ(Locate(ChartWith("{{ fail \"unfinished"), "unfinished"), "app/templates/_helpers.tpl:1:9");
  EXPECT_EQ(Locate(ChartWith("{{ fail \"}}\" }} {{"), "}}"), "app/templates/_helpers.tpl:1:9");
}

TEST(LocateGuard, AFrameThatIsThereAlreadyStays) {
  Chart chart = ChartWith("");
  chart.files[1].bytes = "{{ fail \"stop here\" }}\n";
  EXPECT_EQ(Locate(chart, "stop here"), "");
}

}  // namespace
}  // namespace chartlint
