#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/index/api_resources.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"
#include "rules/rbac/accounts.h"
#include "rules/rbac/bringers.h"

namespace chartlint {
namespace {

using Rows = std::vector<const Presence::Row*>;

// Rows of the presence matrix by the two ways in which a grant can name an object.
struct ChartObjects {
  absl::flat_hash_map<absl::string_view, Rows> by_name;
  Rows bringers;
  std::vector<CustomResource> custom;
};

ChartObjects Collect(const ChartContext& context) {
  ChartObjects objects;
  for (const Presence::Row& row : context.presence.rows()) {
    const Object& object = *row.Any();
    // Definitions are often installed beside the render (the folder crds/), so an absent one says nothing.
    if (object.hook.is_test || object.kind == "CustomResourceDefinition") continue;
    objects.by_name[row.name].push_back(&row);
    if (BringsObjectsHere(object)) objects.bringers.push_back(&row);
  }
  for (size_t variant = 0; variant < context.variant_count(); ++variant) {
    for (CustomResource& resource : CustomResourcesOf(context.release(variant))) objects.custom.push_back(std::move(resource));
  }
  return objects;
}

bool IsResourceOf(const ChartObjects& objects, absl::string_view group, absl::string_view resource, const Presence::Row& row) {
  if (group != "*" && group != row.group) return false;
  if (const ApiResource* known = ApiResources::Get().Find(row.group, resource); known != nullptr) return known->kind == row.kind;
  for (const CustomResource& custom : objects.custom) {
    if (custom.group == row.group && custom.kind == row.kind) return custom.plural == resource;
  }
  return IsPluralOf(resource, row.kind);
}

std::vector<std::string> VerbsAmong(const PolicyRule& rule, std::initializer_list<absl::string_view> wanted) {
  std::vector<std::string> verbs;
  for (const Node& verb : rule.verbs) {
    if (std::find(wanted.begin(), wanted.end(), verb.text()) != wanted.end()) verbs.emplace_back(verb.text());
  }
  return verbs;
}

// Some pod of the variant may make the object when it runs.
bool MayMakeItself(const Release& release, absl::string_view group, absl::string_view resource, absl::string_view ns) {
  AccessRequest request;
  request.verb = "create";
  request.group = group;
  request.resource = resource;
  request.ns = ns;
  const auto& workloads = release.workloads();
  return std::any_of(workloads.begin(), workloads.end(), [&](const Workload* workload) {
    return release.rbac().MayDo(*workload, request) != Allowed::kNo;
  });
}

// Some variant that renders the object has another object in common with this one: renders of other charts, given to the
// same run, tell nothing.
bool IsOfSameChart(const Presence& presence, size_t variant, const Presence::Row& object) {
  for (const Presence::Row& row : presence.rows()) {
    if (row.by_variant[variant] == nullptr) continue;
    for (size_t other = 0; other < row.by_variant.size(); ++other) {
      if (row.by_variant[other] != nullptr && object.by_variant[other] != nullptr) return true;
    }
  }
  return false;
}

// The row of the object that the grant is for, if other variants render it and this one does not; else nullptr.
const Presence::Row* AbsentObject(const ChartContext& context, const ChartObjects& objects, size_t variant,
                                  const RbacRole& role, absl::string_view group, absl::string_view resource,
                                  absl::string_view name) {
  const Release& release = context.release(variant);
  const Presence::Row* found = nullptr;
  if (const auto at = objects.by_name.find(name); at != objects.by_name.end()) {
    for (const Presence::Row* row : at->second) {
      if (!IsResourceOf(objects, group, resource, *row)) continue;
      if (role.kind == "Role" && release.SameNamespace(row->ns, role.ns) == Same::kNo) continue;
      if (row->by_variant[variant] != nullptr) return nullptr;
      found = row;
    }
  }
  if (found != nullptr) return found;
  for (const Presence::Row* row : objects.bringers) {
    if (!BringsByName(release, *row->Any(), name)) continue;
    if (row->by_variant[variant] != nullptr) return nullptr;
    found = row;
  }
  return found;
}

std::vector<size_t> VariantsWith(const Presence::Row& row) {
  std::vector<size_t> variants;
  for (size_t variant = 0; variant < row.by_variant.size(); ++variant) {
    if (row.by_variant[variant] != nullptr) variants.push_back(variant);
  }
  return variants;
}

class Checker {
 public:
  Checker(const ChartContext& context, Reporter& report)
      : context_(context), report_(report), objects_(Collect(context)) {}

