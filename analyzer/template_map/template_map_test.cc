#include "analyzer/template_map/template_map.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;
constexpr char kFixtures[] = "testdata/template_map/";

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<TemplateSource> ReadChart(const std::string& root) {
  std::vector<TemplateSource> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_directory()) continue;
    files.push_back({entry.path().lexically_relative(root).generic_string(), ReadFile(entry.path())});
  }
  return files;
}

// Documents of a render; what follows " #@ " on a line is what the test wants.
struct Render {
  std::vector<std::vector<std::string>> texts;
  std::vector<std::vector<std::string>> wants;
  std::vector<RenderedDocument> documents;

  explicit Render(const std::string& text) {
    std::vector<std::string> sources;
    std::vector<std::string> lines = absl::StrSplit(text, '\n');
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    for (const std::string& line : lines) {
      if (absl::StartsWith(line, "# Source: ")) {
        sources.push_back(line.substr(10));
        texts.emplace_back();
        wants.emplace_back();
      } else if (!texts.empty() && line != "---") {
        const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits("  #@ ", 1));
        texts.back().push_back(parts[0]);
        wants.back().push_back(parts.size() > 1 ? parts[1] : "");
      }
    }
    sources_ = std::move(sources);
    for (size_t i = 0; i < texts.size(); ++i) {
      RenderedDocument document;
      document.source = sources_[i];
      for (const std::string& line : texts[i]) {
        document.lines.push_back(line);
        if (absl::StartsWith(line, "kind: ")) document.kind = line.substr(6);
      }
      documents.push_back(std::move(document));
    }
  }
  Render(const Render&) = delete;
  Render& operator=(const Render&) = delete;

 private:
  std::vector<std::string> sources_;
};

std::string Told(const ChartTemplates& chart, const LinePlace& place) {
  std::vector<std::string> links;
  for (const ChainLink& link : place.chain) {
    const bool primary = link.file == place.primary.file && link.line == place.primary.line;
    std::string text =
        absl::StrCat(primary ? "*" : "", chart.files()[static_cast<size_t>(link.file)].path, ":", link.line);
    if (links.empty() || links.back() != text) links.push_back(std::move(text));
  }
  return absl::StrJoin(links, " ");
}

TEST(TemplateMapTest, NamesTheLinesThatHelmUsed) {
  const ChartTemplates chart(ReadChart(absl::StrCat(kFixtures, "shop")));
  for (const ChartTemplates::File& file : chart.files()) EXPECT_FALSE(file.error.has_value()) << file.path;
  const Render render(ReadFile(absl::StrCat(kFixtures, "shop.rendered.yaml")));
  ASSERT_EQ(render.documents.size(), 7u);
  RenderInputs inputs;
  const auto places = TemplateMap(chart, inputs).MapDocuments(render.documents);
  for (size_t d = 0; d < places.size(); ++d) {
    for (size_t i = 0; i < places[d].size(); ++i) {
      if (render.wants[d][i].empty()) continue;
      EXPECT_EQ(Told(chart, places[d][i]), render.wants[d][i]) << render.texts[d][i];
      EXPECT_EQ(places[d][i].confidence, PlaceConfidence::kExact) << render.texts[d][i];
      EXPECT_GT(places[d][i].primary.column, 0);
    }
  }
}

TEST(TemplateMapTest, NamesTheValuesLine) {
  const ChartTemplates chart(ReadChart(absl::StrCat(kFixtures, "shop")));
  Render render(ReadFile(absl::StrCat(kFixtures, "shop.rendered.yaml")));
  RenderInputs inputs;
  inputs.values_files.push_back({"prod.yaml", "# production\nreplicas: 2\nsessions:\n  port: 6379\n"});
  const auto places = TemplateMap(chart, inputs).MapDocuments(render.documents);
  std::vector<std::string> found;
  for (size_t d = 0; d < places.size(); ++d) {
    for (size_t i = 0; i < places[d].size(); ++i) {
      for (const ValuesPlace& place : places[d][i].values) {
        found.push_back(absl::StrCat(absl::StripAsciiWhitespace(render.texts[d][i]), " <- ", place.file, ":",
                                     place.line, " ", place.path));
      }
    }
  }
  for (const char* const want : {
           "port: 6379 <- prod.yaml:4 port",
           "replicas: 2 <- prod.yaml:2 replicas",
           "tier: web <- values.yaml:19 extraLabels.tier",
           "memory: 64Mi <- values.yaml:9 resources.limits.memory",
           "limits: <- values.yaml:8 resources.limits",
           "value: \"C\" <- values.yaml:11 env.LANG",
           "- --all <- values.yaml:17 workers[1].command[1]",
           "- name: report <- values.yaml:16 workers[1].name",
       }) {
    EXPECT_TRUE(std::find(found.begin(), found.end(), want) != found.end()) << want << " is not in\n"
                                                                            << absl::StrJoin(found, "\n");
  }
}

