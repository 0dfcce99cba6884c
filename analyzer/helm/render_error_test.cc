#include "analyzer/helm/render_error.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace chartlint {
namespace {

constexpr char kAdvice[] = "\n\nUse --debug flag to render out invalid YAML\n";

// One line for an error: kind, message, then its frames.
std::string Describe(const RenderError& error) {
  std::string text = absl::StrCat(RenderErrorKindName(error.kind), ": ", error.message);
  for (const RenderErrorFrame& frame : error.frames) {
    absl::StrAppend(&text, " | ", frame.file, ":", frame.line, ":", frame.column);
    if (!frame.name.empty()) absl::StrAppend(&text, " ", frame.name, " <", frame.action, ">");
  }
  for (const SchemaViolation& violation : error.violations) {
    absl::StrAppend(&text, " | ", violation.chart, " /", absl::StrJoin(violation.path, "/"), ": ", violation.message);
  }
  if (error.yaml_line != 0) absl::StrAppend(&text, " | line ", error.yaml_line);
  return text;
}

struct Case {
  const char* name;
  std::string standard_error;
  std::string wanted;
};

void Check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    EXPECT_EQ(Describe(ParseRenderError(c.standard_error)), c.wanted) << c.name;
    EXPECT_EQ(Describe(ParseRenderError(c.standard_error + kAdvice)), c.wanted) << c.name;
    EXPECT_EQ(Describe(ParseRenderError("WARNING: something else\nwalk.go:75: found symbolic link\n" + c.standard_error)),
              c.wanted)
        << c.name;
  }
}

TEST(ParseRenderError, OneFrame) {
  Check({
      {"required", "Error: execution error at (app/templates/a.yaml:7:11): host must be set",
       "guard: host must be set | app/templates/a.yaml:7:12"},
      {"fail with several lines and colons", "Error: execution error at (app/templates/a.yaml:9:6): x: not\n\nError: good",
       "guard: x: not\n\nError: good | app/templates/a.yaml:9:7"},
      {"parse error", "Error: parse error at (app/templates/a.yaml:3): function \"nope\" not defined",
       "parse: function \"nope\" not defined | app/templates/a.yaml:3:0"},
      {"version 3, nil pointer",
       "Error: template: app/templates/a.yaml:13:18: executing \"app/templates/a.yaml\" at <.Values.no.port>: nil pointer "
       "evaluating interface {}.port",
       "nil-pointer: nil pointer evaluating interface {}.port | app/templates/a.yaml:13:19 app/templates/a.yaml "
       "<.Values.no.port>"},
      {"version 4, nil pointer",
       "Error: app/templates/a.yaml:13:18\n  executing \"app/templates/a.yaml\" at <.Values.no.port>:\n    nil pointer "
       "evaluating interface {}.port",
       "nil-pointer: nil pointer evaluating interface {}.port | app/templates/a.yaml:13:19 app/templates/a.yaml "
       "<.Values.no.port>"},
      {"function of its own",
       "Error: template: app/a.yaml:1:8: executing \"app/a.yaml\" at <index (list \"a\") 3>: error calling index: index out "
       "of range: 3",
       "function: error calling index: index out of range: 3 | app/a.yaml:1:9 app/a.yaml <index (list \"a\") 3>"},
      {"wrong type",
       "Error: template: app/a.yaml:1:8: executing \"app/a.yaml\" at <.Values.x>: range can't iterate over words",
       "wrong-type: range can't iterate over words | app/a.yaml:1:9 app/a.yaml <.Values.x>"},
      {"template action",
       "Error: template: app/a.yaml:2:12: executing \"app/a.yaml\" at <{{template \"zz\" .}}>: template \"zz\" not defined",
       "undefined-template: template \"zz\" is not defined | app/a.yaml:2:13 app/a.yaml <{{template \"zz\" .}}>"},
  });
}

