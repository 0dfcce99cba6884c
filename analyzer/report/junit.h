// The report as JUnit's XML, which CI systems show as test results.
//
// Contract
//   A suite is a chart, or "manifests"; a case is a finding, with its rule as `classname`. Errors and warnings are failures,
//   notes pass and are told in `system-out`, accepted findings and those of the baseline are `skipped` with the reason. What
//   could not be read is an `error` of a suite of its own. A suite without findings has one case that passes, so that it is
//   seen that the chart was checked. Only characters that XML 1.0 allows are written.
// Upstream: there is no standard; these are the elements and attributes that Jenkins' and GitLab's readers know.
#ifndef CHARTLINT_ANALYZER_REPORT_JUNIT_H_
#define CHARTLINT_ANALYZER_REPORT_JUNIT_H_

#include <string>

#include "analyzer/report/view.h"

namespace chartlint {

std::string WriteJunit(const ReportView& view);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_JUNIT_H_
