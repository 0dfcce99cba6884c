// The resources that the API serves: the built-in groups of all known Kubernetes minors, the virtual ones
// that only authorization knows, and the custom ones that a release brings.
//
// Data: rules/data/resources.tsv and rules/data/rbac_virtual.yaml, read once.
// Lifetime and thread safety: a process-wide table, const. CustomResource refers into the objects of the
// release.
#ifndef CHARTLINT_ANALYZER_INDEX_API_RESOURCES_H_
#define CHARTLINT_ANALYZER_INDEX_API_RESOURCES_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"

namespace chartlint {

struct ApiResource {
  absl::string_view group, resource, kind;  // "apps", "deployments", "Deployment"; the core group is ""
  bool cluster_scoped = false;
  std::vector<absl::string_view> subresources;
};

// A resource as RBAC writes it: "pods/log" -> "pods", "log".
struct ResourceName {
  absl::string_view resource, subresource;
};
ResourceName SplitResource(absl::string_view combined);

class ApiResources {
 public:
  // The table. Lives as long as the program.
  static const ApiResources& Get();

  // nullptr if the group does not have it. A virtual resource is not found here.
  const ApiResource* Find(absl::string_view group, absl::string_view resource) const;
  // A group of Kubernetes itself, in any minor.
  bool IsBuiltinGroup(absl::string_view group) const { return groups_.contains(group); }
  // Discovery lists it, or some authorization check asks for it. A subresource may be empty or "*".
  bool Exists(absl::string_view group, ResourceName name) const;
  // What scaffolds write although it does not exist, and nothing misses it.
  bool IsLeftover(absl::string_view group, absl::string_view combined) const;
  const std::vector<ApiResource>& all() const { return resources_; }

 private:
  ApiResources();
  void ReadResources();
  void ReadVirtual();

  std::vector<ApiResource> resources_;
  absl::flat_hash_map<std::string, size_t> by_name_;  // "apps/deployments"
  absl::flat_hash_set<absl::string_view> groups_;
  absl::flat_hash_set<std::string> virtual_;  // "/nodes/stats", "certificates.k8s.io/signers"
  absl::flat_hash_set<std::string> leftovers_;
  absl::flat_hash_set<absl::string_view> subresources_of_any_;
};

// A CustomResourceDefinition of the release.
struct CustomResource {
  const Object* definition = nullptr;
  absl::string_view group, plural, singular, kind;
  std::vector<absl::string_view> short_names;
  bool cluster_scoped = false;
  Node scope;  // spec.scope
};
std::vector<CustomResource> CustomResourcesOf(const Release& release);

// Whether `plural` may be the resource of `kind` by the rules of API machinery
// (meta.UnsafeGuessKindToResource): "Cluster" -> "clusters", "Policy" -> "policies", "Ingress" ->
// "ingresses".
bool IsPluralOf(absl::string_view plural, absl::string_view kind);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INDEX_API_RESOURCES_H_
