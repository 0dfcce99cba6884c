#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/index/api_resources.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"
#include "rules/rbac/near_names.h"

namespace chartlint {
namespace {

using CustomResources = std::vector<CustomResource>;

const CustomResource* FindCustom(const CustomResources& custom, absl::string_view group,
                                 absl::string_view plural) {
  for (const CustomResource& resource : custom) {
    if (resource.group == group && resource.plural == plural) return &resource;
  }
  return nullptr;
}

bool HasGroup(const CustomResources& custom, absl::string_view group) {
  return std::any_of(custom.begin(), custom.end(),
                     [group](const CustomResource& r) { return r.group == group; });
}

// A group that a CustomResourceDefinition cannot have and Kubernetes does not: without a dot, or with a
// version in it.
bool IsNoGroup(absl::string_view group) {
  if (group == "*" || ApiResources::Get().IsBuiltinGroup(group)) return false;
  return !absl::StrContains(group, '.') || absl::StrContains(group, '/');
}

// Some rule of the release grants the resource in the group where it does exist: the wrong one is a
// left-over.
bool GrantedRightly(const RbacIndex& rbac, ResourceName name, const std::string& combined) {
  for (const RbacRole* role : rbac.roles()) {
    for (const PolicyRule& rule : role->rules) {
      const bool has = std::any_of(rule.resources.begin(), rule.resources.end(),
                                   [&](const Node& item) { return item.text() == combined; });
      if (!has) continue;
      for (const Node& group : rule.groups) {
        if (ApiResources::Get().Exists(group.text(), name)) return true;
      }
    }
  }
  return false;
}

enum class Verdict { kFine, kWrongGroup, kUnknown };

// Over all groups of the rule: a resource that one of them has, or that one of them may have, is fine.
Verdict Judge(const PolicyRule& rule, ResourceName name, const CustomResources& custom) {
  const ApiResources& table = ApiResources::Get();
  if (name.resource == "*" || name.resource.empty()) return Verdict::kFine;
  for (const Node& item : rule.groups) {
    const absl::string_view group = item.text();
    if (group == "*" || FindCustom(custom, group, name.resource) != nullptr) return Verdict::kFine;
    if (!table.IsBuiltinGroup(group) && !HasGroup(custom, group))
      return Verdict::kFine;  // somebody else's group
    if (table.Exists(group, name)) return Verdict::kFine;
  }
  for (const ApiResource& resource : table.all()) {
    if (resource.resource == name.resource && table.Exists(resource.group, name)) return Verdict::kWrongGroup;
  }
  return Verdict::kUnknown;
}

std::string GroupTitle(absl::string_view group) {
  return group.empty() ? "the core group" : absl::StrCat("group '", group, "'");
}

// Every group of the rule, for the beginning of a message: "groups '', 'apps' have".
std::string GroupsHave(const PolicyRule& rule) {
  if (rule.groups.size() == 1) return absl::StrCat(GroupTitle(rule.groups.front().text()), " has");
  return absl::StrCat("groups ",
                      absl::StrJoin(rule.groups, ", ",
                                    [](std::string* out, const Node& group) {
                                      absl::StrAppend(out, "'", group.text(), "'");
                                    }),
                      " have");
}

void CheckResource(const RbacIndex& rbac, const PolicyRule& rule, Node item, const CustomResources& custom,
                   Reporter& report) {
  const ApiResources& table = ApiResources::Get();
  const std::string combined(item.text());
  const ResourceName name = SplitResource(combined);
  const Verdict verdict = Judge(rule, name, custom);
  if (verdict == Verdict::kFine) return;
  std::string message = absl::StrCat(GroupsHave(rule), " no resource '", combined, "'");
  bool strict = false;
  if (verdict == Verdict::kWrongGroup) {
    const auto right = std::find_if(table.all().begin(), table.all().end(), [&](const ApiResource& resource) {
      return resource.resource == name.resource && resource.group != "extensions" &&
             table.Exists(resource.group, name);
    });
    absl::StrAppend(&message, ", it is in ",
                    right == table.all().end() ? "group 'extensions'" : GroupTitle(right->group));
    strict = GrantedRightly(rbac, name, combined);
  } else {
    const std::string near = NearResource(rule, combined, custom);
    // kube-rbac-proxy lets charts make up a subresource for who may scrape: services/NAME.
    if (near.empty() && name.resource == "services") return;
    // A custom resource that was renamed, or whose definition is installed by other means.
    if (near.empty() && !table.IsBuiltinGroup(rule.groups.front().text())) return;
    if (!near.empty()) absl::StrAppend(&message, " (did you mean '", near, "'?)");
    const bool leftover = std::all_of(rule.groups.begin(), rule.groups.end(), [&](const Node& group) {
      return table.IsLeftover(group.text(), combined);
    });
    strict = leftover || near.empty() || GrantedRightly(rbac, SplitResource(near), near);
  }
  auto finding = report.Add(item, absl::StrCat(message, ": it grants nothing"));
  finding.Subject(combined);
  if (strict) finding.Strict();
}

// True if the rule has no other groups, so that its resources need no further word.
bool CheckGroups(const RbacIndex& rbac, const PolicyRule& rule, Reporter& report) {
  std::vector<Node> wrong;
  for (const Node& group : rule.groups) {
    if (IsNoGroup(group.text())) wrong.push_back(group);
  }
  if (wrong.empty()) return false;
  const bool all = wrong.size() == rule.groups.size();
  const bool granted = std::all_of(rule.resources.begin(), rule.resources.end(), [&](const Node& item) {
    return GrantedRightly(rbac, SplitResource(item.text()), std::string(item.text()));
  });
  for (const Node& group : wrong) {
    auto finding = report.Add(group, absl::StrCat("'", group.text(),
                                                  "' is no API group (the core group is '', versions are "
                                                  "not written): ",
                                                  all ? "the rule grants nothing" : "it adds nothing"));
    finding.Subject(std::string(group.text()));
    if (!all || granted) finding.Strict();
  }
  return all;
}

}  // namespace

void RbacUnknownResource(const ReleaseContext& context, Reporter& report) {
  const RbacIndex& rbac = context.release.rbac();
  const CustomResources custom = CustomResourcesOf(context.release);
  for (const RbacRole* role : rbac.roles()) {
    for (const PolicyRule& rule : role->rules) {
      if (rule.groups.empty() || CheckGroups(rbac, rule, report)) continue;
      for (const Node& item : rule.resources) CheckResource(rbac, rule, item, custom, report);
    }
  }
}

}  // namespace chartlint
