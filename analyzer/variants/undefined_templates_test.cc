#include "analyzer/variants/undefined_templates.h"

#include <gtest/gtest.h>

namespace chartlint {
namespace {

std::vector<UndefinedInclude> Find(const std::string& helpers, const std::string& template_text,
                                   const std::string& chart_yaml = "name: orchard\n") {
  return FindUndefinedIncludes(ChartTemplates({{"Chart.yaml", chart_yaml},
                                               {"templates/_helpers.tpl", helpers},
                                               {"templates/a.yaml", template_text}}));
}

TEST(UndefinedTemplatesTest, NamesPlaceAndCondition) {
  const auto found = Find("", "a: 1\n{{ if .Values.tls }}\nb: {{ include \"orchard.tls\" . }}\n{{ end }}\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "orchard.tls");
  EXPECT_EQ(found[0].file, "templates/a.yaml");
  EXPECT_EQ(found[0].place.line, 3);
  EXPECT_EQ(found[0].place.column, 15);
  EXPECT_EQ(found[0].condition, "if .Values.tls");
  EXPECT_FALSE(found[0].unconditional);
  EXPECT_TRUE(found[0].reachable);
}

TEST(UndefinedTemplatesTest, SeesTemplateActionsAndNestedPipes) {
  const auto found =
      Find("{{ define \"x\" }}{{ end }}",
           "{{ template \"gone\" . }}{{ (include \"lost\" .) | nindent 2 }}{{ include \"x\" . }}");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "gone");
  EXPECT_TRUE(found[0].unconditional);
  EXPECT_EQ(found[1].name, "lost");
}

TEST(UndefinedTemplatesTest, TellsWhatCannotRun) {
  const auto found = Find(
      "{{ define \"unused\" }}{{ include \"a\" . }}{{ end }}{{ define \"used\" }}{{ include \"b\" . }}{{ end "
      "}}",
      "{{ if false }}{{ include \"c\" . }}{{ else }}{{ include \"used\" . }}{{ end }}");
  ASSERT_EQ(found.size(), 3u);
  for (const UndefinedInclude& include : found)
    EXPECT_EQ(include.reachable, include.name == "b") << include.name;
}

TEST(UndefinedTemplatesTest, FilesAreTemplatesToo) {
  EXPECT_TRUE(Find("", "{{ include \"orchard/templates/_helpers.tpl\" . }}").empty());
}

TEST(UndefinedTemplatesTest, SaysNothingWhenDefinitionsMayBeMissing) {
  const std::string use = "{{ include \"common.names.fullname\" . }}";
  EXPECT_EQ(Find("", use).size(), 1u);
  EXPECT_TRUE(Find("", use, "name: orchard\ndependencies:\n- name: common\n  version: 1.x\n").empty());
  EXPECT_TRUE(Find("{{ define \"broken\"", use).empty());
}

TEST(UndefinedTemplatesTest, ComputedNamesAreLeftAlone) {
  EXPECT_TRUE(Find("", "{{ include (printf \"x.%s\" .Values.mode) . }}").empty());
}

}  // namespace
}  // namespace chartlint
