// Charts on disk -> renders of all their variants: what `chartlint ./charts/foo` checks.
//
// One ChartRun for each chart: its variants, the renders that succeeded as a RenderSet, and findings about what did not
// (a broken Chart.yaml, a missing dependency, a failed render), each at its line of the chart.
//
// Lifetime: a ChartRun owns everything; templates refers to nothing outside of it.
// Errors: what is wrong with a chart is a finding of it. A Status is only for what concerns the run as a whole: no usable
//   Helm, an interrupt.
#ifndef CHARTLINT_ANALYZER_CHARTS_CHART_RUN_H_
#define CHARTLINT_ANALYZER_CHARTS_CHART_RUN_H_

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "analyzer/engine/finding.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/render_charts.h"
#include "analyzer/helm/values_variants.h"
#include "analyzer/input/renders.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/variants/branches.h"
#include "analyzer/variants/discover.h"

namespace chartlint {

// A values file, and the line of the configuration that names it.
struct NamedFile {
  std::string path;  // on disk
  FilePlace named_at;
};

// A variant that the configuration names.
struct VariantSetup {
  std::string name;
  std::vector<NamedFile> values_files;
  std::string inline_values;              // YAML that wins over the files
  std::string release, release_namespace, kube_version;  // empty: as the chart's
  bool is_upgrade = false;
  std::vector<std::string> api_versions;  // added to the run's
};

// What the configuration says of one chart; empty members: as for every chart.
struct ChartSetup {
  std::string release, release_namespace;
  std::vector<NamedFile> context;      // values files before those of each variant
  std::vector<VariantSetup> variants;  // instead of the conventional ones
  bool discover = true;
};

struct ChartOptions {
  std::string helm;                                          // program; empty: $HELM_BIN, then PATH
  absl::Duration helm_timeout = absl::Seconds(60);
  bool use_cache = true;
  std::vector<std::string> renders;                          // folders of `chartlint render`: looked into, never changed
  std::string render_folder;                                 // where renders are kept; empty: the cache of this machine
  int jobs = 1;
  std::string release, release_namespace;                    // empty: Helm's own way
  std::string kube_version;                                  // empty: the newest that is known
  std::vector<std::string> api_versions;
  // NAME=FILE: explicit variants, which replace all others; no file: the chart's own values alone.
  std::vector<std::pair<std::string, std::string>> values;
  bool discover = true;                                      // also look for variants that reach further branches
  bool tell_branches = false;                                // fill ChartRun::discovery where nothing is looked for, too
  size_t max_variants = 16;
  absl::flat_hash_map<std::string, ChartSetup> setups;       // by path as given to RunCharts
  bool second_release = true;                                // render once more under other release names
  std::function<void(const RenderProgress&)> on_progress;    // may be empty
};

// A variant rendered again under other release names (two_releases.h).
struct RepeatedVariant {
  uint32_t variant = 0;
  RenderSet renders;  // variants are named by the release
};

// What a variant that was found stands for; parallel to ChartRun::variants.
struct VariantFacts {
  bool discovered = false;
  std::vector<std::string> set_arguments;  // "--set", "a=b", ...: what it changes, for people to copy
  Overlay overlay;                         // the same, beyond the base
  std::set<std::string> made_up;           // paths of values that were invented
  std::vector<BranchId> opens;             // branches that no variant before it takes
};

struct ChartRun {
  std::string path;  // as the user named it
  std::unique_ptr<Chart> chart;                // null if it could not be loaded
  std::unique_ptr<ChartTemplates> templates;   // null likewise
  std::vector<Variant> variants;               // parallel to renders.variants
  std::vector<VariantFacts> facts;             // parallel to variants
  std::unique_ptr<BranchTable> branches;       // null where nothing was rendered
  // Renders the chart with an overlay on its base, through the cache; empty if no variants were searched for.
  std::function<absl::StatusOr<RenderResult>(const Overlay&)> render_with;
  bool values_known = true;                    // false: the render came through a pipe, nobody knows with which values
  DiscoverResult discovery;                    // without its variants, which are above; empty if not asked for
  RenderSet renders;                           // one source a variant, "<render NAME>"; none for failed ones
  std::deque<RepeatedVariant> repeated;
  std::vector<Finding> findings;               // about the chart and its renders
  size_t failed = 0;                           // variants that did not render, and charts that could not be loaded
  absl::Duration helm_time;                    // of all children together
  size_t from_cache = 0;                       // variants that no Helm was run for
};

// Loads the charts, finds their variants, renders all of them on `jobs` children. Library charts give a run without
// variants. Order of the paths.
absl::StatusOr<std::vector<ChartRun>> RunCharts(const std::vector<std::string>& paths, const ChartOptions& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_CHART_RUN_H_