TEST(TemplateMapTest, IsLessSureWithoutValuesButNotLost) {
  const ChartTemplates chart(ReadChart(absl::StrCat(kFixtures, "shop")));
  const Render render(ReadFile(absl::StrCat(kFixtures, "shop.rendered.yaml")));
  RenderInputs inputs;
  inputs.values_known = false;
  const auto places = TemplateMap(chart, inputs).MapDocuments(render.documents);
  int twins = 0;
  for (size_t d = 0; d < places.size(); ++d) {
    for (size_t i = 0; i < places[d].size(); ++i) {
      if (absl::StrContains(render.wants[d][i], "*") && places[d][i].confidence != PlaceConfidence::kExact)
        ++twins;
      EXPECT_NE(places[d][i].confidence, PlaceConfidence::kNone) << render.texts[d][i];
    }
  }
  // The two arms of `if .Values.certificate` print the same: both lines are told.
  EXPECT_GE(twins, 2);
  const std::vector<LinePlace>& deployment = places[4];
  for (size_t i = 0; i < deployment.size(); ++i) {
    if (!absl::StrContains(render.texts[4][i], "TLS")) continue;
    EXPECT_EQ(deployment[i].confidence, PlaceConfidence::kNear);
    ASSERT_EQ(deployment[i].ties.size(), 1u);
    EXPECT_EQ(deployment[i].ties[0].line + deployment[i].primary.line, 24 + 27);
  }
}

// One template, one document; gives "line:" answers joined.
std::string Map(const std::string& source, const std::string& values, const std::vector<std::string>& lines) {
  const ChartTemplates chart(
      {{"Chart.yaml", "name: c"}, {"values.yaml", values}, {"templates/f.yaml", source}});
  RenderedDocument document;
  document.source = "c/templates/f.yaml";
  for (const std::string& line : lines) document.lines.push_back(line);
  std::vector<std::string> out;
  const auto places = TemplateMap(chart, {}).MapDocuments({document});
  for (const LinePlace& place : places[0]) {
    static const char* const marks[] = {"-", "~", "?", ""};
    out.push_back(absl::StrCat(place.primary.line, marks[static_cast<int>(place.confidence)]));
  }
  return absl::StrJoin(out, " ");
}

TEST(TemplateMapTest, Constructs) {
  EXPECT_EQ(Map("a: 1\n{{- if .Values.x }}\nb: 2\n{{- end }}\nc: 3\n", "x: true", {"a: 1", "b: 2", "c: 3"}),
            "1 3 5");
  // with and else
  EXPECT_EQ(Map("{{ with .Values.x }}\na: {{ . }}\n{{ else }}\na: 7\n{{ end }}", "x:", {"a: 7"}), "4");
  EXPECT_EQ(Map("{{ with .Values.x }}\na: {{ . }}\n{{ else }}\na: 7\n{{ end }}", "x: 7", {"a: 7"}), "2");
  // a block of YAML, nested indentation, text after it
  EXPECT_EQ(Map("a:\n{{ toYaml .Values.x | indent 2 }}\nb: 1\n", "x: {p: {q: 1}}",
                {"a:", "  p:", "    q: 1", "b: 1"}),
            "1 2 2 3");
  // break and continue
  EXPECT_EQ(
      Map("l:\n{{- range .Values.x }}\n{{- if eq . \"b\" }}{{ break }}{{ end }}\n- {{ . }}\n{{- end }}\ne: 1",
          "x: [a, b, c]", {"l:", "- a", "e: 1"}),
      "1 4 6");
  // reassigned variables
  EXPECT_EQ(Map("{{ $t := \"A\" }}{{ if .Values.x }}{{ $t = \"B\" }}{{ end }}\n{{ if eq $t \"B\" }}\nk: "
                "v\n{{ else }}\nk: v\n"
                "{{ end }}",
                "x: 1", {"k: v"}),
            "3");
  // a line that no template line can have made is left out, and the rest is found again
  EXPECT_EQ(Map("a: 1\nb: 2\nc: 3\n", "", {"a: 1", "strange: thing", "b: 2", "c: 3"}), "1 1~ 2 3");
}

TEST(TemplateMapTest, HostileInputEndsSoon) {
  // a definition that includes itself twice, a range over nothing, a template of gaps only
  const std::string source =
      "{{ define \"x\" }}{{ include \"x\" . }}{{ include \"x\" . }}{{ end }}{{ include \"x\" . }}\n"
      "{{ range .Values.none }}{{ end }}{{ range $.y }}{{ .a }}{{ .b }}{{ toYaml .c }}{{ end }}\nend: 1\n";
  std::vector<std::string> lines(300, "  - some: text that fits nowhere: \"{{ or does it }}\"");
  lines.push_back(std::string(100000, 'x'));
  lines.push_back("end: 1");
  EXPECT_NE(Map(source, "a: 1", lines), "");
  std::string chain;
  for (int i = 1; i < 3000; ++i) absl::StrAppend(&chain, "{{ $a", i, " := $a", i - 1, " }}");
  EXPECT_EQ(Map("{{ $a0 := 1 }}" + chain + "\n{{ if $a2999 }}\nk: v\n{{ end }}\n", "", {"k: v"}), "3");
}

TEST(TemplateMapTest, UnknownSourcesAndBrokenTemplatesGiveNothing) {
  EXPECT_EQ(Map("{{ if }}", "", {"a: 1"}), "0-");
  const ChartTemplates chart(std::vector<TemplateSource>{{"Chart.yaml", "name: c"}});
  RenderedDocument document;
  document.source = "other/templates/none.yaml";
  document.lines = {"a: 1"};
  EXPECT_EQ(TemplateMap(chart, {}).MapDocuments({document})[0][0].confidence, PlaceConfidence::kNone);
}

}  // namespace
}  // namespace chartlint
