// Label selectors (object.h). Upstream: apimachinery/pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector),
// apimachinery/pkg/labels/selector.go (Requirement.Matches).
#include "analyzer/kube/object.h"

namespace chartlint {
namespace {

bool Holds(Node values, absl::string_view value) {
  for (Node item : values.Items()) {
    if (TextOf(item) == value) return true;
  }
  return false;
}

bool RequirementMatches(Node requirement, Node labels) {
  const Node label = labels[TextOf(requirement["key"])];
  const absl::string_view op = TextOf(requirement["operator"]);
  const bool has = static_cast<bool>(label);
  if (op == "In") return has && Holds(requirement["values"], TextOf(label));
  if (op == "NotIn") return !has || !Holds(requirement["values"], TextOf(label));
  if (op == "Exists") return has;
  if (op == "DoesNotExist") return !has;
  return false;  // refused by the API server
}

}  // namespace

bool HasLabels(Node labels, Node wanted) {
  for (const auto& [key, value] : wanted.Entries()) {
    const Node label = labels[key.text()];
    if (!label || TextOf(label) != TextOf(value)) return false;
  }
  return true;
}

bool SelectorMatches(Node selector, Node labels) {
  if (selector.IsUnset()) return false;
  for (Node requirement : selector["matchExpressions"].Items()) {
    if (!RequirementMatches(requirement, labels)) return false;
  }
  return HasLabels(labels, selector["matchLabels"]);
}

}  // namespace chartlint