TEST(ParseRenderError, NestedFramesInnermostFirst) {
  const std::string wanted =
      "nil-pointer: nil pointer evaluating interface {}.port | app/_h.tpl:10:11 app.port <.Values.no.port> | "
      "app/_h.tpl:14:10 app.middle <include \"app.port\" .> | app/a.yaml:15:6 app/a.yaml <include \"app.middle\" .>";
  Check({
      {"version 3",
       "Error: template: app/a.yaml:15:5: executing \"app/a.yaml\" at <include \"app.middle\" .>: error calling include: "
       "template: app/_h.tpl:14:9: executing \"app.middle\" at <include \"app.port\" .>: error calling include: template: "
       "app/_h.tpl:10:10: executing \"app.port\" at <.Values.no.port>: nil pointer evaluating interface {}.port",
       wanted},
      {"version 4",
       "Error: app/a.yaml:15:5\n  executing \"app/a.yaml\" at <include \"app.middle\" .>:\n    error calling include:\n"
       "app/_h.tpl:14:9\n  executing \"app.middle\" at <include \"app.port\" .>:\n    error calling include:\n"
       "app/_h.tpl:10:10\n  executing \"app.port\" at <.Values.no.port>:\n    nil pointer evaluating interface {}.port",
       wanted},
      {"undefined, version 3",
       "Error: template: app/a.yaml:17:5: executing \"app/a.yaml\" at <include \"no\" .>: error calling include: template: no "
       "template \"no\" associated with template \"gotpl\"",
       "undefined-template: template \"no\" is not defined | app/a.yaml:17:6 app/a.yaml <include \"no\" .>"},
      {"undefined, version 4",
       "Error: app/a.yaml:17:5\n  executing \"app/a.yaml\" at <include \"no\" .>:\n    error calling include:\ntemplate: no "
       "template \"no\" associated with template \"gotpl\"",
       "undefined-template: template \"no\" is not defined | app/a.yaml:17:6 app/a.yaml <include \"no\" .>"},
  });
}

TEST(ParseRenderError, TextsGivenToTplHaveNoFile) {
  Check({
      {"3.19",
       "Error: template: app/a.yaml:25:8: executing \"app/a.yaml\" at <tpl \"{{ .Values.no.port }}\" .>: error calling tpl: "
       "error during tpl function execution for \"{{ .Values.no.port }}\": template: gotpl:1:10: executing \"gotpl\" at "
       "<.Values.no.port>: nil pointer evaluating interface {}.port",
       "nil-pointer: nil pointer evaluating interface {}.port | :1:11 gotpl <.Values.no.port> | app/a.yaml:25:9 app/a.yaml "
       "<tpl \"{{ .Values.no.port }}\" .>"},
      {"3.12, which calls the text by the file's name",
       "Error: template: app/a.yaml:25:8: executing \"app/a.yaml\" at <tpl .Values.x .>: error calling tpl: error during tpl "
       "function execution for \"a: \\\"{{ b }}\\\"\": template: app/a.yaml:1:10: executing \"app/a.yaml\" at <b>: wrong type "
       "for value; expected string; got int",
       "wrong-type: wrong type for value; expected string; got int | :1:11 app/a.yaml <b> | app/a.yaml:25:9 app/a.yaml <tpl "
       ".Values.x .>"},
      {"3.19, parse error",
       "Error: template: app/a.yaml:27:8: executing \"app/a.yaml\" at <tpl .Values.x .>: error calling tpl: cannot parse "
       "template \"{{ .Values.\": template: gotpl:1: unexpected \".\" in operand",
       "parse: unexpected \".\" in operand | :1:0 | app/a.yaml:27:9 app/a.yaml <tpl .Values.x .>"},
      {"3.12, parse error",
       "Error: template: app/a.yaml:27:8: executing \"app/a.yaml\" at <tpl .Values.x .>: error calling tpl: error during tpl "
       "function execution for \"{{ .Values.\": parse error at (app/a.yaml:1): unexpected \".\" in operand",
       "parse: unexpected \".\" in operand | :1:0 | app/a.yaml:27:9 app/a.yaml <tpl .Values.x .>"},
  });
}

TEST(ParseRenderError, InvalidYaml) {
  Check({
      {"syntax",
       "Error: YAML parse error on app/templates/a.yaml: error converting YAML to JSON: yaml: line 7: mapping values are not "
       "allowed in this context",
       "invalid-yaml: mapping values are not allowed in this context | app/templates/a.yaml:0:0 | line 7"},
      {"no mapping",
       "Error: YAML parse error on app/templates/a.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal "
       "string into Go value of type releaseutil.SimpleHead",
       "invalid-yaml: cannot unmarshal string into Go value of type releaseutil.SimpleHead | app/templates/a.yaml:0:0"},
  });
}

