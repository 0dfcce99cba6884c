// Findings about the branches of a chart's templates, and about values that a discovered variant made up.
//
// Rules: chart-undefined-template, chart-branch-never-rendered (rules/chart/).
#ifndef CHARTLINT_ANALYZER_CHARTS_BRANCH_FINDINGS_H_
#define CHARTLINT_ANALYZER_CHARTS_BRANCH_FINDINGS_H_

#include <vector>

#include "analyzer/charts/chart_run.h"
#include "analyzer/charts/template_places.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/selection.h"

namespace chartlint {

// Includes of names that no file defines, and branches that no variant takes.
std::vector<Finding> BranchFindings(const ChartRun& run, const Selection& selection);

// Drops findings that only discovered variants have and whose place, or a noted one, comes from a value that we invented:
// the template did not decide it.
void DropMadeUp(const ChartRun& run, const TemplatePlaces& places, std::vector<Finding>* findings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_BRANCH_FINDINGS_H_
