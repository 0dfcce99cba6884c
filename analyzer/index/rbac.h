// Who may do what in one release: its roles and bindings, and the grants of an account resolved over them.
//
// Contract
//   MayDo answers for the RBAC objects of the release and the cluster's own default roles and bindings, as
//   the API server's RBAC authorizer would: kYes, kNo, or kUnknown where the answer hangs on something
//   outside the render: a bound role that the release does not hold and no table knows, an aggregated
//   ClusterRole that other charts may extend, or a namespace that is literal on one side and the release's
//   (unknown) on the other. kNo means "these objects do not grant it"; objects of other charts may. Before
//   accusing, ask IsBound: an account that no binding of the release names gets its rights elsewhere
//   (`rbac.create=false`). A RoleBinding grants in its own namespace only, and only for requests with a
//   namespace. Reading one Namespace object is such a request: the server sets its name as the request's
//   namespace. Not covered: accounts of other kinds than ServiceAccount.
// Lifetime: refers into the objects of the Release, and into the Release itself; const after it is built.
//
// Upstream: plugin/pkg/auth/authorizer/rbac/rbac.go (VisitRulesFor, appliesToUser),
// pkg/registry/rbac/validation/rule.go,
//   pkg/apis/rbac/v1/evaluation_helpers.go (VerbMatches, ResourceMatches, ResourceNameMatches,
//   NonResourceURLMatches),
//   pkg/controller/clusterroleaggregation, plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go (default
//   roles).
#ifndef CHARTLINT_ANALYZER_INDEX_RBAC_H_
#define CHARTLINT_ANALYZER_INDEX_RBAC_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/workload.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

enum class Allowed : uint8_t { kNo, kUnknown, kYes };

// What an account asks of the API server.
struct AccessRequest {
  absl::string_view verb, group, resource;
  absl::string_view subresource;  // "status", or empty
  absl::string_view name;         // empty for list, watch, create and deletecollection of any
  absl::string_view ns;           // empty: the release's namespace
  bool cluster_wide = false;      // cluster-scoped, or over all namespaces; ns is not looked at
  absl::string_view path;         // "/metrics": a URL that is no resource; then only verb and path count
};

// One entry of `rules`, its lists item by item.
struct PolicyRule {
  Node node;
  std::vector<Node> verbs, groups, resources, names;  // `names` empty: every name
  std::vector<Node> urls;                             // nonResourceURLs

  Node verbs_node() const { return node["verbs"]; }
  bool HasVerb(absl::string_view verb) const;    // "*" has every verb
  bool HasGroup(absl::string_view group) const;  // "*" has every group
  // `combined` is "pods" or "pods/log". "*" has all; "*/scale" every scale subresource; "pods/*" none (as
  // upstream).
  bool HasResource(absl::string_view combined, absl::string_view subresource) const;
  bool HasUrl(absl::string_view path) const;  // "*", or a trailing "*" for any rest
  bool Allows(const AccessRequest& request) const;
};

// A Role or ClusterRole.
struct RbacRole {
  const Object* object = nullptr;  // null for the cluster's own roles
  Node manifest;
  absl::string_view kind, name, ns;
  std::vector<PolicyRule> rules;  // for an aggregated ClusterRole: those that the controller puts together
  bool open_ended = false;        // roles outside the release may add rules (aggregation)
};

struct RbacSubject {
  Node node;
  absl::string_view kind, name;
  absl::string_view ns;  // of a ServiceAccount: as written, else the RoleBinding's own
  bool unusable =
      false;  // a ServiceAccount without namespace on a ClusterRoleBinding: refused by the API server
};

struct RbacBinding {
  const Object* object = nullptr;  // null for the cluster's own bindings
  bool cluster_wide = false;       // ClusterRoleBinding
  absl::string_view ns;            // of a RoleBinding
  absl::string_view role_kind, role_name;
  Node role_ref;
  const RbacRole* role = nullptr;  // null: neither in the release nor in the table of the cluster's own
  std::vector<RbacSubject> subjects;
};

// One rule that an account holds, and the way it came to it.
struct Grant {
  const PolicyRule* rule = nullptr;
  const RbacRole* role = nullptr;
  const RbacBinding* binding = nullptr;
  const RbacSubject* subject = nullptr;
  Same applies = Same::kYes;  // kMaybe: the account's namespace against a literal one cannot be told
};

class RbacIndex {
 public:
  explicit RbacIndex(const Release& release);

  // Of the release, in reading order; not the cluster's own.
  const std::vector<const RbacRole*>& roles() const { return roles_; }
  const std::vector<const RbacBinding*>& bindings() const { return bindings_; }

  // `account_ns` empty: the release's namespace.
  Allowed MayDo(absl::string_view account_ns, absl::string_view account, const AccessRequest& request) const;
  Allowed MayDo(const Workload& workload, const AccessRequest& request) const;

  // Rules that the account holds by bindings of the release (and the cluster's defaults), in order of the
  // bindings.
  std::vector<Grant> GrantsOf(absl::string_view account_ns, absl::string_view account) const;
  // Bindings of the release that name the account, or its group, as a subject. A group of everybody
  // (system:authenticated, system:serviceaccounts) counts as well.
  std::vector<const RbacBinding*> BindingsOf(absl::string_view account_ns, absl::string_view account) const;
  // Some binding of the release names this very account, not only a group that it is in.
  bool IsBound(absl::string_view account_ns, absl::string_view account) const;
  // A role that the account is bound to is neither in the release nor in the table of the cluster's own.
  bool HasUnknownRole(absl::string_view account_ns, absl::string_view account) const;

  // The release's Role or ClusterRole that `object` is; nullptr if it is none.
  const RbacRole* RoleOf(const Object& object) const;
  // Bindings of the release whose roleRef leads to the role.
  std::vector<const RbacBinding*> BindingsTo(const RbacRole& role) const;
  // Workloads of the release whose pods run as a subject of a binding to the role; each once, in reading
  // order.
  std::vector<const Workload*> HoldersOf(const RbacRole& role) const;

  // Whether a subject of a binding is (or covers, as a group) the account.
  Same Covers(const RbacSubject& subject, absl::string_view account_ns, absl::string_view account) const;

 private:
  void AddRole(const Object* object, Node manifest);
  void AddBinding(const Object* object, Node manifest);
  void Aggregate();
  const RbacRole* Resolve(const RbacBinding& binding) const;
  Same HoldsIn(const RbacBinding& binding, const AccessRequest& request) const;
  Same CoversAny(const RbacBinding& binding, absl::string_view account_ns, absl::string_view account) const;

  const Release& release_;
  std::deque<RbacRole> role_storage_;
  std::deque<RbacBinding> binding_storage_;
  std::vector<const RbacRole*> roles_;            // release's
  std::vector<const RbacBinding*> bindings_;      // release's
  std::vector<const RbacBinding*> all_bindings_;  // and the cluster's own
};

// Called by Release::Build when everything else of the release is in place.
std::unique_ptr<RbacIndex> BuildRbacIndex(const Release& release);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INDEX_RBAC_H_
