#include "analyzer/cli/rule_page.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "rules/catalogue.h"

namespace chartlint {
namespace {

absl::string_view ScopeName(Scope scope) {
  switch (scope) {
    case Scope::kObject: return "one object";
    case Scope::kRelease: return "all objects of one variant";
    case Scope::kChart: return "all variants of a chart";
    case Scope::kInput: break;
  }
  return "the text itself";
}

// The text up to the closing quote; \" and \\ stand for themselves.
std::string Quoted(absl::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out.push_back(text[i]);
  }
  return out;
}

// The first document of the fixture that the rule finds fault with: the shortest true example.
std::string Example(const RuleInfo& rule) {
  const std::string wanted = absl::StrCat("# want: ", rule.id, " ");
  std::string document;
  auto is_example = [&] { return absl::StrContains(document, wanted); };
  for (absl::string_view line : absl::StrSplit(rule.fixture, '\n')) {
    if (line == "---") {
      if (is_example()) break;
      document.clear();
      continue;
    }
    absl::StrAppend(&document, line, "\n");
  }
  if (!is_example()) return "";
  // Annotations become the finding's own words.
  std::string example;
  for (absl::string_view line : absl::StrSplit(absl::StripAsciiWhitespace(document), '\n')) {
    const size_t at = line.find("# want");
    absl::StrAppend(&example, absl::StripTrailingAsciiWhitespace(line.substr(0, at)), "\n");
    const size_t quote = at == absl::string_view::npos ? at : line.find('"', at);
    if (quote != absl::string_view::npos && absl::StrContains(line.substr(at), wanted)) {
      const size_t indent = line.find_first_not_of(' ');
      absl::StrAppend(&example, std::string(indent, ' '), "# ^ ", Quoted(line.substr(quote + 1)), "\n");
    }
  }
  return example;
}

std::string Indented(absl::string_view text) {
  std::string out;
  for (absl::string_view line : absl::StrSplit(absl::StripAsciiWhitespace(text), '\n')) {
    absl::StrAppend(&out, line.empty() ? "" : "  ", line, "\n");
  }
  return out;
}

void Section(absl::string_view title, absl::string_view text, std::string* out) {
  if (absl::StripAsciiWhitespace(text).empty()) return;
  absl::StrAppend(out, "\n", title, "\n", Indented(text));
}

void MarkdownSection(absl::string_view title, absl::string_view text, std::string* out) {
  if (absl::StripAsciiWhitespace(text).empty()) return;
  absl::StrAppend(out, "\n## ", title, "\n\n", absl::StripAsciiWhitespace(text), "\n");
}

std::string Parameters(const RuleInfo& rule) {
  std::string text;
  for (const auto& [name, value] : rule.parameters) absl::StrAppend(&text, "- ", name, ": ", value, "\n");
  return text;
}

std::string References(const RuleInfo& rule, absl::string_view open, absl::string_view close) {
  std::string text;
  for (absl::string_view reference : rule.references) absl::StrAppend(&text, "- ", open, reference, close, "\n");
  return text;
}

std::string TextTable() {
  size_t width = 0;
  for (const RuleInfo& rule : Catalogue()) width = std::max(width, rule.id.size());
  std::string out;
  for (const RuleInfo& rule : Catalogue()) {
    absl::StrAppend(&out, rule.id, std::string(width + 2 - rule.id.size(), ' '), SeverityName(rule.severity),
                    std::string(9 - SeverityName(rule.severity).size(), ' '), ProfileName(rule.profile),
                    std::string(10 - ProfileName(rule.profile).size(), ' '), rule.title, "\n");
  }
  return out;
}

std::string MarkdownTable() {
  std::string out = "| rule | severity | profile | what it finds |\n| --- | --- | --- | --- |\n";
  for (const RuleInfo& rule : Catalogue()) {
    absl::StrAppend(&out, "| [", rule.id, "](rules/", rule.id, ".md) | ", SeverityName(rule.severity), " | ",
                    ProfileName(rule.profile), " | ", rule.title, " |\n");
  }
  return out;
}

std::string JsonTable() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const RuleInfo& rule : Catalogue()) {
    nlohmann::ordered_json entry = {
        {"id", std::string(rule.id)},
        {"family", std::string(rule.family)},
        {"title", std::string(rule.title)},
        {"severity", std::string(SeverityName(rule.severity))},
        {"profile", std::string(ProfileName(rule.profile))},
        {"scope", std::string(ScopeName(rule.scope))},
        {"rationale", std::string(rule.rationale)},
        {"silent", std::string(rule.silent)},
        {"remediation", std::string(rule.remediation)},
    };
    for (absl::string_view reference : rule.references) entry["references"].push_back(std::string(reference));
    all.push_back(std::move(entry));
  }
  return all.dump(2) + "\n";
}

}  // namespace

std::string RulePageText(const RuleInfo& rule) {
  std::string out = absl::StrCat(rule.id, ": ", rule.title, "\n", SeverityName(rule.severity), ", ",
                                 ProfileName(rule.profile), " profile; looks at ", ScopeName(rule.scope), "\n");
  Section("Why", rule.rationale, &out);
  Section("Example", Example(rule), &out);
  Section("What to do", rule.remediation, &out);
  Section("What it leaves alone", rule.silent, &out);
  Section("Parameters", Parameters(rule), &out);
  Section("Read more", References(rule, "", ""), &out);
  return out;
}

std::string RulePageMarkdown(const RuleInfo& rule) {
  std::string out = absl::StrCat("# ", rule.id, "\n\n", rule.title, ".\n\n**", SeverityName(rule.severity), "**, ",
                                 ProfileName(rule.profile), " profile; looks at ", ScopeName(rule.scope), ".\n");
  MarkdownSection("Why", rule.rationale, &out);
  if (const std::string example = Example(rule); !example.empty()) {
    absl::StrAppend(&out, "\n## Example\n\n```yaml\n", example, "```\n");
  }
  MarkdownSection("What to do", rule.remediation, &out);
  MarkdownSection("What it leaves alone", rule.silent, &out);
  MarkdownSection("Parameters", Parameters(rule), &out);
  MarkdownSection("Read more", References(rule, "<", ">"), &out);
  return out;
}

std::string RuleTable(const std::string& format) {
  if (format == "json") return JsonTable();
  return format == "markdown" ? MarkdownTable() : TextTable();
}

}  // namespace chartlint
