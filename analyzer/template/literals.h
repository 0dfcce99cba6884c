// Go's literals: what a string, character or number in a template means.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_LITERALS_H_
#define CHARTLINT_ANALYZER_TEMPLATE_LITERALS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace chartlint {

// Undoes the escapes of a "quoted" string or 'c'haracter, quotes included in `literal`. False when Go would
// refuse it.
bool UnquoteGo(absl::string_view literal, std::string* value);

// Reads a Go number: decimal, 0x, 0o, 0b and leading-zero octal integers, floats, `_` between digits.
// *is_int tells which of *integer and *number holds; *number is set for both. False when it is no number.
bool ParseGoNumber(absl::string_view text, bool* is_int, int64_t* integer, double* number);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_LITERALS_H_
