// The report for code hosts: SARIF 2.1.0, one run.
//
// Contract
//   Keeps within what GitHub's code scanning ingests: 5,000 results a run (the most severe ones, with a
//   notification if some are left out), 100 related locations a result, 10 tags a rule, a location with a
//   line >= 1 on every result, columns in UTF-16 code units. URIs are relative to the repository's root with
//   the base id `%SRCROOT%`; files outside it have absolute ones. `partialFingerprints` hold no line numbers,
//   so that alerts do not reopen when text moves. `primaryLocationLineHash` is the one that GitHub compares;
//   its action would fill in a hash of the line otherwise. What was not read is a notification of the
//   invocation.
// Upstream: OASIS SARIF 2.1.0 (sections in sarif.cc), GitHub "SARIF support for code scanning".
#ifndef CHARTLINT_ANALYZER_REPORT_SARIF_H_
#define CHARTLINT_ANALYZER_REPORT_SARIF_H_

#include <string>

#include "analyzer/report/view.h"

namespace chartlint {

std::string WriteSarif(const ReportView& view);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_SARIF_H_
