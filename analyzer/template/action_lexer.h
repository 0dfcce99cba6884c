// The inner lexer: cuts the text between the delimiters of one action into items.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_ACTION_LEXER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_ACTION_LEXER_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

enum class ActionItemKind : uint8_t {
  kSpace,
  kIdentifier,  // function names and key words alike
  kField,       // .name
  kVariable,    // $ or $name
  kDot,
  kNumber,
  kChar,       // 'x', quotes included
  kString,     // "x", quotes included
  kRawString,  // `x`, quotes included
  kPipe,
  kDeclare,  // :=
  kAssign,   // =
  kComma,
  kLeftParen,
  kRightParen,
  kError,  // the lexer stopped; `text` is empty, `message` says why
  kEnd,    // of the action
};

struct ActionItem {
  ActionItemKind kind = ActionItemKind::kEnd;
  uint32_t offset = 0;  // into the whole source
  absl::string_view text;
  const char* message = "";
};

// Items of source[begin, end), always closed by kEnd or kError. The outer lexer has already seen to it that
// quotes end.
std::vector<ActionItem> LexAction(absl::string_view source, uint32_t begin, uint32_t end);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_ACTION_LEXER_H_
