// Pieces of HTML that all sections of the page are made of.
//
// Nothing of an input becomes markup: texts go through Text or Attribute, which also show control characters, bytes that
// are no UTF-8 and marks of direction as escapes, as in the text report.
#ifndef CHARTLINT_ANALYZER_REPORT_HTML_MARKUP_H_
#define CHARTLINT_ANALYZER_REPORT_HTML_MARKUP_H_

#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/engine/rule.h"
#include "analyzer/report/view.h"

namespace chartlint::html {

// For text between tags and for double-quoted attribute values.
std::string Text(absl::string_view text);
// The same, where `words in backquotes` are code.
std::string Prose(absl::string_view text);
// <code>TEXT</code>; long names may break behind the marks that join their parts.
std::string Code(absl::string_view text);
// The rule's id, as a link to its page where it has one.
std::string RuleLink(const RuleInfo& rule);
// "75.0 %", rounded down, so that 100 % means all.
std::string Percent(int taken, int total);
// "file:12:3", relative to the repository's root.
std::string Where(const ReportView& view, const Place& place);

}  // namespace chartlint::html

#endif  // CHARTLINT_ANALYZER_REPORT_HTML_MARKUP_H_
