#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "analyzer/index/references.h"
#include "rules/prototypes.h"
#include "rules/reference/missing.h"

namespace chartlint {

void ReferenceMissingInVariant(const ChartContext& context, Reporter& report) {
  for (size_t variant = 0; variant < context.variant_count(); ++variant) {
    const Release& release = context.release(variant);
    if (release.HoldsBackMissing()) continue;
    for (const Object* object : release.objects()) {
      absl::flat_hash_set<std::string> told;  // one finding per object and name, not per container or path
      for (const Reference& reference : AllReferencesOf(*object)) {
        if (reference.kind == "Secret" || !IsMissingHere(release, reference)) continue;
        const Presence::Row* row = context.presence.Find("", reference.kind, reference.name, reference.ns);
        if (row == nullptr || row->count() == 0) continue;
        if (!told.insert(absl::StrCat(reference.kind, "/", reference.name)).second) continue;
        size_t other = 0;
        while (row->by_variant[other] == nullptr) ++other;
        const bool account = reference.kind == "ServiceAccount";
        auto finding = report.Add(reference.node, absl::StrCat(reference.where, account ? " is " : " needs ", reference.kind, " '", reference.name,
                                                "', which other variants render and this one does not", ConsequenceOf(reference)));
        finding.InVariant(variant).Subject(std::string(reference.name));
        if (account) finding.As(Severity::kWarning);
        finding.NoteIn(other, row->by_variant[other]->Anchor(),
                       absl::StrCat("rendered in ", context.presence.variant_name(other)));
      }
    }
  }
}

}  // namespace chartlint
