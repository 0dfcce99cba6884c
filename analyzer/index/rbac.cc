#include "analyzer/index/rbac.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/strip.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

constexpr absl::string_view kRbacGroup = "rbac.authorization.k8s.io";

PolicyRule ReadRule(Node node) {
  PolicyRule rule;
  rule.node = node;
  rule.verbs = node["verbs"].Items();
  rule.groups = node["apiGroups"].Items();
  rule.resources = node["resources"].Items();
  rule.names = node["resourceNames"].Items();
  rule.urls = node["nonResourceURLs"].Items();
  return rule;
}

// The cluster's own roles and bindings; parsed once, lives as long as the program.
const Document& BuiltinManifests() {
  static const Document* const document = Document::Parse(DataFile("builtin_roles.yaml")).release();
  return *document;
}

bool IsRole(absl::string_view kind) { return kind == "Role" || kind == "ClusterRole"; }
bool IsBinding(absl::string_view kind) { return kind == "RoleBinding" || kind == "ClusterRoleBinding"; }

// Some selector of `aggregationRule` selects the role's labels.
bool Aggregates(const RbacRole& whole, const RbacRole& part) {
  const Node labels = part.manifest["metadata"]["labels"];
  for (const Node& selector : whole.manifest["aggregationRule"]["clusterRoleSelectors"].Items()) {
    if (SelectorMatches(selector, labels)) return true;
  }
  return false;
}

// The controller looks at the rules that the parts have by then, so parts may be aggregated themselves.
void CollectRules(const RbacRole& role, const std::deque<RbacRole>& all,
                  absl::flat_hash_set<const RbacRole*>* seen, std::vector<PolicyRule>* rules) {
  if (!seen->insert(&role).second) return;
  rules->insert(rules->end(), role.rules.begin(), role.rules.end());
  if (!role.open_ended) return;
  for (const RbacRole& part : all) {
    if (part.kind == "ClusterRole" && Aggregates(role, part)) CollectRules(part, all, seen, rules);
  }
}

}  // namespace

RbacIndex::RbacIndex(const Release& release) : release_(release) {
  for (const Object* object : release.objects()) {
    if (object->group != kRbacGroup) continue;
    if (IsRole(object->kind)) AddRole(object, object->root);
  }
  const Node builtin = BuiltinManifests().root();
  for (const Node& manifest : builtin["roles"].Items()) AddRole(nullptr, manifest);
  Aggregate();
  for (const Object* object : release.objects()) {
    if (object->group != kRbacGroup) continue;
    if (IsBinding(object->kind)) AddBinding(object, object->root);
  }
  for (const Node& manifest : builtin["bindings"].Items()) AddBinding(nullptr, manifest);
}

void RbacIndex::AddRole(const Object* object, Node manifest) {
  RbacRole role;
  role.object = object;
  role.manifest = manifest;
  role.kind = TextOf(manifest["kind"]);
  role.name = TextOf(manifest["metadata"]["name"]);
  if (role.kind == "Role") role.ns = TextOf(manifest["metadata"]["namespace"]);
  role.open_ended = role.kind == "ClusterRole" && !manifest["aggregationRule"].IsUnset();
  // The controller replaces what an aggregated role has written; the cluster's own keep theirs here, because
  // the parts that bring them (system:aggregate-to-view, ...) are not listed.
  if (!role.open_ended || object == nullptr) {
    for (const Node& node : manifest["rules"].Items()) role.rules.push_back(ReadRule(node));
  }
  role_storage_.push_back(std::move(role));
  if (object != nullptr) roles_.push_back(&role_storage_.back());
}

void RbacIndex::Aggregate() {
  std::vector<std::pair<RbacRole*, std::vector<PolicyRule>>> aggregated;
  for (RbacRole& role : role_storage_) {
    if (!role.open_ended) continue;
    std::vector<PolicyRule> rules;
    absl::flat_hash_set<const RbacRole*> seen;
    CollectRules(role, role_storage_, &seen, &rules);
    aggregated.emplace_back(&role, std::move(rules));
  }
  for (auto& [role, rules] : aggregated) role->rules = std::move(rules);
}

