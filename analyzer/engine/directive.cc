#include "analyzer/engine/directive.h"

#include <string.h>

#include <algorithm>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/engine/nearest.h"
#include "analyzer/engine/selection.h"

namespace chartlint {
namespace {

constexpr absl::string_view kWord = "chartlint:";

// string_view::find compares byte by byte; this is the fast one of the C library.
size_t FindWord(absl::string_view text, size_t from) {
  const void* at = memmem(text.data() + from, text.size() - from, kWord.data(), kWord.size());
  return at == nullptr ? absl::string_view::npos : static_cast<size_t>(static_cast<const char*>(at) - text.data());
}

absl::string_view LineAt(absl::string_view text, size_t offset) {
  const size_t begin = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  const size_t first = begin == absl::string_view::npos || offset == 0 ? 0 : begin + 1;
  return text.substr(first, text.find('\n', offset) - first);
}

// An action that stands alone: `{{- if .x }}`, `{{ end }}`.
bool IsActionLine(absl::string_view line) { return absl::StartsWith(line, "{{") && absl::EndsWith(line, "}}"); }

// Does an action on a line of its own print something? Those that only steer are passed over.
bool OnlySteers(absl::string_view line) {
  if (!IsActionLine(line)) return false;
  line.remove_prefix(2);
  absl::ConsumePrefix(&line, "-");
  line = absl::StripLeadingAsciiWhitespace(line);
  for (absl::string_view word : {"if", "else", "end", "with", "range", "define", "block", "/*", "$"}) {
    if (absl::StartsWith(line, word)) return true;
  }
  return false;
}

void SetTarget(absl::string_view text, size_t after, uint32_t line, bool templates, Directive* directive) {
  size_t at = text.find('\n', after);
  uint32_t first = 0;
  while (at != absl::string_view::npos) {
    ++at;
    ++line;
    const size_t end = text.find('\n', at);
    const absl::string_view content = absl::StripAsciiWhitespace(text.substr(at, end - at));
    at = end;
    const bool comment = content.empty() || content[0] == '#' || (templates && absl::StartsWith(content, "{{/*")) ||
                         (templates && absl::StartsWith(content, "{{- /*"));
    if (comment) continue;
    if (first == 0) first = line;
    if (templates && OnlySteers(content)) continue;
    directive->first_line = first;
    directive->last_line = line;
    return;
  }
  directive->first_line = directive->last_line = first == 0 ? line : first;
}

// True if only comments and blank lines stand before the line that begins at `offset`.
bool NothingBefore(absl::string_view text, size_t offset) {
  for (absl::string_view line : absl::StrSplit(text.substr(0, offset), '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty() && line[0] != '#') return false;
  }
  return true;
}

bool MeansIgnore(absl::string_view word) {
  for (absl::string_view other : {"disable", "suppress", "skip", "allow", "accept", "noqa", "off"}) {
    if (word == other) return true;
  }
  return word.size() > 3 && EditDistance(word, "ignore") <= 2;
}

}  // namespace

bool Directive::Names(absl::string_view rule) const {
  return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

std::string Directive::Words() const { return absl::StrCat(absl::StrJoin(rules, ","), " -- ", reason); }

void ReadDirective(absl::string_view words, Directive* directive) {
  const size_t dashes = words.find("--");
  absl::string_view names = words.substr(0, dashes);
  if (dashes != absl::string_view::npos) {
    const std::vector<absl::string_view> reason =
        absl::StrSplit(words.substr(dashes + 2), absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty());
    directive->reason = absl::StrJoin(reason, " ");
  }
  for (absl::string_view name : absl::StrSplit(names, absl::ByAnyChar(", \t\r\n"), absl::SkipEmpty())) {
    directive->rules.emplace_back(name);
    if (FindRule(name) == nullptr && directive->problem.empty()) directive->problem = UnknownRule(name);
  }
  if (!directive->problem.empty()) return;
  if (directive->rules.empty()) {
    directive->problem = "names no rule: write 'chartlint: ignore RULE -- reason'";
  } else if (directive->reason.empty()) {
    directive->problem = "gives no reason: write '-- ' and why after the rule";
  }
}

std::vector<Directive> FindDirectives(absl::string_view text, bool templates) {
  std::vector<Directive> directives;
  size_t counted = 0;
  uint32_t line = 1;
  for (size_t at = FindWord(text, 0); at != absl::string_view::npos; at = FindWord(text, at + kWord.size())) {
    const absl::string_view whole = LineAt(text, at);
    const size_t line_begin = static_cast<size_t>(whole.data() - text.data());
    absl::string_view before = absl::StripTrailingAsciiWhitespace(text.substr(line_begin, at - line_begin));
    Directive directive;
    size_t end = line_begin + whole.size();
    if (absl::ConsumeSuffix(&before, "#")) {
      if (!before.empty() && !absl::ascii_isspace(before.back())) continue;  // `a#b` is text
    } else if (templates && absl::ConsumeSuffix(&before, "/*")) {
      before = absl::StripTrailingAsciiWhitespace(before);
      absl::ConsumeSuffix(&before, "-");
      if (!absl::ConsumeSuffix(&before, "{{")) continue;
      directive.template_comment = true;
      end = text.find("*/", at);
      if (end == absl::string_view::npos) continue;
    } else {
      continue;
    }
    line += static_cast<uint32_t>(std::count(text.begin() + counted, text.begin() + at, '\n'));
    counted = at;
    absl::string_view words = absl::StripAsciiWhitespace(text.substr(at + kWord.size(), end - at - kWord.size()));
    const absl::string_view verb = words.substr(0, words.find_first_of(" \t\r\n"));
    if (verb == "ignore") {
      ReadDirective(words.substr(verb.size()), &directive);
    } else if (MeansIgnore(verb)) {
      directive.problem = absl::StrCat("'", verb, "' is not known: write 'chartlint: ignore RULE -- reason'");
    } else {
      continue;
    }
    directive.begin = static_cast<uint32_t>(at);
    directive.end = static_cast<uint32_t>(words.data() + words.size() - text.data());
    directive.line = line;
    const bool own_line = absl::StripAsciiWhitespace(before).empty();
    const absl::string_view rest = directive.template_comment ? LineAt(text, end).substr(0) : absl::string_view();
    const size_t closed = rest.rfind("}}");
    const bool text_behind =
        closed != absl::string_view::npos && !absl::StripAsciiWhitespace(rest.substr(closed + 2)).empty();
    if (own_line && !text_behind) {
      const uint32_t lines = static_cast<uint32_t>(std::count(text.begin() + at, text.begin() + end, '\n'));
      SetTarget(text, end, line + lines, templates, &directive);
      directive.at_head = templates == directive.template_comment && NothingBefore(text, line_begin);
    } else {
      directive.first_line = directive.last_line = line;
    }
    directives.push_back(std::move(directive));
  }
  return directives;
}

}  // namespace chartlint
