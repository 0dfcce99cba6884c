// The report as one HTML file: findings that can be filtered, objects by variants, coverage of the templates.
//
// Contract
//   The page stands alone: style and script are in it, and its Content-Security-Policy forbids everything else, network
//   included, and every script and style but those two (by their digests). Without a script it can be read in full; the
//   script adds filters and the choice between light and dark. No text of an input becomes markup.
//   The same view gives the same bytes.
// Bounds: the 5,000 most severe findings, and about 200,000 cells of objects by variants; the page says what is left out.
#ifndef CHARTLINT_ANALYZER_REPORT_HTML_HTML_H_
#define CHARTLINT_ANALYZER_REPORT_HTML_HTML_H_

#include <string>

#include "analyzer/report/html/overview.h"
#include "analyzer/report/view.h"

namespace chartlint {

std::string WriteHtml(const ReportView& view, const Overview& overview);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_HTML_HTML_H_
