#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/index/references.h"
#include "rules/prototypes.h"
#include "rules/reference/missing.h"

namespace chartlint {

namespace {

// One missing object with all that refer to it in a variant: one fact.
struct Missing {
  const Presence::Row* row = nullptr;
  std::vector<std::pair<const Object*, Reference>> referrers;  // one per referring object, in reading order
};

void Report(const ChartContext& context, size_t variant, const Missing& missing, Reporter& report) {
  const auto& [first, reference] = missing.referrers.front();
  const bool account = reference.kind == "ServiceAccount";
  size_t other = 0;
  while (missing.row->by_variant[other] == nullptr) ++other;
  auto finding = report.Add(
      reference.node,
      absl::StrCat(reference.where, account ? " is " : " needs ", reference.kind, " '", reference.name,
                   "', which other variants render and this one does not", ConsequenceOf(reference)));
  finding.InVariant(variant).Subject(absl::StrCat(reference.kind, " ", reference.name));
  if (account) finding.As(Severity::kWarning);
  finding.NoteIn(other, missing.row->by_variant[other]->Anchor(),
                 absl::StrCat("rendered in ", context.presence.variant_name(other)));
  for (size_t i = 1; i < missing.referrers.size() && i <= 5; ++i) {
    finding.Note(missing.referrers[i].second.node,
                 absl::StrCat(missing.referrers[i].first->Title(), " needs it, too"));
  }
}

}  // namespace

void ReferenceMissingInVariant(const ChartContext& context, Reporter& report) {
  for (size_t variant = 0; variant < context.variant_count(); ++variant) {
    const Release& release = context.release(variant);
    if (release.HoldsBackMissing()) continue;
    std::vector<Missing> all;
    for (const Object* object : release.objects()) {
      for (Reference& reference : AllReferencesOf(*object)) {
        if (reference.kind == "Secret" || !IsMissingHere(release, reference)) continue;
        const Presence::Row* row = context.presence.Find("", reference.kind, reference.name, reference.ns);
        if (row == nullptr || row->count() == 0) continue;
        auto at =
            std::find_if(all.begin(), all.end(), [row](const Missing& known) { return known.row == row; });
        if (at == all.end()) at = all.insert(all.end(), {row, {}});
        if (at->referrers.empty() || at->referrers.back().first != object)
          at->referrers.emplace_back(object, std::move(reference));
      }
    }
    for (const Missing& missing : all) Report(context, variant, missing, report);
  }
}

}  // namespace chartlint