void RbacIndex::AddBinding(const Object* object, Node manifest) {
  RbacBinding binding;
  binding.object = object;
  binding.cluster_wide = TextOf(manifest["kind"]) == "ClusterRoleBinding";
  if (!binding.cluster_wide) binding.ns = TextOf(manifest["metadata"]["namespace"]);
  binding.role_ref = manifest["roleRef"];
  binding.role_kind = TextOf(binding.role_ref["kind"]);
  binding.role_name = TextOf(binding.role_ref["name"]);
  for (const Node& node : manifest["subjects"].Items()) {
    RbacSubject subject;
    subject.node = node;
    subject.kind = TextOf(node["kind"]);
    subject.name = TextOf(node["name"]);
    const absl::string_view ns = TextOf(node["namespace"]);
    if (subject.kind == "ServiceAccount") {
      subject.ns = ns.empty() ? binding.ns : ns;
      subject.unusable = ns.empty() && binding.cluster_wide;
    }
    binding.subjects.push_back(subject);
  }
  binding.role = Resolve(binding);
  binding_storage_.push_back(std::move(binding));
  all_bindings_.push_back(&binding_storage_.back());
  if (object != nullptr) bindings_.push_back(&binding_storage_.back());
}

const RbacRole* RbacIndex::Resolve(const RbacBinding& binding) const {
  const RbacRole* maybe = nullptr;
  for (const RbacRole& role : role_storage_) {  // the release's come first
    if (role.kind != binding.role_kind || role.name != binding.role_name) continue;
    if (role.kind == "ClusterRole") return &role;
    if (binding.cluster_wide) continue;  // the API server refuses a Role here
    const Same same = release_.SameNamespace(role.ns, binding.ns);
    if (same == Same::kYes) return &role;
    if (same == Same::kMaybe && maybe == nullptr) maybe = &role;
  }
  return maybe;
}

Same RbacIndex::Covers(const RbacSubject& subject, absl::string_view account_ns,
                       absl::string_view account) const {
  if (subject.kind == "ServiceAccount") {
    if (subject.unusable || subject.name != account) return Same::kNo;
    return release_.SameNamespace(subject.ns, account_ns);
  }
  absl::string_view rest = subject.name;
  if (subject.kind == "Group") {
    if (rest == "system:authenticated" || rest == "system:serviceaccounts") return Same::kYes;
    if (!absl::ConsumePrefix(&rest, "system:serviceaccounts:")) return Same::kNo;
    return release_.SameNamespace(rest, account_ns);
  }
  if (subject.kind != "User" || !absl::ConsumePrefix(&rest, "system:serviceaccount:")) return Same::kNo;
  const size_t colon = rest.find(':');
  if (colon == absl::string_view::npos || rest.substr(colon + 1) != account) return Same::kNo;
  return release_.SameNamespace(rest.substr(0, colon), account_ns);
}

Same RbacIndex::CoversAny(const RbacBinding& binding, absl::string_view account_ns,
                          absl::string_view account) const {
  Same best = Same::kNo;
  for (const RbacSubject& subject : binding.subjects)
    best = std::max(best, Covers(subject, account_ns, account));
  return best;
}

Same RbacIndex::HoldsIn(const RbacBinding& binding, const AccessRequest& request) const {
  if (binding.cluster_wide) return Same::kYes;
  if (request.cluster_wide || !request.path.empty()) return Same::kNo;
  return release_.SameNamespace(binding.ns, request.ns);
}

