// Discover, with its results kept on disk: an unchanged chart is searched once.
//
// Contract
//   Gives what Discover gives, except that `base_error`, `errors_met` and `repairs_used` of a kept result are empty. The
//   renders themselves come from the cache of renders, and from Helm where that has lost them.
//   The key is a digest of everything that goes in: the chart's files, all settings, the options, Helm's version, and this
//   program's own file, since each change of the search may find other variants. Results that another run might not repeat
//   are not kept: the time limit or an interrupt ended the search, or a render failed by the machine's fault.
// Errors
//   Those of Discover. What is wrong with the cache is none.
#ifndef CHARTLINT_ANALYZER_VARIANTS_KEPT_DISCOVERY_H_
#define CHARTLINT_ANALYZER_VARIANTS_KEPT_DISCOVERY_H_

#include "absl/status/statusor.h"
#include "analyzer/helm/disk_cache.h"
#include "analyzer/variants/discover.h"

namespace chartlint {

// `cache` may be null.
absl::StatusOr<DiscoverResult> DiscoverOnce(const Chart& chart, const ChartTemplates& templates,
                                            const BranchTable& branches, const Helm& helm,
                                            const DiscoverOptions& options, const DiskCache* cache);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_KEPT_DISCOVERY_H_
