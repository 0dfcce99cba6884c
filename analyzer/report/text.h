// The report for people, on a terminal or in a log.
//
//   out/talos.yaml:14:13: error: flag --leader-elect is given twice … [flags-duplicate]
//     widget/templates/deployment.yaml: Deployment/widget spec.template.spec.containers[0].args[1], in web (1 of 3)
//      14 |         - --leader-elect=false
//         |           ^~~~~~~~~~~~~~~~~~~~
//     out/talos.yaml:5:13: note: replicas 2 is written here
//     fix: give the flag once
//
// The first line is what editors and CI systems know how to read. Variants are named when there are several;
// the fix is told once for each rule. The last line is a summary. Everything printed is safe for a terminal
// (excerpt.h).
#ifndef CHARTLINT_ANALYZER_REPORT_TEXT_H_
#define CHARTLINT_ANALYZER_REPORT_TEXT_H_

#include <cstddef>
#include <string>

#include "analyzer/report/view.h"

namespace chartlint {

struct TextOptions {
  bool color = false;
  size_t width = 120;  // cells for a source line
};

std::string WriteText(const ReportView& view, const TextOptions& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_TEXT_H_
