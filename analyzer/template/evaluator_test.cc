#include "analyzer/template/evaluator.h"

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/template/chart_templates.h"
#include "analyzer/template/parser.h"
#include "analyzer/template/value_yaml.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

constexpr char kValues[] = R"(
name: shop
count: 3
big: 12345678
flag: true
empty: ""
list: [b, a, a]
map: {x: 1, sub: {z: deep}}
text: "a: {{ .Release.Name }}"
yes_word: yes
octal: 0777
quoted: "8080"
)";

constexpr char kHelpers[] = R"({{- define "full" -}}{{ .Release.Name }}-{{ .Values.name }}{{- end -}}
{{- define "loop" -}}{{ range $k, $v := .Values.map }}{{ $k }},{{ end }}{{- end -}}
{{- define "sum" -}}{{ $n := 0 }}{{ range .Values.list }}{{ $n = add $n 1 }}{{ end }}{{ $n }}{{- end -}}
{{- define "dict" -}}{{ $d := dict "a" 1 }}{{ $_ := set $d "b" 2 }}{{ toJson $d }}{{- end -}}
{{- define "self" -}}{{ include "self" . }}{{- end -}}
{{- define "odd" -}}{{ if lookup "v1" "Pod" "" "" }}x{{ else }}y{{ end }}{{ randAlphaNum 3 }}{{- end -}})";

class NoVariables : public TemplateVariables {
 public:
  ChartValue Lookup(const TemplateExpr&) const override { return ChartValue(); }
};

class EvaluatorTest : public ::testing::Test {
 protected:
  EvaluatorTest()
      : chart_({{"Chart.yaml", "name: mine\nversion: 0.1.0\nappVersion: 1.5"},
                {"values.yaml", kValues},
                {"templates/_helpers.tpl", kHelpers},
                {"files/a.txt", "one\ntwo\n"},
                {"files/deep/b.json", "{}"}}),
        evaluator_(chart_) {
    ReleaseFacts release;
    release.name = "rel";
    release.api_versions = std::vector<std::string>{"example.org/v1"};
    const std::vector<ChartValue> values = chart_.CoalesceValues(ChartValue::Null());
    root_ = Evaluator::RootContext(chart_, release, 0, values[0], "templates/a.yaml");
  }

  ChartValue Value(const std::string& expression) {
    sources_.push_back("{{ " + expression + " }}");
    trees_.emplace_back();
    const auto error = ParseTemplate(sources_.back(), 0, &trees_.back());
    EXPECT_FALSE(error.has_value()) << expression;
    return evaluator_.Evaluate(trees_.back().root[0]->pipe, root_, root_, NoVariables());
  }
  std::string Print(const std::string& expression) { return Value(expression).Print().value_or("?"); }

  ChartTemplates chart_;
  Evaluator evaluator_;
  ChartValue root_;
  std::deque<std::string> sources_;
  std::deque<TemplateTree> trees_;
};

