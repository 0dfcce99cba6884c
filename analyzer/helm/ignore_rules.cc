#include "analyzer/helm/ignore_rules.h"

#include <cstdint>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/helm/archive.h"

namespace chartlint {
namespace {

// The character at the start of `text`, of one to four bytes; a byte that is no UTF-8 counts as itself.
size_t CharacterSize(absl::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t size = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return size <= text.size() ? size : 1;
}

absl::string_view TakeCharacter(absl::string_view* text) {
  const absl::string_view character = text->substr(0, CharacterSize(*text));
  text->remove_prefix(character.size());
  return character;
}

// One end of a range in `[...]`. Empty if malformed.
absl::string_view TakeClassEnd(absl::string_view* pattern) {
  if (pattern->empty() || (*pattern)[0] == '-' || (*pattern)[0] == ']') return {};
  if ((*pattern)[0] == '\\') {
    pattern->remove_prefix(1);
    if (pattern->empty()) return {};
  }
  return TakeCharacter(pattern);
}

// Reads the class after `[`. Comparing UTF-8 bytes orders characters as their code points do. False if malformed.
bool TakeClass(absl::string_view* pattern, absl::string_view character, bool* matches) {
  bool negated = false;
  if (!pattern->empty() && (*pattern)[0] == '^') {
    negated = true;
    pattern->remove_prefix(1);
  }
  bool found = false;
  bool any = false;
  while (!any || pattern->empty() || (*pattern)[0] != ']') {
    const absl::string_view low = TakeClassEnd(pattern);
    if (low.empty()) return false;
    absl::string_view high = low;
    if (!pattern->empty() && (*pattern)[0] == '-') {
      pattern->remove_prefix(1);
      high = TakeClassEnd(pattern);
      if (high.empty()) return false;
    }
    found = found || (low <= character && character <= high);
    any = true;
  }
  pattern->remove_prefix(1);
  *matches = found != negated;
  return true;
}

// Takes one element that is no star from the pattern and tests it on the first character of `text` (which may be empty:
// then nothing matches, but the syntax is still checked). False if malformed.
bool TakeElement(absl::string_view* pattern, absl::string_view* text, bool* matches) {
  const absl::string_view character = text->empty() ? absl::string_view() : TakeCharacter(text);
  const char lead = (*pattern)[0];
  if (lead == '[') {
    pattern->remove_prefix(1);
    bool in_class = false;
    if (!TakeClass(pattern, character, &in_class)) return false;
    *matches = in_class && !character.empty();
    return true;
  }
  if (lead == '?') {
    pattern->remove_prefix(1);
    *matches = !character.empty() && character != "/";
    return true;
  }
  if (lead == '\\') {
    pattern->remove_prefix(1);
    if (pattern->empty()) return false;
  }
  *matches = TakeCharacter(pattern) == character;
  return true;
}

}  // namespace

bool IsValidGlob(absl::string_view pattern) {
  absl::string_view nothing;
  bool matches = false;
  while (!pattern.empty()) {
    if (pattern[0] == '*') {
      pattern.remove_prefix(1);
    } else if (!TakeElement(&pattern, &nothing, &matches)) {
      return false;
    }
  }
  return true;
}

bool MatchesGlob(absl::string_view pattern, absl::string_view text) {
  if (!IsValidGlob(pattern)) return false;
  // The last star seen is the only one worth widening: quadratic at worst.
  bool has_star = false;
  absl::string_view after_star, star_text;
  while (true) {
    if (!pattern.empty() && pattern[0] == '*') {
      pattern.remove_prefix(1);
      has_star = true;
      after_star = pattern;
      star_text = text;
      continue;
    }
    bool matches = false;
    if (pattern.empty()) {
      matches = text.empty();
      if (matches) return true;
    } else if (!text.empty()) {
      TakeElement(&pattern, &text, &matches);
    }
    if (matches) continue;
    if (!has_star || star_text.empty() || star_text[0] == '/') return false;
    TakeCharacter(&star_text);
    pattern = after_star;
    text = star_text;
  }
}

IgnoreRules::IgnoreRules() = default;

absl::Status IgnoreRules::Add(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  if (line.empty() || line[0] == '#') return absl::OkStatus();
  if (absl::StrContains(line, "**")) return absl::InvalidArgumentError("Helm does not support ** in .helmignore");
  if (!IsValidGlob(line)) return absl::InvalidArgumentError(absl::StrCat("\"", line, "\" is no valid pattern"));
  Rule rule;
  rule.negated = absl::ConsumePrefix(&line, "!");
  rule.directories_only = absl::ConsumeSuffix(&line, "/");
  rule.whole_path = absl::StrContains(line, '/');
  absl::ConsumePrefix(&line, "/");
  rule.pattern = std::string(line);
  rules_.push_back(std::move(rule));
  return absl::OkStatus();
}

absl::StatusOr<IgnoreRules> IgnoreRules::Parse(absl::string_view text) {
  IgnoreRules rules;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(WithoutByteOrderMark(text), '\n')) {
    ++number;
    const absl::Status status = rules.Add(line);
    if (!status.ok()) return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", status.message()));
  }
  return rules;
}

bool IgnoreRules::Ignores(absl::string_view path, bool is_directory) const {
  const absl::string_view base = path.substr(path.rfind('/') + 1);
  for (const Rule& rule : rules_) {
    const bool matches = MatchesGlob(rule.pattern, rule.whole_path ? path : base);
    if (rule.negated) {
      if ((rule.directories_only && !is_directory) || !matches) return true;
      continue;
    }
    if (matches && (!rule.directories_only || is_directory)) return true;
  }
  return MatchesGlob("templates/.?*", path);
}

}  // namespace chartlint
