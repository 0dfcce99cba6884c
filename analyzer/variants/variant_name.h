// A name for a variant that was found: what one would type to get it.
//
// Scheme: "SETTING + SETTING with FILLER + FILLER". Settings are the strongest that the variant has of its own:
// choices ("architecture=replication"), then switches ("tls.enabled"), then flags ("kube=1.22.0", "upgrade",
// "api:GROUP/VERSION", "release=NAME", "namespace=NAME"), then other values ("extraArgs"); among equals those that open
// more branches. Fillers are what guards ask for besides. What the base has is not repeated, but for a choice of which
// other variants take another value ("topology=Simple + pools" beside "topology=MultiZone"). Names hold no commas and
// nothing that depends on how much else was merged into the variant, so that an unrelated change of the chart does not
// rename it.
#ifndef CHARTLINT_ANALYZER_VARIANTS_VARIANT_NAME_H_
#define CHARTLINT_ANALYZER_VARIANTS_VARIANT_NAME_H_

#include <map>
#include <set>
#include <string>

#include "analyzer/variants/candidate.h"

namespace chartlint {

class VariantNames {
 public:
  explicit VariantNames(const Atoms& atoms) : atoms_(atoms) {}

  // To be called with each variant before the first is named.
  void NoteChoices(const Candidate& candidate, const Setting& base);
  // A name that is given already: a second one gets " (2)".
  std::string Given(const std::string& name);
  // `opens`: the branches that are the variant's own merit. `base`: what all variants stand on. A candidate without
  // targets is the base itself: "default" and the choice that others vary most, with what it took to render it. Where two
  // would be called the same, further settings tell them apart.
  std::string Of(const Candidate& candidate, const std::set<BranchId>& opens, const Setting& base);

 private:
  std::string StandingChoice(const Setting& now) const;

  const Atoms& atoms_;
  std::set<std::string> used_;
  std::map<KeyPath, std::set<std::string>> choices_;  // what variants choose otherwise than the base
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_VARIANT_NAME_H_
