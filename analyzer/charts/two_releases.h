// Two releases of one chart beside each other: what would they fight over?
//
// The chart's first variant is rendered again under a second release name in a second namespace, and under two long names
// with a common prefix. Objects whose identity (group, kind, name; namespaced ones within the release's own namespace)
// stays the same belong to both releases: the upgrade or uninstall of one replaces or deletes the other's. Names that are
// cut collide for the long names only. A name of the first release that still stands in a script, argument or grant of the
// second was written down by hand.
//
// Only one variant is looked at, since others may set names on purpose (fullnameOverride in an example). A chart none of
// whose workloads change their identity is made to be installed once: nothing is said of it. All objects of one kind of
// trouble are one finding.
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
inline constexpr char kSecondNamespace[] = "another-namespace";
inline constexpr char kLongReleaseA[] = "release-with-a-name-as-long-as-helm-lets-anyone-use-a";
inline constexpr char kLongReleaseB[] = "release-with-a-name-as-long-as-helm-lets-anyone-use-b";

std::vector<Finding> CompareReleases(const ChartRun& run, const Analysis& analysis, const TemplatePlaces& places,
                                     const Selection& selection);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_TWO_RELEASES_H_
