#include "analyzer/report/sarif_rules.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace chartlint {

std::string PascalCase(absl::string_view id) {
  std::string name;
  for (absl::string_view word : absl::StrSplit(id, '-', absl::SkipEmpty())) {
    name += absl::ascii_toupper(static_cast<unsigned char>(word[0]));
    absl::StrAppend(&name, word.substr(1));
  }
  return name;
}

std::string Unwrapped(absl::string_view text) {
  return absl::StrJoin(absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipEmpty()), " ");
}

std::string RuleHelpText(const RuleInfo& rule) {
  std::string text = absl::StrCat(rule.title, ".\n\n", Unwrapped(rule.rationale));
  if (!rule.remediation.empty()) absl::StrAppend(&text, "\n\nFix: ", Unwrapped(rule.remediation));
  if (!rule.silent.empty()) absl::StrAppend(&text, "\n\nNot reported: ", Unwrapped(rule.silent));
  return text;
}

std::string RuleHelpMarkdown(const RuleInfo& rule) {
  const auto section = [](absl::string_view heading, absl::string_view body) {
    const absl::string_view text = absl::StripAsciiWhitespace(body);
    return text.empty() ? "" : absl::StrCat("\n\n**", heading, "**\n\n", text);
  };
  std::string markdown = absl::StrCat("## ", rule.title, "\n\n", absl::StripAsciiWhitespace(rule.rationale),
                                      section("Fix", rule.remediation), section("Not reported", rule.silent));
  std::string references;
  for (absl::string_view reference : rule.references) absl::StrAppend(&references, "- <", reference, ">\n");
  absl::StrAppend(&markdown, section("References", references));
  return markdown;
}

}  // namespace chartlint
