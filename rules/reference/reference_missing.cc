#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "analyzer/index/references.h"
#include "rules/prototypes.h"
#include "rules/rbac/accounts.h"
#include "rules/reference/missing.h"

namespace chartlint {
namespace {

// Every variant that renders the object refers to the name: the chart does, not the values of one variant.
bool InAllVariants(const Presence& presence, const Object& object, const Reference& wanted) {
  const Presence::Row* row = presence.Find(object.group, object.kind, object.name, object.ns);
  if (row == nullptr) return false;
  for (const Object* other : row->by_variant) {
    if (other == nullptr) continue;
    bool refers = false;
    for (const Reference& reference : AllReferencesOf(*other)) {
      refers |= reference.kind == wanted.kind && reference.name == wanted.name;
    }
    if (!refers) return false;
  }
  return true;
}

}  // namespace

void ReferenceMissing(const ChartContext& context, Reporter& report) {
  for (size_t variant = 0; variant < context.variant_count(); ++variant) {
    const Release& release = context.release(variant);
    if (release.HoldsBackMissing() || release.release_name().empty()) continue;
    for (const Object* object : release.objects()) {
      absl::flat_hash_set<std::string> told;
      for (const Reference& reference : AllReferencesOf(*object)) {
        if (reference.kind != "ConfigMap" && reference.kind != "PersistentVolumeClaim") continue;
        if (!HasToken(reference.name, release.release_name()) || !IsMissingHere(release, reference)) continue;
        const Presence::Row* row = context.presence.Find("", reference.kind, reference.name, reference.ns);
        if (row != nullptr && row->count() > 0) continue;  // reference-missing-in-variant
        if (!InAllVariants(context.presence, *object, reference)) continue;
        if (!told.insert(absl::StrCat(reference.kind, "/", reference.name)).second) continue;
        report
            .Add(reference.node,
                 absl::StrCat(reference.where, " needs ", reference.kind, " '", reference.name,
                              "', which bears the release's name and is rendered in no variant",
                              ConsequenceOf(reference)))
            .InVariant(variant)
            .Subject(std::string(reference.name));
      }
    }
  }
}

}  // namespace chartlint