  void CheckVariant(size_t variant) {
    const Release& release = context_.release(variant);
    if (release.HoldsBackMissing()) return;
    for (const RbacRole* role : release.rbac().roles()) {
      if (role->object->hook.is_test) continue;
      for (const PolicyRule& rule : role->rules) {
        for (const Node& name : rule.names) {
          if (!name.text().empty()) CheckName(variant, *role, rule, name);
        }
      }
    }
  }

 private:
  // One finding per rule and name, whichever resource of the rule meets an absent object first.
  void CheckName(size_t variant, const RbacRole& role, const PolicyRule& rule, Node name) {
    const std::vector<std::string> writes = VerbsAmong(rule, {"delete", "deletecollection", "update", "patch", "*"});
    const std::vector<std::string> reads = VerbsAmong(rule, {"get", "list", "watch"});
    if (writes.empty() && reads.empty()) return;
    const Release& release = context_.release(variant);
    for (const Node& group : rule.groups) {
      for (const Node& resource : rule.resources) {
        const ResourceName parts = SplitResource(resource.text());
        const Presence::Row* row = AbsentObject(context_, objects_, variant, role, group.text(), parts.resource, name.text());
        if (row == nullptr || MayMakeItself(release, group.text() == "*" ? row->group : group.text(), parts.resource, role.ns)) continue;
        if (!IsOfSameChart(context_.presence, variant, *row)) continue;
        Report(variant, role, rule, name, resource, writes.empty() ? reads : writes, *row, !writes.empty());
        return;
      }
    }
  }

  void Report(size_t variant, const RbacRole& role, const PolicyRule& rule, Node name, Node resource,
              const std::vector<std::string>& verbs, const Presence::Row& row, bool writes) {
    const Release& release = context_.release(variant);
    const std::vector<const Workload*> holders = release.rbac().HoldersOf(role);
    const std::string object = absl::StrCat(row.kind, "/", row.name);
    // A name that bears the release's own leads to no other release: the grant is void, not dangerous.
    const bool own_name = HasToken(name.text(), release.release_name());
    const bool itself = row.name == name.text() && IsResourceOf(objects_, row.group, SplitResource(resource.text()).resource, row);
    auto finding = report_.Add(
        rule.node, absl::StrCat(absl::StrJoin(verbs, ", "), " on ", resource.text(), " '", name.text(), "' is granted, but ",
                                itself ? object : absl::StrCat(object, ", which brings it,"),
                                " is rendered in other variants only: here the object is absent",
                                own_name ? "" : " or belongs to another release"));
    finding.InVariant(variant).Subject(std::string(name.text()));
    const bool deletes = std::any_of(verbs.begin(), verbs.end(), [](const std::string& verb) {
      return verb == "delete" || verb == "deletecollection" || verb == "*";
    });
    if (own_name && !deletes) finding.As(Severity::kWarning);
    if (!writes || holders.empty()) finding.Strict();  // nobody acts by itself on a read, or on a grant to people
    finding.Note(name, "the object is named here");
    const std::vector<size_t> others = VariantsWith(row);
    finding.NoteIn(others.front(), row.by_variant[others.front()]->Anchor(),
                   absl::StrCat(object, " is rendered in ", context_.presence.variant_name(others.front()),
                                others.size() == 1 ? "" : absl::StrCat(" and ", others.size() - 1, " more")));
    for (size_t i = 0; i < holders.size() && i < 3; ++i) {
      finding.Note(holders[i]->object->Anchor(),
                   absl::StrCat(holders[i]->object->Title(), " holds the grant as ServiceAccount '", holders[i]->service_account, "'"));
    }
  }

  const ChartContext& context_;
  Reporter& report_;
  const ChartObjects objects_;
};

}  // namespace

void RbacGrantForAbsentObject(const ChartContext& context, Reporter& report) {
  if (context.variant_count() < 2) return;
  Checker checker(context, report);
  for (size_t variant = 0; variant < context.variant_count(); ++variant) checker.CheckVariant(variant);
}

}  // namespace chartlint
