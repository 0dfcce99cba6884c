// Names of discovered variants, as one would type them after --set.
//
//   cozystackOperator.variant=generic with cozystack.apiServerHost
//   architecture=replication, tls.enabled, +3 more
//   api:monitoring.coreos.com/v1        kube=1.22.0        upgrade
//
// One or two settings: choices between literals first, then switches, then flags, then all else; within each
// by the number of branches that they help to open. "with" names what the chart requires besides. What holds
// anyway is not named.
#ifndef CHARTLINT_ANALYZER_VARIANTS_VARIANT_NAME_H_
#define CHARTLINT_ANALYZER_VARIANTS_VARIANT_NAME_H_

#include <set>
#include <string>

#include "analyzer/variants/candidate.h"

namespace chartlint {

// `opens`: the branches that are the variant's own merit. Empty overlay: "default".
std::string NameVariant(const Candidate& candidate, const std::set<BranchId>& opens, const Setting& base,
                        const Atoms& atoms);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_VARIANT_NAME_H_
