#include "analyzer/report/rendered.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace chartlint {

namespace {

// Bytes of the node that the reader should look at.
Span ShownSpan(Node node) {
  Span span = node.span();
  if (span.begin < span.end) return span;
  const Node key = node.KeyNode();
  return key ? key.span() : span;
}

// The end of the line's content: no blanks, no line break.
uint32_t EndOfLine(absl::string_view text, uint32_t begin) {
  size_t end = text.find('\n', begin);
  if (end == absl::string_view::npos) end = text.size();
  while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r')) --end;
  return static_cast<uint32_t>(end);
}

}  // namespace

absl::string_view LineIn(absl::string_view text, uint32_t line) {
  for (uint32_t at = 1; at < line; ++at) {
    const size_t end = text.find('\n');
    if (end == absl::string_view::npos) return "";
    text.remove_prefix(end + 1);
  }
  return absl::StripTrailingAsciiWhitespace(text.substr(0, text.find('\n')));
}

RenderedPlaces::RenderedPlaces(const RenderSet& set) : set_(set) {
  for (uint32_t i = 0; i < set.documents.size(); ++i)
    by_document_.emplace(set.documents[i].document.get(), i);
}

const DistinctDocument* RenderedPlaces::Find(const Document* document) const {
  const auto found = by_document_.find(document);
  return found == by_document_.end() ? nullptr : &set_.documents[found->second];
}

const Occurrence& RenderedPlaces::OccurrenceIn(const DistinctDocument& distinct, uint32_t variant) {
  for (const Occurrence& occurrence : distinct.occurrences) {
    if (occurrence.variant == variant) return occurrence;
  }
  return distinct.occurrences.front();
}

Place RenderedPlaces::At(const DistinctDocument& distinct, const Occurrence& occurrence, Span span) const {
  const Document& document = *distinct.document;
  const uint32_t size = static_cast<uint32_t>(document.text().size());
  span.begin = std::min(span.begin, size);
  span.end = std::clamp(span.end, span.begin, EndOfLine(document.text(), span.begin));
  const Position begin = document.PositionAt(span.begin);
  const Position end = document.PositionAt(span.end);
  Place place;
  place.file = set_.sources[occurrence.source].path;
  place.line = place.end_line = occurrence.first_line + begin.line - 1;
  place.column = begin.column;
  place.utf16_column = begin.utf16_column;
  place.end_column = std::max(end.column, begin.column + 1);
  place.end_utf16_column = std::max(end.utf16_column, begin.utf16_column + 1);
  place.source = std::string(occurrence.template_path);
  place.line_text = document.Line(begin.line);
  place.confidence = "rendered";
  place.variant = set_.variants[occurrence.variant];
  return place;
}

std::vector<RelatedPlace> RenderedPlaces::Resolve(Node node, uint32_t variant) const {
  const DistinctDocument* distinct = Find(node.document());
  if (distinct == nullptr || distinct->occurrences.empty()) return {RelatedPlace()};
  return {{"", At(*distinct, OccurrenceIn(*distinct, variant), ShownSpan(node))}};
}

absl::string_view RenderedPlaces::LineOf(const std::string& path, uint32_t line) const {
  for (const Source& source : set_.sources) {
    if (source.path != path || line == 0) continue;
    return LineIn(source.text, line);
  }
  return "";
}

}  // namespace chartlint
