#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/index/api_resources.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

Node VerbNamed(const PolicyRule& rule, absl::string_view verb) {
  for (const Node& item : rule.verbs) {
    if (item.text() == verb) return item;
  }
  return Node();
}

// The role itself, or another grant of some account that it is bound to, allows create of any name.
bool MayCreateAnyName(const RbacIndex& rbac, const RbacRole& role, absl::string_view group,
                      absl::string_view resource) {
  AccessRequest request;
  request.verb = "create";
  request.group = group;
  request.resource = resource;
  request.ns = role.ns;
  const auto allows = [&request](const PolicyRule& rule) { return rule.Allows(request); };
  if (std::any_of(role.rules.begin(), role.rules.end(), allows)) return true;
  for (const RbacBinding* binding : rbac.BindingsTo(role)) {
    for (const RbacSubject& subject : binding->subjects) {
      if (subject.kind != "ServiceAccount")
        return true;  // what a group or a user holds elsewhere is not known
      if (rbac.MayDo(subject.ns, subject.name, request) != Allowed::kNo) return true;
    }
  }
  return false;
}

}  // namespace

void RbacNamesIgnored(const ReleaseContext& context, Reporter& report) {
  const RbacIndex& rbac = context.release.rbac();
  for (const RbacRole* role : rbac.roles()) {
    if (role->open_ended) continue;
    for (const PolicyRule& rule : role->rules) {
      const Node create = VerbNamed(rule, "create");
      // A server-side apply that creates is a PATCH and carries the name.
      if (rule.names.empty() || !create || rule.HasVerb("patch")) continue;
      std::vector<absl::string_view> ignored;
      for (const Node& resource : rule.resources) {
        if (resource.text() == "*" || !SplitResource(resource.text()).subresource.empty()) continue;
        const bool elsewhere = std::any_of(rule.groups.begin(), rule.groups.end(), [&](const Node& group) {
          return MayCreateAnyName(rbac, *role, group.text(), resource.text());
        });
        if (!elsewhere) ignored.push_back(resource.text());
      }
      if (ignored.empty()) continue;
      report
          .Add(create, absl::StrCat("create of ", ignored.front(), " is limited to the name '",
                                    rule.names.front().text(),
                                    "', but a create request carries no name: it is denied"))
          .Subject(std::string(ignored.front()))
          .Note(rule.node.Key("resourceNames"), "the names are written here");
    }
  }
}

}  // namespace chartlint
