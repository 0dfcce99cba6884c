// Finds sets of values that reach the branches of a chart's templates, and says which branches no set reaches
// and why.
//
// How: the templates are read abstractly (interpreter.h), the conditions of each branch are solved to small
// overlays (solver.h, value_candidates.h), compatible ones are packed, rendered by real Helm, repaired where
// Helm refuses (search.h), and the fewest renders that reach everything are kept. The branches of a render
// are told by an oracle (branch_oracle.h).
//
// Contract
//   The same chart, options and Helm give the same variants, unless the time limit ends the search. Charts
//   are not changed. Values that were invented are named (`made_up`): what rests on them is no fault of the
//   chart.
// Errors
//   Those of Helm::Template that concern every render. A chart whose own values do not render is no error:
//   see `base_error`. An interrupt gives Cancelled.
#ifndef CHARTLINT_ANALYZER_VARIANTS_DISCOVER_H_
#define CHARTLINT_ANALYZER_VARIANTS_DISCOVER_H_

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/helm.h"
#include "analyzer/helm/render_charts.h"
#include "analyzer/helm/values_variants.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/variants/branches.h"
#include "analyzer/variants/overlay.h"

namespace chartlint {

struct DiscoverOptions {
  // The context: release, namespace, cluster, and values that a platform always injects (files and inline
  // values; `set` is not read by the analysis). Every discovered variant stands on it.
  RenderSettings base;
  // Variants that are there anyway (conventional or written). They are rendered first; their values serve as
  // examples, and discovered variants only add to what they reach. One with the settings of `base` spares a
  // render.
  std::vector<Variant> seeds;
  size_t max_variants = 16;  // seeds included, but half of them at least may be discovered
  bool search = true;        // false: no variants but the seeds; only their branches are told
  int max_renders = 140;     // beyond the seeds
  absl::Duration time_limit = absl::Seconds(120);
  RenderOptions render;
};

struct DiscoveredVariant {
  std::string name;
  bool discovered = false;  // false: a seed, or the base
  RenderSettings settings;  // complete
  RenderResult render;
  Overlay overlay;                         // beyond the base; empty for seeds
  std::vector<std::string> set_arguments;  // the same as arguments of helm
  std::vector<BranchId> opens;             // branches that no variant before it takes
  std::set<BranchId> takes;                // all that are known to be taken
  std::set<std::string> made_up;           // paths of values that were invented
};

enum class UnreachedReason {
  kNone,           // reached
  kDeadDefine,     // no include names the define
  kLookup,         // only what is in a cluster opens it
  kContradiction,  // its conditions exclude each other
  kNoValue,        // no value could be made that meets the conditions
  kGuard,          // required or fail refuses every try
  kSchema,         // values.schema.json forbids it
  kInvalidYaml,    // what it renders with our values is no YAML
  kRenderError,    // Helm failed otherwise
  kUnknown,        // its conditions depend on something that is not understood
  kNotSeen,        // it was rendered, but nothing shows that the branch ran
  kBudget,         // renders or time ran out
  kNotSearched,    // no search was asked for
  kBaseFails,      // nothing could be tried: the chart does not render with its own values, nor with a few more
};

// "dead-define", ...
absl::string_view UnreachedReasonName(UnreachedReason reason);

struct BranchReport {
  bool target = false;  // of the chart's own templates, no guard, not in NOTES.txt
  bool taken = false;
  UnreachedReason reason = UnreachedReason::kNone;
  std::string detail;  // Helm's message, or what is not understood
};

struct DiscoverResult {
  std::vector<DiscoveredVariant> variants;  // seeds in their order, then discovered ones
  std::vector<BranchReport> branches;       // as in the BranchTable
  int renders = 0;                          // beyond the seeds
  bool from_cache = false;                  // kept from an earlier run (kept_discovery.h)
  bool repeatable = true;                   // false: Helm ran out of time or crashed; another run may fare better
  bool base_failed = false;                 // the base settings do not render as they are
  RenderError base_error;
  std::map<std::string, int> errors_met;  // by kind, for the curious
  std::map<std::string, int> repairs_used;

  int targets() const;
  int targets_taken() const;
};

absl::StatusOr<DiscoverResult> Discover(const Chart& chart, const ChartTemplates& templates,
                                        const BranchTable& branches, const Helm& helm,
                                        const DiscoverOptions& options);

// The settings of `base` with an overlay on top.
RenderSettings WithOverlay(const RenderSettings& base, const Overlay& overlay);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_DISCOVER_H_
