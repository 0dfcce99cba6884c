#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/index/api_resources.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

struct Scoped {
  Node resource;
  std::string name;  // "persistentvolumes", "widgets.example.com"
  const CustomResource* custom = nullptr;
};

// The verbs of a rule that a Role cannot grant on a cluster-scoped resource. Requests for one Namespace
// object carry its name as their namespace, so a Role works for them
// (apiserver/pkg/endpoints/request/requestinfo.go).
std::vector<std::string> VoidVerbs(const PolicyRule& rule, absl::string_view resource) {
  std::vector<std::string> verbs;
  for (const Node& verb : rule.verbs) {
    const absl::string_view text = verb.text();
    if (text == "use")
      continue;  // asked for in the namespace of the pod (PodSecurityPolicy, SecurityContextConstraints)
    if (resource == "namespaces" && text != "list" && text != "watch" && text != "create") continue;
    verbs.emplace_back(text);
  }
  return verbs;
}

// Every account that is bound to the role may do it all over the cluster by another binding; with no account
// known, no.
bool GrantedClusterWide(const RbacIndex& rbac, const RbacRole& role, absl::string_view group,
                        ResourceName name, const std::vector<std::string>& verbs) {
  bool asked = false;
  for (const RbacBinding* binding : rbac.BindingsTo(role)) {
    for (const RbacSubject& subject : binding->subjects) {
      if (subject.kind != "ServiceAccount") continue;
      asked = true;
      for (const std::string& verb : verbs) {
        AccessRequest request;
        request.verb = verb;
        request.group = group;
        request.resource = name.resource;
        request.subresource = name.subresource;
        request.cluster_wide = true;
        if (rbac.MayDo(subject.ns, subject.name, request) == Allowed::kNo) return false;
      }
    }
  }
  return asked;
}

const CustomResource* FindCustom(const std::vector<CustomResource>& all, absl::string_view group,
                                 absl::string_view plural) {
  for (const CustomResource& resource : all) {
    if (resource.cluster_scoped && resource.group == group && resource.plural == plural) return &resource;
  }
  return nullptr;
}

}  // namespace

void RbacClusterScopedInRole(const ReleaseContext& context, Reporter& report) {
  const RbacIndex& rbac = context.release.rbac();
  const std::vector<CustomResource> custom = CustomResourcesOf(context.release);
  for (const RbacRole* role : rbac.roles()) {
    if (role->kind != "Role") continue;
    std::vector<Scoped> faults, lists;  // lists: namespaces, of which a Role grants the rest
    for (const PolicyRule& rule : role->rules) {
      for (const Node& group : rule.groups) {
        for (const Node& resource : rule.resources) {
          const ResourceName name = SplitResource(resource.text());
          const ApiResource* known = ApiResources::Get().Find(group.text(), name.resource);
          const CustomResource* own = FindCustom(custom, group.text(), name.resource);
          if (own == nullptr && (known == nullptr || !known->cluster_scoped)) continue;
          const std::vector<std::string> verbs = VoidVerbs(rule, name.resource);
          if (verbs.empty() || GrantedClusterWide(rbac, *role, group.text(), name, verbs)) continue;
          const std::string title = own == nullptr ? std::string(resource.text())
                                                   : absl::StrCat(resource.text(), ".", group.text());
          std::vector<Scoped>& list = name.resource == "namespaces" ? lists : faults;
          const bool again =
              std::any_of(list.begin(), list.end(), [&](const Scoped& s) { return s.name == title; });
          if (!again) list.push_back({resource, title, own});
        }
      }
    }
    for (std::vector<Scoped>* list : {&faults, &lists}) {
      if (list->empty()) continue;
      const std::string names =
          absl::StrJoin(*list, ", ", [](std::string* out, const Scoped& s) { out->append(s.name); });
      const bool only_namespaces = list == &lists;
      auto finding =
          report.Add(list->front().resource,
                     only_namespaces
                         ? std::string("a Role grants namespaces only one by one, by get, update, patch and "
                                       "delete of its own: list, watch and create need a ClusterRoleBinding")
                         : absl::StrCat(names, list->size() == 1 ? " has" : " have",
                                        " no namespace, a Role cannot grant ",
                                        list->size() == 1 ? "it" : "them", ": every such request is denied"));
      finding.Subject(names);
      if (only_namespaces) finding.Strict();
      for (size_t i = 1; i < list->size(); ++i)
        finding.Note((*list)[i].resource, absl::StrCat((*list)[i].name, " has no namespace either"));
      for (const Scoped& scoped : *list) {
        if (scoped.custom != nullptr) finding.Note(scoped.custom->scope, "its definition says so");
      }
    }
  }
}

}  // namespace chartlint
