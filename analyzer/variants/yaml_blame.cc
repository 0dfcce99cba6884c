#include "analyzer/variants/yaml_blame.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/template/value_yaml.h"
#include "analyzer/template_map/template_map.h"

namespace chartlint {
namespace {

constexpr size_t kLines = 3000;  // of a document that is mapped

std::vector<RenderedDocument> DocumentsOf(absl::string_view text, absl::string_view source) {
  std::vector<RenderedDocument> documents;
  RenderedDocument document;
  absl::string_view now;
  const auto flush = [&] {
    if (now == source && !document.lines.empty()) documents.push_back(document);
    document = {};
    document.source = source;
  };
  document.source = source;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::StartsWith(line, "---")) {
      flush();
      continue;
    }
    absl::string_view comment = line;
    if (absl::ConsumePrefix(&comment, "# Source: ")) {
      now = absl::StripTrailingAsciiWhitespace(comment);
      continue;
    }
    document.lines.push_back(line);
  }
  flush();
  return documents;
}

// Lines of the document at which the trouble is; empty: it is another document's.
std::vector<size_t> TroubleIn(const RenderedDocument& document, const RenderError& error) {
  const std::optional<ChartValue> value = ReadYaml(absl::StrJoin(document.lines, "\n"), nullptr);
  std::vector<size_t> lines;
  if (!value.has_value()) {
    // go-yaml is up to one line off, and comments before the document may be counted.
    const size_t at = error.yaml_line == 0 ? 0 : error.yaml_line - 1;
    for (const size_t line : {at, at + 1, at == 0 ? at : at - 1}) {
      if (line < document.lines.size()) lines.push_back(line);
    }
    return lines;
  }
  // Annotations and labels that are no map of strings.
  for (const char* const key : {"annotations", "labels"}) {
    const ChartValue map = value->Field("metadata").Field(key);
    bool bad = !map.IsMap() && !map.IsNull();
    for (const auto& entry : map.map()) bad = bad || !entry.second.IsString();
    if (!bad) continue;
    for (size_t i = 0; i < document.lines.size(); ++i) {
      if (!absl::StartsWith(absl::StripLeadingAsciiWhitespace(document.lines[i]), std::string(key) + ":"))
        continue;
      for (const size_t line : {i + 1, i, i + 2}) {
        if (line < document.lines.size()) lines.push_back(line);
      }
      break;
    }
  }
  return lines;
}

}  // namespace

std::vector<SourceLine> BlameYaml(const ChartTemplates& templates, const RenderResult& render,
                                  const ChartValue& overrides, const ReleaseFacts& release) {
  std::vector<SourceLine> blamed;
  if (render.error.frames.empty()) return blamed;
  const std::vector<RenderedDocument> documents = DocumentsOf(render.text, render.error.frames[0].file);
  RenderInputs inputs;
  inputs.set_values = overrides;
  inputs.release = release;
  for (const RenderedDocument& document : documents) {
    const std::vector<size_t> trouble = TroubleIn(document, render.error);
    if (trouble.empty() || document.lines.size() > kLines) continue;
    TemplateMap map(templates, inputs);
    const std::vector<std::vector<LinePlace>> places = map.MapDocuments({document});
    for (const size_t line : trouble) {
      for (const ChainLink& link : places[0][line].chain) blamed.push_back({link.file, link.line});
    }
    break;
  }
  return blamed;
}

}  // namespace chartlint
