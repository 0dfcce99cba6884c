#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/index/api_resources.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"
#include "rules/rbac/near_names.h"

namespace chartlint {
namespace {

using CustomResources = std::vector<CustomResource>;

const CustomResource* FindCustom(const CustomResources& custom, absl::string_view group, absl::string_view plural) {
  for (const CustomResource& resource : custom) {
    if (resource.group == group && resource.plural == plural) return &resource;
  }
  return nullptr;
}

bool HasGroup(const CustomResources& custom, absl::string_view group) {
  return std::any_of(custom.begin(), custom.end(), [group](const CustomResource& r) { return r.group == group; });
}

// A group that a CustomResourceDefinition cannot have and Kubernetes does not: without a dot, or with a version in it.
bool IsNoGroup(absl::string_view group) {
  if (group == "*" || ApiResources::Get().IsBuiltinGroup(group)) return false;
  return !absl::StrContains(group, '.') || absl::StrContains(group, '/');
}

// Some rule of the release grants the resource in the group where it does exist: the wrong one is a left-over.
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
  bool has_group = false;
  for (const Node& item : rule.groups) {
    const absl::string_view group = item.text();
    if (IsNoGroup(group)) continue;
    has_group = true;
    if (group == "*" || FindCustom(custom, group, name.resource) != nullptr) return Verdict::kFine;
    if (!table.IsBuiltinGroup(group) && !HasGroup(custom, group)) return Verdict::kFine;  // somebody else's group
    if (table.IsBuiltinGroup(group) && table.Exists(group, name)) return Verdict::kFine;
    if (name.resource == "*") return Verdict::kFine;
  }
  if (!has_group) return rule.groups.empty() ? Verdict::kFine : Verdict::kWrongGroup;
  for (const ApiResource& resource : table.all()) {
    if (resource.resource == name.resource && table.Exists(resource.group, name)) return Verdict::kWrongGroup;
  }
  return Verdict::kUnknown;
}

std::string GroupTitle(absl::string_view group) { return group.empty() ? "the core group" : absl::StrCat("group '", group, "'"); }

void Check(const RbacIndex& rbac, const PolicyRule& rule, Node item, const CustomResources& custom, Reporter& report) {
  const ApiResources& table = ApiResources::Get();
  const std::string combined(item.text());
  const ResourceName name = SplitResource(combined);
  const Verdict verdict = Judge(rule, name, custom);
  if (verdict == Verdict::kFine || rule.HasVerb("impersonate")) return;
  const absl::string_view group = rule.groups.front().text();
  const std::string lead = absl::StrCat(GroupTitle(group), " has no resource '", combined, "'");
  constexpr absl::string_view kEnd = ", the rule grants nothing";
  const bool leftover = std::all_of(rule.groups.begin(), rule.groups.end(),
                                    [&](const Node& g) { return table.IsLeftover(g.text(), combined); });
  if (verdict == Verdict::kWrongGroup) {
    const bool twin = GrantedRightly(rbac, name, combined);
    std::string where;
    for (const ApiResource& resource : table.all()) {
      if (where.empty() && resource.resource == name.resource && table.Exists(resource.group, name)) where = GroupTitle(resource.group);
    }
    if (where.empty()) {
      const std::string near = NearResource(rule, combined, custom);
      absl::StrAppend(&where, "no known group", near.empty() ? "" : absl::StrCat("; '", near, "' is one"));
    }
    auto finding = report.Add(item, absl::StrCat(lead, ", it is in ", where, kEnd));
    finding.Subject(combined);
    if (twin) finding.Strict();
    return;
  }
  const std::string near = NearResource(rule, combined, custom);
  const bool own_group = HasGroup(custom, group);
  if (near.empty() && own_group) return;  // a left-over of a custom resource that was renamed or lives elsewhere
  auto finding = report.Add(item, near.empty() ? absl::StrCat(lead, kEnd)
                                               : absl::StrCat(lead, ", did you mean '", near, "'?", kEnd));
  finding.Subject(combined);
  if (leftover || near.empty() || GrantedRightly(rbac, SplitResource(near), near)) finding.Strict();
}

}  // namespace

void RbacUnknownResource(const ReleaseContext& context, Reporter& report) {
  const RbacIndex& rbac = context.release.rbac();
  const CustomResources custom = CustomResourcesOf(context.release);
  for (const RbacRole* role : rbac.roles()) {
    for (const PolicyRule& rule : role->rules) {
      if (rule.groups.empty()) continue;
      for (const Node& item : rule.resources) Check(rbac, rule, item, custom, report);
    }
  }
}

}  // namespace chartlint
