// Charts that Helm cannot render: one finding for each fault, at the line that is to be mended. With real Helm.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzer/helm/tar_writer_for_test.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/scratch_repository.h"

namespace chartlint {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kService[] = R"(apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
  labels:
    extra: "yes"
    {{- include "shop.labels" . | nindent 4 }}
spec:
  ports:
    - port: {{ .Values.port }}
      name: http
)";
constexpr char kHelpers[] = R"({{- define "shop.labels" -}}
app: {{ .Values.name }}
tier: web
{{- end }}
)";
constexpr char kBrokenValues[] = "name: shop\nport:\n  a: 1\n   b: 2\n";

std::string ChartYaml(const std::string& name) { return absl::StrCat("apiVersion: v2\nname: ", name, "\nversion: 1.0.0\n"); }

// A packed chart with one file beside its Chart.yaml.
std::string Packed(const std::string& name, const std::string& file, const std::string& text) {
  return Tgz(TarEntry(name + "/Chart.yaml", ChartYaml(name)) + TarEntry(absl::StrCat(name, "/", file), text));
}

class RenderFailures : public testing::Test {
 protected:
  void SetUp() override {
    if (TestHelm().empty()) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
    Write("Chart.yaml", ChartYaml("shop"));
    Write("values.yaml", "name: shop\nport: 80\n");
    Write("ci/many-values.yaml", "port: 81\n");
    Write("templates/service.yaml", kService);
    Write("templates/_helpers.tpl", kHelpers);
  }
  void Write(const std::string& file, const std::string& text) { repository_.Write("shop/" + file, text); }
  void Change(const std::string& from, const std::string& to) {
    Write("templates/service.yaml", absl::StrReplaceAll(kService, {{from, to}}));
  }
  // "rule place (number of variants): message", and below each its notes: "  place: message".
  std::vector<std::string> Check() {
    const ProgramResult result = repository_.Run({"shop", "--format", "json"});
    EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
    const nlohmann::json report = nlohmann::json::parse(result.out, nullptr, false);
    std::vector<std::string> lines;
    if (report.is_discarded()) return {result.out};
    const auto place = [](const nlohmann::json& where) {
      return absl::StrCat(where.value("file", ""), ":", where.value("line", 0));
    };
    for (const nlohmann::json& finding : report["findings"]) {
      const size_t variants = finding.value("variants", nlohmann::json::array()).size();
      lines.push_back(absl::StrCat(finding.value("rule", ""), " ", place(finding["location"]), " (", variants, "): ",
                                   finding.value("message", "")));
      for (const nlohmann::json& related : finding.value("related", nlohmann::json::array())) {
        lines.push_back(absl::StrCat("  ", place(related["location"]), ": ", related.value("message", "")));
      }
    }
    return lines;
  }
  ScratchRepository repository_{"render_failures"};
};

TEST_F(RenderFailures, TooDeepALineIsToldAtItsLineOnceForAllVariants) {
  Change("      name: http", "        name: http");
  EXPECT_THAT(Check(), ElementsAre("chart-render-failed shop/templates/service.yaml:11 (2): the template renders no YAML: mapping "
                                   "values are not allowed in this context",
                                   "  shop/templates/service.yaml:0: line 12 of what it renders:         name: http"));
}

TEST_F(RenderFailures, WrongNindentIsTheIncludesFault) {
  Change("nindent 4", "nindent 3");
  EXPECT_THAT(Check(), AllOf(Contains(StartsWith("chart-render-failed shop/templates/service.yaml:7 (2): the template renders no YAML")),
                             Contains("  shop/templates/_helpers.tpl:2: printed by this line")));
}

TEST_F(RenderFailures, FaultInANamedTemplateIsItsOwn) {
  Write("templates/_helpers.tpl", absl::StrReplaceAll(kHelpers, {{"tier: web", "tier: web: front"}}));
  EXPECT_THAT(Check(), AllOf(Contains(StartsWith("chart-render-failed shop/templates/_helpers.tpl:3 (2): ")),
                             Contains("  shop/templates/service.yaml:7: included here")));
}

