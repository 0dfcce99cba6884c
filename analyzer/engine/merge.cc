// Merging over variants and the order of the report.

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "analyzer/engine/analysis.h"

namespace chartlint {
namespace {

std::string MergeKey(const Finding& finding) {
  std::string key = absl::StrCat(finding.rule->id, "\n", static_cast<int>(finding.severity), "\n", finding.message, "\n",
                                 finding.subject, "\n");
  if (finding.object != nullptr) {
    const Object& object = *finding.object;
    absl::StrAppend(&key, object.group, "\n", object.kind, "\n", object.ns, "\n", object.name, "\n");
  } else {
    // Without an object only the very same text is the same fault.
    const Document* document = finding.node ? finding.node.document() : finding.document;
    absl::StrAppend(&key, reinterpret_cast<uintptr_t>(document), "\n", finding.span.begin, "\n", finding.place.path, "\n",
                    finding.place.line, ":", finding.place.column, "\n");
  }
  absl::StrAppend(&key, StablePath(finding.node));
  if (finding.suppression) absl::StrAppend(&key, "\naccepted: ", finding.suppression->reason);
  return key;
}

using Order = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, std::string, uint32_t>;

class Places {
 public:
  explicit Places(const RenderSet& renders) {
    for (const DistinctDocument& distinct : renders.documents) by_document_[distinct.document.get()] = &distinct;
  }
  // Where the finding stands in its first variant: variant, source, line, column.
  Order Of(const Finding& finding) const {
    const uint32_t variant = finding.variants.empty() ? 0 : finding.variants.front();
    const Document* document = finding.node ? finding.node.document() : finding.document;
    if (document == nullptr) return {variant, 0, finding.place.line, finding.place.column, finding.place.path, 0};
    const Position position = document->PositionAt(finding.node ? finding.node.span().begin : finding.span.begin);
    const Occurrence* where = nullptr;
    for (const Occurrence& occurrence : by_document_.at(document)->occurrences) {
      if (where == nullptr || occurrence.variant == variant) where = &occurrence;
      if (occurrence.variant == variant) break;
    }
    return {where->variant, where->source, where->first_line + position.line - 1, position.column, "", 0};
  }

 private:
  absl::flat_hash_map<const Document*, const DistinctDocument*> by_document_;
};

}  // namespace

void MergeAndSort(const RenderSet& renders, std::vector<Finding>* findings) {
  const Places places(renders);
  absl::flat_hash_map<std::string, size_t> known;
  // Two equal faults of one document, at items without a name, are two: the first of one variant is the first of another.
  absl::flat_hash_map<std::pair<std::string, const Document*>, absl::flat_hash_map<uint32_t, size_t>> equal;
  std::vector<std::pair<Order, Finding>> merged;
  for (Finding& finding : *findings) {
    Order order = places.Of(finding);
    std::string key = MergeKey(finding);
    if (finding.node) {
      absl::flat_hash_map<uint32_t, size_t>& nodes = equal[{key, finding.node.document()}];
      const size_t number = nodes.emplace(finding.node.id(), nodes.size()).first->second;
      if (number > 0) absl::StrAppend(&key, "\nnumber ", number);
    }
    auto [at, added] = known.emplace(std::move(key), merged.size());
    if (added) {
      merged.emplace_back(std::move(order), std::move(finding));
      continue;
    }
    auto& [first_order, first] = merged[at->second];
    std::vector<uint32_t> variants;
    std::set_union(first.variants.begin(), first.variants.end(), finding.variants.begin(), finding.variants.end(),
                   std::back_inserter(variants));
    // The finding is shown where its first variant has it.
    if (order < first_order) {
      first = std::move(finding);
      first_order = std::move(order);
    }
    first.variants = std::move(variants);
  }
  std::sort(merged.begin(), merged.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.rule->id, a.second.message) <
           std::tie(b.first, b.second.rule->id, b.second.message);
  });
  findings->clear();
  for (auto& [order, finding] : merged) findings->push_back(std::move(finding));
}

}  // namespace chartlint
