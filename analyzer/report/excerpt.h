// Source lines for a terminal: made safe, cut around the caret, underlined.
//
// Contract
//   Nothing of an input reaches the terminal as a command: control characters, invalid UTF-8 and the marks
//   that turn the direction of text (which hide code from readers) are written as escapes. Tabs count as one
//   blank, so that a caret stands under its character whatever the terminal's tab stops are. East Asian wide
//   characters take two cells, combining ones none.
#ifndef CHARTLINT_ANALYZER_REPORT_EXCERPT_H_
#define CHARTLINT_ANALYZER_REPORT_EXCERPT_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace chartlint {

// `text` for one line of a terminal: escapes, no line breaks.
std::string Printable(absl::string_view text);

struct Excerpt {
  std::string line;       // printable, at most `width` cells
  std::string underline;  // blanks, then "^~~~"
  size_t begin = 0, end = 0;  // the bytes of `line` that it is under; equal where it is behind the last one
};

// Columns are 1-based and count characters; `end_column` is the one after the last character.
Excerpt ExcerptOf(absl::string_view line, uint32_t column, uint32_t end_column, size_t width);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_EXCERPT_H_
