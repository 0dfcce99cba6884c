// Kubernetes objects of a document: identity, labels, hook role, and the pod template where the kind has one.
//
// Contract
//   ObjectsOf unwraps `kind: List` (and any `*List` with items) and gives one Object per item. A mapping
//   without apiVersion or kind is no object (Helm would refuse it, kubectl too); it gives none. An Object
//   never changes after it is built; it refers into its Document.
// Upstream: apimachinery/pkg/apis/meta/v1 (ObjectMeta), helm/pkg/release (hook.go: events, policies), the
// kinds table in
//   rules/data/workloads.yaml (kind -> pod template path).
#ifndef CHARTLINT_ANALYZER_KUBE_OBJECT_H_
#define CHARTLINT_ANALYZER_KUBE_OBJECT_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct ProgramFacts;
struct Workload;

// Helm's hook annotations.
struct Hook {
  bool is_hook = false;  // `helm.sh/hook` holds at least one known event
  bool is_test =
      false;  // `test`, `test-success`, `test-failure` and nothing else: no workload, runs on demand
  std::vector<absl::string_view> events;  // "pre-install", "post-upgrade", ...
  std::vector<absl::string_view>
      delete_policies;  // "before-hook-creation" when not written, as Helm defaults
  int weight = 0;
};

struct Object {
  Node root;                                      // the mapping with apiVersion and kind
  absl::string_view api_version, group, version;  // "apps/v1" -> "apps", "v1"; core group is ""
  absl::string_view kind;
  absl::string_view name;  // empty with generateName
  absl::string_view ns;    // metadata.namespace as written; empty = the release's (or cluster-scoped)
  bool cluster_scoped =
      false;  // by the tables of built-in kinds; custom kinds: false (see Release::IsClusterScoped)
  Hook hook;
  std::shared_ptr<const Workload> workload;  // null if the kind has no pod template (also for test hooks)

  Node metadata() const { return root["metadata"]; }
  Node spec() const { return root["spec"]; }
  Node labels() const { return metadata()["labels"]; }
  Node annotations() const { return metadata()["annotations"]; }
  const Document* document() const { return root.document(); }
  bool Is(absl::string_view group_, absl::string_view kind_) const {
    return group == group_ && kind == kind_;
  }
  // "Deployment/widget-operator", as people write it.
  std::string Title() const;
  // The name node, else kind, else the root: what a finding about the whole object points at.
  Node Anchor() const;
};

// True for a mapping with apiVersion and kind.
bool IsObject(Node root);

// Objects in reading order. `facts` must outlive them.
std::vector<std::unique_ptr<Object>> ObjectsOf(const Document& document, const ProgramFacts& facts);
// With the built-in facts.
std::vector<std::unique_ptr<Object>> ObjectsOf(const Document& document);

// The written text of a scalar; empty if the node is unset (`name: null` is no name).
inline absl::string_view TextOf(Node node) { return node.IsUnset() ? absl::string_view() : node.AsText(); }

// Equality of all `wanted` entries within `labels` (matchLabels semantics).
bool HasLabels(Node labels, Node wanted);
// metav1.LabelSelector (matchLabels and matchExpressions) against labels. An empty selector selects
// everything; an unset one nothing.
bool SelectorMatches(Node selector, Node labels);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_OBJECT_H_
