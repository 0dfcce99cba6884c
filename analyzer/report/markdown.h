// The report as GitHub's Markdown, made for a job summary or a comment: the findings of each chart, most severe first, and
// where a chart has several variants, which rule speaks in which of them.
//
// Contract
//   Stays well below the 1 MiB that a job summary may have: at most 500 findings are listed (the most severe ones; how many
//   are left out is told) and 12 variants a table. Nothing of an input is taken as markup.
#ifndef CHARTLINT_ANALYZER_REPORT_MARKDOWN_H_
#define CHARTLINT_ANALYZER_REPORT_MARKDOWN_H_

#include <string>

#include "analyzer/report/view.h"

namespace chartlint {

std::string WriteMarkdown(const ReportView& view);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_MARKDOWN_H_
