// The report for programs: one JSON object, format version 1, described in docs/json-report.md.
//
// Compatibility: keys are only ever added; a change of meaning raises `version`. Empty lists are written,
// absent facts (no template known, no object) leave their key out. Lines and columns are 1-based and count
// characters.
#ifndef CHARTLINT_ANALYZER_REPORT_JSON_H_
#define CHARTLINT_ANALYZER_REPORT_JSON_H_

#include <string>

#include "analyzer/report/view.h"

namespace chartlint {

std::string WriteJson(const ReportView& view);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_JSON_H_
