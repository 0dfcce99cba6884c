// Rendered places: file, line and column at which a node's text stands in a variant's render.
//
// Contract
//   A place never covers more than one line: of a list item or a block scalar it shows the line where it
//   begins. A value that has no text of its own (`key:`) is shown at its key. A node of a document that the
//   variant does not hold is shown where the document occurs first.
// Lifetime: the RenderSet must outlive the resolver and the places.
#ifndef CHARTLINT_ANALYZER_REPORT_RENDERED_H_
#define CHARTLINT_ANALYZER_REPORT_RENDERED_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/input/renders.h"
#include "analyzer/report/view.h"

namespace chartlint {

// A line of a text without its line break and the blanks before it; empty if there is no such line (lines count from 1).
absl::string_view LineIn(absl::string_view text, uint32_t line);

class RenderedPlaces : public PlaceResolver {
 public:
  explicit RenderedPlaces(const RenderSet& set);

  std::vector<RelatedPlace> Resolve(Node node, uint32_t variant) const override;
  absl::string_view LineOf(const std::string& path, uint32_t line) const override;

  // The distinct document that holds `document`; nullptr if it is none of the set.
  const DistinctDocument* Find(const Document* document) const;
  // The first occurrence in `variant`, else the first of all.
  static const Occurrence& OccurrenceIn(const DistinctDocument& distinct, uint32_t variant);
  // The place of some bytes of a document; for what is no node, as an error of syntax.
  Place At(const DistinctDocument& distinct, const Occurrence& occurrence, Span span) const;

 private:
  const RenderSet& set_;
  absl::flat_hash_map<const Document*, uint32_t> by_document_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_RENDERED_H_