TEST(ParseRenderError, SchemaViolations) {
  const std::string header =
      "Error: values don't meet the specifications of the schema(s) in the following chart(s):\n";
  Check({
      {"tree of 3.19 and 4",
       header + "app:\n- at '/service': validation failed\n  - at '/service/port': 'oneOf' failed, none matched\n"
                "    - at '/service/port': got string, want integer\n    - at '/service/port': got string, want null\n"
                "  - at '/service/a~1b': value must be one of 'ClusterIP', 'NodePort'\n"
                "- at '': additional properties 'extra', 'it\\'s' not allowed\n",
       "schema: values do not fit values.schema.json of chart app: extra: additional property is not allowed (and 3 more) | "
       "app /extra: additional property is not allowed | app /it's: additional property is not allowed | "
       "app /service/a/b: value must be one of 'ClusterIP', 'NodePort' | "
       "app /service/port: 'oneOf' failed, none matched (got string, want integer; got string, want null)"},
      {"missing property", header + "app:\n- at '': missing property 'replicas'\n",
       "schema: values do not fit values.schema.json of chart app: missing property 'replicas' | app /: missing property "
       "'replicas'"},
      {"flat list of 3.12",
       header + "app:\n- (root): Additional property extra is not allowed\n- replicas: Invalid type. Expected: integer, given: "
                "string\n- service.type: service.type must be one of the following: \"A\", \"B\"\n",
       "schema: values do not fit values.schema.json of chart app: extra: Additional property extra is not allowed (and 2 "
       "more) | app /extra: Additional property extra is not allowed | app /replicas: Invalid type. Expected: integer, given: "
       "string | app /service/type: must be one of the following: \"A\", \"B\""},
      {"two charts", header + "app:\n- at '/a': got string, want integer\nsub:\n- at '/b': got null, want string\n",
       "schema: values do not fit values.schema.json of chart app: a: got string, want integer (and 1 more) | app /a: got "
       "string, want integer | sub /b: got null, want string"},
      {"address",
       header + "app:\nfailing loading \"https://schemas.example.org/x.json\": HTTP request failed for …\n",
       "schema-unreachable: values.schema.json of chart app refers to https://schemas.example.org/x.json, which is not "
       "fetched"},
      {"broken schema", header + "app:\nunexpected EOF\n", "chart: values.schema.json of chart app: unexpected EOF"},
  });
}

TEST(ParseRenderError, OtherSentences) {
  Check({
      {"dependency",
       "Error: An error occurred while checking for chart dependencies. You may need to run `helm dependency build` to fetch "
       "missing dependencies: found in Chart.yaml, but missing in charts/ directory: redis, common",
       "missing-dependency: not in charts/: redis, common"},
      {"library", "Error: library charts are not installable", "library-chart: library charts are not installable"},
      {"cluster version", "Error: chart requires kubeVersion: >=1.99 which is incompatible with Kubernetes v1.34.0",
       "kube-version: chart requires kubeVersion: >=1.99 which is incompatible with Kubernetes v1.34.0"},
      {"values", "Error: failed to parse v.yaml: error converting YAML to JSON: yaml: line 1: did not find expected node content",
       "values: v.yaml is no valid YAML: did not find expected node content | line 1"},
      {"type mismatch, 4", "Error: chart dependencies processing failed: type mismatch on cache: 1",
       "values: type mismatch on cache: 1"},
      {"chart", "Error: validation: chart.metadata.version is required", "chart: validation: chart.metadata.version is required"},
      {"unknown", "Error: something new", "other: something new"},
  });
  EXPECT_EQ(Describe(ParseRenderError("")), "other: helm failed and said nothing");
  EXPECT_EQ(Describe(ParseRenderError("fatal error: runtime: out of memory\n\ngoroutine 1")),
            "crash: fatal error: runtime: out of memory");
}

TEST(ParseRenderError, ATemplateThatIncludesItselfGivesOneFrame) {
  std::string text = "Error: ";
  for (int i = 0; i < 20'000; ++i) {
    text += "template: app/x.yaml:1:19: executing \"a\" at <include \"a\" .>: error calling include: ";
  }
  text += "rendering template has a nested reference name: a: unable to execute template";
  EXPECT_EQ(Describe(ParseRenderError(text)),
            "function: rendering template has a nested reference name: a: unable to execute template | app/x.yaml:1:20 a "
            "<include \"a\" .>");
}

TEST(ParseRenderError, CutAndGarbledTextsAreNoTrouble) {
  const std::string text =
      "Error: values don't meet the specifications of the schema(s) in the following chart(s):\napp:\n- at '/a': x\n  - at "
      "'\\'/b': 'anyOf' failed\nError: template: app/a.yaml:25:8: executing \"a\\\" at <tpl \"{{\" .>: error calling tpl: error "
      "during tpl function execution for \"x\": parse error at (app/a.yaml:1): x\nYAML parse error on";
  for (size_t begin = 0; begin < text.size(); ++begin) {
    ParseRenderError(text.substr(begin));
    ParseRenderError(text.substr(0, begin));
    ParseRenderError("Error: " + text.substr(begin));
  }
}

}  // namespace
}  // namespace chartlint
