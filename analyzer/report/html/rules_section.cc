#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/sections.h"
#include "analyzer/report/sarif_rules.h"
#include "analyzer/report/tally.h"

namespace chartlint::html {

void WriteRules(const Page& page, std::string* out) {
  std::map<absl::string_view, std::pair<const RuleInfo*, size_t>> rules;
  for (size_t index : page.shown) {
    const RuleInfo* rule = page.view.findings[index].rule;
    auto& [info, count] = rules[rule->id];
    info = rule;
    ++count;
  }
  if (rules.empty()) return;
  absl::StrAppend(out, "<section id=\"rules\"><h2>Rules that found something</h2>\n");
  for (const auto& [id, entry] : rules) {
    const RuleInfo& rule = *entry.first;
    absl::StrAppend(out, "<details class=\"part rule\"><summary><h3>", Text(id), "</h3> <span class=\"facts\">",
                    Counted(entry.second, "finding"), "</span> <span class=\"title\">", Prose(rule.title), "</span></summary>\n");
    for (const auto& [heading, text] : {std::make_pair("Why", rule.rationale), std::make_pair("Fix", rule.remediation),
                                        std::make_pair("Not reported", rule.silent)}) {
      if (text.empty()) continue;
      absl::StrAppend(out, "<h4>", heading, "</h4>\n");
      for (absl::string_view paragraph : absl::StrSplit(text, "\n\n", absl::SkipWhitespace())) {
        absl::StrAppend(out, "<p>", Prose(Unwrapped(paragraph)), "</p>\n");
      }
    }
    if (rule.family != "own") absl::StrAppend(out, "<p>More: ", RuleLink(rule), "</p>\n");
    absl::StrAppend(out, "</details>\n");
  }
  absl::StrAppend(out, "</section>\n");
}

}  // namespace chartlint::html