TEST_F(EvaluatorTest, Expressions) {
  const std::pair<const char*, const char*> cases[] = {
      {".Values.name", "shop"},
      {".Values.count", "3"},
      {".Values.big", "1.2345678e+07"},  // as Helm prints large numbers
      {".Values.big | int", "12345678"},
      {".Values.missing", ""},
      {".Values.yes_word", "true"},
      {".Values.octal | int", "511"},
      {".Values.quoted | quote", "\"8080\""},
      {".Values.name | upper | quote", "\"SHOP\""},
      {"printf \"%s-%d\" .Values.name (int .Values.count)", "shop-3"},
      {"default \"x\" .Values.empty", "x"},
      {"ternary \"a\" \"b\" .Values.flag", "a"},
      {"and .Values.flag .Values.empty", ""},
      {"or .Values.empty .Values.name", "shop"},
      {"index .Values.list 1", "a"},
      {"index .Values.map \"sub\" \"z\"", "deep"},
      {"get .Values.map \"x\"", "1"},
      {"dig \"sub\" \"z\" \"none\" .Values.map", "deep"},
      {"hasKey .Values.map \"q\"", "false"},
      {".Values.list | uniq | sortAlpha | join \",\"", "a,b"},
      {"toJson .Values.map", "{\"sub\":{\"z\":\"deep\"},\"x\":1}"},
      {"toYaml .Values.map", "sub:\n  z: deep\nx: 1"},
      {"toYaml .Values.list | nindent 2", "\n  - b\n  - a\n  - a"},
      {"fromYaml \"a: 1\" | toJson", "{\"a\":1}"},
      {"trunc 2 .Values.name", "sh"},
      {"trimSuffix \"op\" .Values.name", "sh"},
      {"replace \"s\" \"z\" .Values.name", "zhop"},
      {"regexReplaceAll \"^(s)\" .Values.name \"${1}X\"", "sXhop"},
      {"b64enc .Values.name", "c2hvcA=="},
      {"semverCompare \">=1.21-0\" .Capabilities.KubeVersion.Version", "true"},
      {"semverCompare \"<1.21-0\" .Capabilities.KubeVersion.GitVersion", "false"},
      {"semverCompare \"^1.2.0\" \"1.5.0\"", "true"},
      {"semverCompare \"<9.9.9-9\" \"v1.34.0\"", "true"},
      {".Capabilities.APIVersions.Has \"example.org/v1\"", "true"},
      {".Capabilities.APIVersions.Has \"monitoring.coreos.com/v1\"", "false"},
      {".Chart.Name", "mine"},
      {".Chart.AppVersion", "1.5"},
      {".Template.Name", "mine/templates/a.yaml"},
      {"include \"full\" .", "rel-shop"},
      {"include \"loop\" .", "sub,x,"},
      {"include \"sum\" .", "3"},
      {"include \"dict\" .", "{\"a\":1,\"b\":2}"},
      {"tpl .Values.text .", "a: rel"},
      {"(dict \"a\" (dict \"b\" .Values.name)).a.b", "shop"},
      {"kindIs \"map\" .Values.map", "true"},
      {"len .Values.list", "3"},
      {"eq .Values.name \"a\" \"shop\"", "true"},
      {"print \"a\" 1 2 \"b\"", "a1 2b"},
      {"until 3 | join \"\"", "012"},
      {"merge (dict \"a\" 1) (dict \"a\" 2 \"b\" 3) | toJson", "{\"a\":1,\"b\":3}"},
      {"omit .Values.map \"sub\" | toJson", "{\"x\":1}"},
      {"toString .Values.map", "map[sub:map[z:deep] x:1]"},
      {"printf \"%v %T %T\" .Values.list .Values.list .Values.name", "[b a a] []interface {} string"},
      {"join \"+\" (list 1 .Values.map)", "1+map[sub:map[z:deep] x:1]"},
      {"dir \"/var/run/../x/sock\"", "/var/x"},
      {"base \"a/b.tar.gz/\"", "b.tar.gz"},
      {"ext \"a.d/b.txt\"", ".txt"},
      {"regexSplit \"[,;] *\" \"a, b;c\" -1 | join \"|\"", "a|b|c"},
      {"regexSplit \",\" \"a,b,c\" 2 | join \"|\"", "a|b,c"},
      {".Files.Get \"files/a.txt\"", "one\ntwo\n"},
      {"\"files/a.txt\" | .Files.Get | trim", "one\ntwo"},
      {".Files.Get \"files/none.txt\"", ""},
      {".Files.Get \"templates/_helpers.tpl\"", ""},
      {".Files.Lines \"files/a.txt\" | join \",\"", "one,two"},
      {".Files.Glob \"files/*\" | keys | join \",\"", "files/a.txt"},
      {".Files.Glob \"files/**.{json,yaml}\" | len", "1"},
      {"(.Files.Glob \"files/*.txt\").AsConfig", "a.txt: |\n  one\n  two"},
      {"(.Files.Glob \"files/[!b]*\").AsSecrets", "a.txt: b25lCnR3bwo="},
  };
  for (const auto& c : cases) EXPECT_EQ(Print(c.first), c.second) << c.first;
}

TEST_F(EvaluatorTest, UnknownStaysUnknown) {
  for (const char* const open :
       {"randAlphaNum 5", "noSuchFunction 1", "include \"none\" .", "include \"odd\" .",
        "include \"self\" .", "printf \"%05d\" 3", "default \"x\" (randAlphaNum 5)", "index .Values.list 9",
        "or .Values.empty (randAlphaNum 5)",
        ".Capabilities.APIVersions.Has \"flowcontrol.apiserver.k8s.io/v1\"",
        "toYaml (dict \"a\" (randAlphaNum 3))", "tpl \"{{ nope }}\" ."}) {
    EXPECT_FALSE(Value(open).known()) << open;
  }
  // ... but decides nothing that is decided without it
  EXPECT_EQ(Print("and (randAlphaNum 5) false"), "false");
  EXPECT_EQ(Print("or (randAlphaNum 5) true"), "true");
  EXPECT_EQ(Print("(dict \"a\" (randAlphaNum 3) \"b\" 2).b"), "2");
}