TEST_F(RenderFailures, TabsAndOpenQuotes) {
  Change("      name: http", "\tname: http");
  EXPECT_THAT(Check(), Contains(StartsWith("chart-render-failed shop/templates/service.yaml:11 (2): ")));
  Change("name: http", "name: \"http");
  EXPECT_THAT(Check(), Contains(StartsWith("chart-render-failed shop/templates/service.yaml:11 (2): ")));
}

TEST_F(RenderFailures, ValueThatBreaksTheYamlIsNoted) {
  Write("values.yaml", "name: \"a: b: c\"\nport: 80\n");
  EXPECT_THAT(Check(), Contains("  shop/values.yaml:1: .Values.name is set here"));
}

TEST_F(RenderFailures, BinaryAndTextInTheTemplatesFolder) {
  Write("templates/logo.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\r", 12));
  EXPECT_THAT(Check(), Contains(StartsWith("chart-render-failed shop/templates/logo.png:")));
  Write("templates/logo.png", "only words\n");
  EXPECT_THAT(Check(), Contains("chart-render-failed shop/templates/logo.png:1 (2): the template renders a text or a list, and no object"));
}

TEST_F(RenderFailures, ValuesThatAreNoYamlAreToldAtTheirLine) {
  Write("values.yaml", kBrokenValues);
  EXPECT_THAT(Check(), ElementsAre("chart-unreadable shop/values.yaml:4 (2): values.yaml is no valid YAML: mapping values are not "
                                   "allowed in this context"));
  Write("values.yaml", "a: 1\nb: *nobody\n");
  EXPECT_THAT(Check(), ElementsAre("chart-unreadable shop/values.yaml:2 (2): values.yaml is no valid YAML: unknown anchor "
                                   "'nobody' referenced"));
  Write("values.yaml", "- a\n- b\n");
  EXPECT_THAT(Check(), ElementsAre("chart-unreadable shop/values.yaml:1 (2): values.yaml is no mapping of keys"));
}

TEST_F(RenderFailures, ValuesFilesAndSubchartsAsWell) {
  Write("ci/many-values.yaml", kBrokenValues);
  EXPECT_THAT(Check(), Contains(StartsWith("chart-values-invalid shop/ci/many-values.yaml:4 (1): shop/ci/many-values.yaml is no valid")));
  Write("ci/many-values.yaml", "port: 81\n");
  Write("charts/store/Chart.yaml", ChartYaml("store"));
  Write("charts/store/values.yaml", kBrokenValues);
  EXPECT_THAT(Check(), ElementsAre(StartsWith("chart-unreadable shop/charts/store/values.yaml:4 (2): values.yaml is no valid YAML")));
}

TEST_F(RenderFailures, PackedSubchartIsThePlaceAsAWhole) {
  Write("charts/store-1.0.0.tgz", Packed("store", "templates/x.yaml", "{{ include \"no.such\" . }}\n"));
  EXPECT_THAT(Check(), ElementsAre("chart-render-failed shop/charts/store-1.0.0.tgz:0 (2): no template is called \"no.such\": the "
                                   "render fails (templates/x.yaml:1 in the archive)"));
  Write("charts/store-1.0.0.tgz", Packed("store", "values.yaml", kBrokenValues));
  EXPECT_THAT(Check(), ElementsAre(AllOf(StartsWith("chart-unreadable shop/charts/store-1.0.0.tgz:0 (2): "),
                                         HasSubstr("(values.yaml:4 in the archive)"))));
}

TEST_F(RenderFailures, UndefinedIncludeIsToldOnceWithAllItsLines) {
  Change("shop.labels", "shop.lables");
  Write("templates/more.yaml", "{{ if .Values.more }}{{ include \"shop.lables\" . }}{{ end }}\n");
  EXPECT_THAT(Check(), ElementsAre(StartsWith("chart-render-failed shop/templates/service.yaml:7 (2): no template is called"),
                                   "  shop/templates/more.yaml:1: included here, too"));
}

}  // namespace
}  // namespace chartlint
