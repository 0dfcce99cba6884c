// Comments that accept a finding, as they are written in manifests and templates:
//
//   # chartlint: ignore RULE[, RULE] -- reason
//   {{/* chartlint: ignore RULE -- reason */}}
//
// Contract
//   FindDirectives costs one search for the word where there is none. A comment that begins with `chartlint:` and means
//   something else is left alone, unless it looks like a slip of the pen ("ingore"); that one has a problem.
// Units: offsets are bytes of the text, lines are 1-based.
#ifndef CHARTLINT_ANALYZER_ENGINE_DIRECTIVE_H_
#define CHARTLINT_ANALYZER_ENGINE_DIRECTIVE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

struct Directive {
  uint32_t begin = 0, end = 0;  // the words from `chartlint:` on
  uint32_t line = 1;            // of its first word
  bool template_comment = false;
  bool at_head = false;         // nothing but comments before it: speaks for the whole text
  // The lines it speaks for: its own if something stands before it on the line, else the next line that is no comment.
  // In a template actions that stand alone on their line are passed over, so that it may stand above an `if`.
  uint32_t first_line = 1, last_line = 1;
  std::vector<std::string> rules;
  std::string reason;
  std::string problem;  // why it accepts nothing; empty if it does

  bool Names(absl::string_view rule) const;
  bool Covers(uint32_t at) const { return at_head || (at >= first_line && at <= last_line); }
  // Equal for equal words: the same comment in a template and in its render.
  std::string Words() const;
};

// Comments of YAML, with `templates` those of Go templates, too. Whether a `#` stands inside of a text is not known here.
std::vector<Directive> FindDirectives(absl::string_view text, bool templates);

// Rules and reason of one comment, from the word after `chartlint:` on. Unknown rules are a problem.
void ReadDirective(absl::string_view words, Directive* directive);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_DIRECTIVE_H_
