#include "rules/rbac/absent_objects.h"

#include <algorithm>
#include <utility>

#include "rules/rbac/bringers.h"

namespace chartlint {

ChartObjects CollectChartObjects(const Presence& presence) {
  ChartObjects objects;
  for (const Presence::Row& row : presence.rows()) {
    const Object& object = *row.Any();
    // Definitions are often installed beside the render (the folder crds/), so an absent one says nothing.
    if (object.hook.is_test || object.kind == "CustomResourceDefinition") continue;
    objects.by_name[row.name].push_back(&row);
    if (BringsObjectsHere(object)) objects.bringers.push_back(&row);
  }
  for (size_t variant = 0; variant < presence.variant_count(); ++variant) {
    for (CustomResource& resource : CustomResourcesOf(presence.release(variant)))
      objects.custom.push_back(std::move(resource));
  }
  return objects;
}

bool IsResourceOf(const ChartObjects& objects, absl::string_view group, absl::string_view resource,
                  const Presence::Row& row) {
  if (group != "*" && group != row.group) return false;
  if (const ApiResource* known = ApiResources::Get().Find(row.group, resource); known != nullptr)
    return known->kind == row.kind;
  for (const CustomResource& custom : objects.custom) {
    if (custom.group == row.group && custom.kind == row.kind) return custom.plural == resource;
  }
  return IsPluralOf(resource, row.kind);
}

bool MayMakeItself(const Release& release, absl::string_view group, absl::string_view resource,
                   absl::string_view ns) {
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

bool IsOfSameChart(const Presence& presence, size_t variant, const Presence::Row& object) {
  for (const Presence::Row& row : presence.rows()) {
    if (row.by_variant[variant] == nullptr) continue;
    for (size_t other = 0; other < row.by_variant.size(); ++other) {
      if (row.by_variant[other] != nullptr && object.by_variant[other] != nullptr) return true;
    }
  }
  return false;
}

const Presence::Row* AbsentObject(const Presence& presence, const ChartObjects& objects, size_t variant,
                                  const RbacRole& role, absl::string_view group, absl::string_view resource,
                                  absl::string_view name) {
  const Release& release = presence.release(variant);
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

}  // namespace chartlint
