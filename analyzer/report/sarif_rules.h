// The rules of a SARIF driver: what a code host shows beside an alert.
#ifndef CHARTLINT_ANALYZER_REPORT_SARIF_RULES_H_
#define CHARTLINT_ANALYZER_REPORT_SARIF_RULES_H_

#include <string>

#include "analyzer/engine/rule.h"

namespace chartlint {

// "flags-duplicate" -> "FlagsDuplicate".
std::string PascalCase(absl::string_view id);

// Words separated by single blanks: catalogue texts are wrapped.
std::string Unwrapped(absl::string_view text);

// Failure, fix and what is left alone, as plain text and as Markdown.
std::string RuleHelpText(const RuleInfo& rule);
std::string RuleHelpMarkdown(const RuleInfo& rule);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_SARIF_RULES_H_
