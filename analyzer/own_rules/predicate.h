// What an own rule asks of the nodes that its path selects.
//
//   is, in               the value, as text or number
//   matches, notMatches  a pattern (RE2) found in the text
//   min, max             numbers and quantities (`500m`, `1Gi`)
//   exists, absent       whether the path selects anything
//   count: {min, max}    how many nodes it selects
//   unique: true         no two of them are equal
//   all, any, not, each  of further predicates, each of which may have a path of its own from the node; `each` asks every
//                        item or value of the node
// Values that are no number fail `min` and `max`. A path that selects nothing holds, but for `exists` and `count`.
#ifndef CHARTLINT_ANALYZER_OWN_RULES_PREDICATE_H_
#define CHARTLINT_ANALYZER_OWN_RULES_PREDICATE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzer/own_rules/field_path.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

class Predicate {
 public:
  // From a mapping of the configuration that has passed validation. Patterns are compiled once.
  static absl::StatusOr<Predicate> Read(Node node);

  // Nodes below `from` that break it; where something is missing, what it is missing from. Empty: it holds.
  std::vector<Node> Broken(Node from) const;

 private:
  struct Patterns;
  bool Holds(Node node) const;        // of one selected node
  bool HoldsForAll(const std::vector<Node>& nodes) const;  // of the selection as a whole

  FieldPath path_;
  Node is_, in_, min_, max_, count_;
  bool exists_ = false, absent_ = false, unique_ = false;
  std::shared_ptr<const Patterns> patterns_;
  std::vector<Predicate> all_, any_, not_, each_;
};

// A Kubernetes quantity as a number: "500m" -> 0.5, "1Ki" -> 1024. Upstream: apimachinery/pkg/api/resource (suffix.go).
std::optional<double> QuantityOf(absl::string_view text);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_OWN_RULES_PREDICATE_H_
