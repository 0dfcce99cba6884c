// The report for a GitHub Actions log: workflow commands, one a line, which the runner turns into annotations.
//
//   ::warning file=charts/w/templates/d.yaml,line=12,col=17,endLine=12,endColumn=18,title=strategy-surge-host-port::…
//
// Contract
//   Paths are relative to the repository's root, as annotations need them. The most severe findings come first, since
//   GitHub keeps ten annotations of each level for a step. Nothing of an input can end a command or begin another: control
//   characters are shown as escapes, and what has a meaning in commands is percent-encoded. The last line, the summary, is
//   no command. Findings that are accepted or in the baseline are not told.
// Upstream: actions/toolkit, packages/core/src/command.ts (escaping); "Workflow commands for GitHub Actions".
#ifndef CHARTLINT_ANALYZER_REPORT_GITHUB_H_
#define CHARTLINT_ANALYZER_REPORT_GITHUB_H_

#include <string>

#include "analyzer/report/view.h"

namespace chartlint {

std::string WriteGithub(const ReportView& view);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_GITHUB_H_
