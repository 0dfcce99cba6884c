#include "analyzer/charts/rendered_fault.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/charts/yaml_fault.h"
#include "analyzer/input/renders.h"

namespace chartlint {
namespace {

constexpr size_t kMaxShownLine = 120;  // bytes

// What the template renders: from the line behind its comment to the next template's. Empty if it is not there.
absl::string_view TextOf(absl::string_view source, absl::string_view render) {
  const std::string comment = absl::StrCat("---\n# Source: ", source, "\n");
  size_t begin = absl::StartsWith(render, comment) ? 0 : render.find(absl::StrCat("\n", comment));
  if (begin == absl::string_view::npos) return "";
  if (begin > 0) ++begin;
  render.remove_prefix(begin + comment.size());
  return render.substr(0, render.find("\n---\n# Source: "));
}

// As Helm's sorter would take it, by the lines: what is no YAML has no fields.
RenderedDocument DocumentOf(absl::string_view source, absl::string_view text) {
  RenderedDocument document;
  document.source = source;
  document.lines = absl::StrSplit(text, '\n');
  for (absl::string_view line : document.lines) {
    if (!absl::ConsumePrefix(&line, "kind:")) continue;
    document.kind = std::string(absl::StripAsciiWhitespace(line));
    break;
  }
  document.is_hook = absl::StrContains(text, "helm.sh/hook\":") || absl::StrContains(text, "helm.sh/hook:");
  return document;
}

const ChainLink* IncludeOf(const LinePlace& place) {
  const auto include = std::find_if(place.chain.begin(), place.chain.end(),
                                    [](const ChainLink& link) { return link.role == ChainLink::Role::kInclude; });
  return include == place.chain.end() ? nullptr : &*include;
}

// The first line of what an include prints, which is no fault by itself, stands at the wrong indentation: that is the
// include's, not the named template's.
void BlameInclude(absl::string_view line, const LinePlace* before, LinePlace* place) {
  const ChainLink* include = IncludeOf(*place);
  if (include == nullptr || include->file < 0 || include->line <= 0) return;
  if (FindYamlFault(absl::StripAsciiWhitespace(line)).has_value()) return;
  const ChainLink* earlier = before == nullptr ? nullptr : IncludeOf(*before);
  if (earlier != nullptr && earlier->file == include->file && earlier->line == include->line) return;
  place->primary = {include->file, include->line, include->column};
}

LinePlace PlaceOf(const ChartTemplates& templates, const RenderInputs& inputs, absl::string_view source, absl::string_view text,
                  uint32_t line) {
  std::vector<RenderedDocument> documents;
  size_t faulty = 0;
  uint32_t first_line = 0;
  for (const DocumentText& part : SplitDocuments(text)) {
    if (part.first_line <= line) {
      faulty = documents.size();
      first_line = part.first_line;
    }
    documents.push_back(DocumentOf(source, part.text));
  }
  if (first_line == 0) return {};
  TemplateMap map(templates, inputs);
  std::vector<std::vector<LinePlace>> places = map.MapDocuments(documents);
  const size_t index = line - first_line;
  if (faulty >= places.size() || index >= places[faulty].size()) return {};
  LinePlace& place = places[faulty][index];
  const bool sure = place.confidence == PlaceConfidence::kNear || place.confidence == PlaceConfidence::kExact;
  if (!sure || place.primary.file < 0 || place.primary.line <= 0) return {};
  BlameInclude(documents[faulty].lines[index], index == 0 ? nullptr : &places[faulty][index - 1], &place);
  return std::move(place);
}

// The first bytes of a line, without half a character at the end. Nothing of binary data.
std::string Cut(absl::string_view line) {
  const auto is_binary = [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)) && c != '\t' && c != '\r'; };
  if (std::any_of(line.begin(), line.end(), is_binary)) return "";
  if (line.size() <= kMaxShownLine) return std::string(line);
  size_t size = kMaxShownLine;
  while (size > 0 && (static_cast<unsigned char>(line[size]) & 0xC0) == 0x80) --size;
  return absl::StrCat(line.substr(0, size), "…");
}

}  // namespace

std::optional<RenderedFault> FindRenderedFault(const ChartTemplates& templates, const RenderInputs& inputs,
                                               absl::string_view source, absl::string_view render) {
  const absl::string_view text = TextOf(source, render);
  const std::optional<YamlFault> found = FindObjectFault(text);
  if (!found.has_value()) return std::nullopt;
  RenderedFault fault;
  fault.line = found->line;
  fault.is_mapping = found->is_mapping;
  absl::string_view rest = text;
  for (uint32_t line = 1; line < found->line; ++line) {
    const size_t end = rest.find('\n');
    if (end == absl::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  fault.text = Cut(rest.substr(0, rest.find('\n')));
  if (text.size() <= kMaxMappedText) fault.place = PlaceOf(templates, inputs, source, text, found->line);
  return fault;
}

}  // namespace chartlint
