// Pages about rules, printed from the catalogue and the rules' fixtures: for the terminal, as Markdown for docs/, and as
// JSON for tools.
#ifndef CHARTLINT_ANALYZER_CLI_RULE_PAGE_H_
#define CHARTLINT_ANALYZER_CLI_RULE_PAGE_H_

#include <string>

#include "analyzer/engine/rule.h"

namespace chartlint {

// One rule in full: why, what it leaves alone, how to mend it, an example with its finding, references.
std::string RulePageText(const RuleInfo& rule);
std::string RulePageMarkdown(const RuleInfo& rule);

// All rules: "text" (a table for people), "json", or "markdown" (docs/rules.md).
std::string RuleTable(const std::string& format);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_RULE_PAGE_H_