Allowed RbacIndex::MayDo(absl::string_view account_ns, absl::string_view account,
                         const AccessRequest& request) const {
  Allowed best = Allowed::kNo;
  for (const RbacBinding* binding : all_bindings_) {
    const Same applies = std::min(HoldsIn(*binding, request), CoversAny(*binding, account_ns, account));
    if (applies == Same::kNo) continue;
    const RbacRole* role = binding->role;
    const bool granted =
        role != nullptr && std::any_of(role->rules.begin(), role->rules.end(),
                                       [&](const PolicyRule& rule) { return rule.Allows(request); });
    if (granted && applies == Same::kYes) return Allowed::kYes;
    if (granted || role == nullptr || role->open_ended) best = Allowed::kUnknown;
  }
  return best;
}

Allowed RbacIndex::MayDo(const Workload& workload, const AccessRequest& request) const {
  return MayDo(workload.object->ns, workload.service_account, request);
}

std::vector<Grant> RbacIndex::GrantsOf(absl::string_view account_ns, absl::string_view account) const {
  std::vector<Grant> grants;
  for (const RbacBinding* binding : all_bindings_) {
    if (binding->role == nullptr) continue;
    Grant grant;
    grant.applies = Same::kNo;
    for (const RbacSubject& subject : binding->subjects) {  // the surest subject stands for the binding
      const Same covers = Covers(subject, account_ns, account);
      if (covers <= grant.applies) continue;
      grant.applies = covers;
      grant.subject = &subject;
    }
    if (grant.subject == nullptr) continue;
    grant.binding = binding;
    grant.role = binding->role;
    for (const PolicyRule& rule : binding->role->rules) {
      grant.rule = &rule;
      grants.push_back(grant);
    }
  }
  return grants;
}

std::vector<const RbacBinding*> RbacIndex::BindingsOf(absl::string_view account_ns,
                                                      absl::string_view account) const {
  std::vector<const RbacBinding*> found;
  for (const RbacBinding* binding : bindings_) {
    if (CoversAny(*binding, account_ns, account) != Same::kNo) found.push_back(binding);
  }
  return found;
}

bool RbacIndex::IsBound(absl::string_view account_ns, absl::string_view account) const {
  for (const RbacBinding* binding : bindings_) {
    for (const RbacSubject& subject : binding->subjects) {
      if (subject.kind != "Group" && Covers(subject, account_ns, account) != Same::kNo) return true;
    }
  }
  return false;
}

bool RbacIndex::HasUnknownRole(absl::string_view account_ns, absl::string_view account) const {
  for (const RbacBinding* binding : BindingsOf(account_ns, account)) {
    if (binding->role == nullptr) return true;
  }
  return false;
}

const RbacRole* RbacIndex::RoleOf(const Object& object) const {
  for (const RbacRole* role : roles_) {
    if (role->object == &object) return role;
  }
  return nullptr;
}

std::vector<const RbacBinding*> RbacIndex::BindingsTo(const RbacRole& role) const {
  std::vector<const RbacBinding*> found;
  for (const RbacBinding* binding : bindings_) {
    if (binding->role_kind != role.kind || binding->role_name != role.name) continue;
    // By name, not by pointer: of two roles with one name either may be the one that is applied last.
    if (role.kind == "ClusterRole" || release_.SameNamespace(role.ns, binding->ns) != Same::kNo)
      found.push_back(binding);
  }
  return found;
}

std::vector<const Workload*> RbacIndex::HoldersOf(const RbacRole& role) const {
  const std::vector<const RbacBinding*> bindings = BindingsTo(role);
  std::vector<const Workload*> holders;
  for (const Workload* workload : release_.workloads()) {
    const bool holds = std::any_of(bindings.begin(), bindings.end(), [&](const RbacBinding* binding) {
      return CoversAny(*binding, workload->object->ns, workload->service_account) != Same::kNo;
    });
    if (holds) holders.push_back(workload);
  }
  return holders;
}

std::unique_ptr<RbacIndex> BuildRbacIndex(const Release& release) {
  return std::make_unique<RbacIndex>(release);
}

}  // namespace chartlint
