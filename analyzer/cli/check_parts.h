// The parts of a check: one report for each chart and one for all manifests, with what is accepted marked.
#ifndef CHARTLINT_ANALYZER_CLI_CHECK_PARTS_H_
#define CHARTLINT_ANALYZER_CLI_CHECK_PARTS_H_

#include <memory>

#include "absl/container/flat_hash_set.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/charts/template_places.h"
#include "analyzer/cli/scope.h"
#include "analyzer/cli/settings.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/engine/ignore.h"
#include "analyzer/input/renders.h"
#include "analyzer/pins/pins.h"
#include "analyzer/report/html/overview.h"
#include "analyzer/report/view.h"

namespace chartlint {

// What the parts share and add to.
struct CheckContext {
  const Settings& settings;
  AnalysisOptions analysis;
  ViewOptions frame;
  ConfigIgnores ignores;
  Pins pins;
  absl::flat_hash_set<absl::string_view> hidden_rules;  // that spoke, but not for the selected profile
  Overview* overview = nullptr;  // to be filled, for the report that shows it; null: nobody asks
};

// The views' exit codes tell whether something could not be read (2), and nothing of findings.
// `places`: where the manifests' templates are; null: where the texts stand.
ReportView CheckManifests(const RenderSet& renders, const PlaceResolver* places, CheckContext* context);
// What the rules and the renders of a chart say, before anything that charts share is looked at: any number of charts may be
// judged at a time. Refers into the run.
struct JudgedChart {
  Analysis analysis;
  std::unique_ptr<TemplatePlaces> places;  // null if the chart could not be loaded
};
JudgedChart JudgeChart(const ChartRun& run, const Settings& settings, AnalysisOptions options);
ReportView CheckChart(ChartRun* run, JudgedChart judged, CheckContext* context);
// What is wrong with the configuration itself: exceptions, pins and entries for charts that are for nothing.
ReportView CheckConfiguration(const RunScope& scope, CheckContext* context);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_CHECK_PARTS_H_