TEST_F(EvaluatorTest, ValuesKnowWhereTheyComeFrom) {
  EXPECT_EQ(PrintValuesPath(Value(".Values.map.sub.z | quote").origin()), "map.sub.z");
  EXPECT_EQ(PrintValuesPath(Value("index .Values.list 1").origin()), "list[1]");
  EXPECT_EQ(PrintValuesPath(Value("(dict \"a\" .Values.name).a").origin()), "name");
  EXPECT_EQ(PrintValuesPath(Value("default \"x\" .Values.none.at.all").origin()), "none.at.all");
  EXPECT_EQ(PrintValuesPath(Value("tpl (.Values.text | noSuchFunction) .").origin()), "text");
  EXPECT_EQ(Value("include \"full\" .").origin(), nullptr);
}

TEST(ChartTemplatesTest, TheShallowestFirstDefinitionWinsAndBlankOnesDoNot) {
  const ChartTemplates chart({{"Chart.yaml", "name: top"},
                              {"templates/b.tpl", "{{ define \"x\" }}b{{ end }}{{ define \"y\" }}y{{ end }}"},
                              {"templates/a.tpl", "{{ define \"x\" }}a{{ end }}{{ define \"y\" }} {{ end }}"},
                              {"charts/sub/Chart.yaml", "name: sub"},
                              {"charts/sub/templates/_a.tpl", "{{ define \"x\" }}sub{{ end }}"}});
  EXPECT_EQ(chart.FindDefinition("x")->body[0]->text, "a");
  EXPECT_EQ(chart.FindDefinition("y")->body[0]->text, "y");
  EXPECT_EQ(chart.FindDefinition("z"), nullptr);
}

TEST(ChartTemplatesTest, AliasesAreInstancesWithTheirOwnValues) {
  const ChartTemplates chart(
      {{"Chart.yaml", "name: top\ndependencies:\n- {name: db, alias: one}\n- {name: db, alias: two}"},
       {"values.yaml", "one: {size: 5}\nglobal: {domain: example.org}\ntwo: {gone: null}"},
       {"charts/database/Chart.yaml", "name: db"},
       {"charts/database/values.yaml", "size: 1\ngone: 1"},
       {"charts/database/templates/x.yaml", "a: 1"}});
  ASSERT_EQ(chart.instances().size(), 3u);
  const auto place = chart.ResolveSource("top/charts/two/templates/x.yaml");
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(chart.files()[place->file].path, "charts/database/templates/x.yaml");
  EXPECT_EQ(chart.instances()[place->instance].name, "two");
  EXPECT_FALSE(chart.ResolveSource("top/templates/none.yaml").has_value());
  const auto values = chart.CoalesceValues(*ReadYaml("two: {size: 7}", nullptr));
  EXPECT_EQ(values[1].Field("size").float_value(), 5);
  EXPECT_EQ(values[2].Field("size").float_value(), 7);
  EXPECT_EQ(values[2].Field("gone").kind(), ChartValue::Kind::kNull);
  EXPECT_EQ(values[2].Field("global").Field("domain").string_value(), "example.org");
}

TEST(ChartTemplatesTest, ForgetsWhatTheChartRewrites) {
  const ChartTemplates chart(
      {{"Chart.yaml", "name: top"},
       {"values.yaml", "a: {b: 1, c: 2}"},
       {"templates/a.tpl", "{{ $_ := set .Values.a \"b\" 3 }}{{ $_ = set . \"own\" 1 }}"}});
  const ChartValue values = chart.WithoutRewritten(0, chart.CoalesceValues(ChartValue::Null())[0]);
  EXPECT_FALSE(values.Field("a").Field("b").known());
  EXPECT_EQ(values.Field("a").Field("c").float_value(), 2);
  EXPECT_EQ(chart.keys_set_on_context(), std::vector<std::string>{"own"});
}

TEST(ValueYamlTest, IsBounded) {
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before + ", " + before + "]\n";
  }
  EXPECT_FALSE(ReadYaml(bomb, nullptr).has_value());
  EXPECT_FALSE(ReadYaml(std::string(5000, '['), nullptr).has_value());
  EXPECT_FALSE(ReadYaml("a: [", nullptr).has_value());
  EXPECT_TRUE(ReadYaml("", nullptr)->IsNull());
}

}  // namespace
}  // namespace chartlint
