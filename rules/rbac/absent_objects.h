// Objects that a grant names and that only other variants of the chart render.
#ifndef CHARTLINT_RULES_RBAC_ABSENT_OBJECTS_H_
#define CHARTLINT_RULES_RBAC_ABSENT_OBJECTS_H_

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/engine/presence.h"
#include "analyzer/index/api_resources.h"
#include "analyzer/index/rbac.h"

namespace chartlint {

using Rows = std::vector<const Presence::Row*>;

// Rows of the presence matrix by the two ways in which a grant can name an object.
struct ChartObjects {
  absl::flat_hash_map<absl::string_view, Rows> by_name;
  Rows bringers;
  std::vector<CustomResource> custom;
};

ChartObjects CollectChartObjects(const Presence& presence);

// The row holds objects of the resource: by the built-in table, by a definition that some variant renders,
// else by plural.
bool IsResourceOf(const ChartObjects& objects, absl::string_view group, absl::string_view resource,
                  const Presence::Row& row);

// Some pod of the variant may make such objects when it runs.
bool MayMakeItself(const Release& release, absl::string_view group, absl::string_view resource,
                   absl::string_view ns);

// Some variant that renders the object has another object in common with this one: renders of other charts,
// given to the same run, tell nothing.
bool IsOfSameChart(const Presence& presence, size_t variant, const Presence::Row& object);

// The row of the object that the grant is for, if other variants render it and this one does not; else
// nullptr.
const Presence::Row* AbsentObject(const Presence& presence, const ChartObjects& objects, size_t variant,
                                  const RbacRole& role, absl::string_view group, absl::string_view resource,
                                  absl::string_view name);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_RBAC_ABSENT_OBJECTS_H_
