// Two releases of one chart beside each other: what would they fight over?
//
// A variant is rendered again under a second release name, and under two long names with a common prefix. Objects whose
// identity (group, kind, namespace, name) stays the same belong to both releases: the upgrade or uninstall of one replaces
// or deletes the other's. Names that are cut collide for the long names only. A first release's name that still stands in
// a script, argument or grant of the second was written down by hand.
//
// A chart none of whose workloads change their identity is made to be installed once: nothing is said of it.
// Rules: chart-name-collision, chart-name-truncated, chart-hardcoded-release (rules/chart/).
#ifndef CHARTLINT_ANALYZER_CHARTS_TWO_RELEASES_H_
#define CHARTLINT_ANALYZER_CHARTS_TWO_RELEASES_H_

#include <vector>

#include "analyzer/charts/chart_run.h"
#include "analyzer/charts/template_places.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/engine/finding.h"

namespace chartlint {

// Names of the releases that a variant is rendered under once more; 53 characters are Helm's limit.
inline constexpr char kSecondRelease[] = "another";
inline constexpr char kLongReleaseA[] = "release-with-a-name-as-long-as-helm-lets-anyone-use-a";
inline constexpr char kLongReleaseB[] = "release-with-a-name-as-long-as-helm-lets-anyone-use-b";

// Variants worth a second render: few that together render every template of the chart.
std::vector<uint32_t> VariantsToRepeat(const RenderSet& renders);

std::vector<Finding> CompareReleases(const ChartRun& run, const Analysis& analysis, const TemplatePlaces& places,
                                     const Selection& selection);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_TWO_RELEASES_H_
