// The outer lexer of Go's text/template: cuts a template into texts, actions and comments.
//
// Trimming is purely lexical, as in Go (text/template/parse/lex.go): "{{- " takes all white space, newlines
// too, from the end of the text before it, and " -}}" from the start of the text after it. A text token is
// therefore exactly what the engine prints; an empty one is left out. Comments ({{/* ... */}}) trim as well.
//
// Positions are byte offsets into the source, which the caller keeps alive. Nothing here recurses, allocates
// per byte, or fails other than by a TemplateSyntaxError with its place.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_LEXER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_LEXER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

// A place in a template. `file` is whatever number the caller gave the file; line and column count from 1,
// the column in bytes.
struct TemplatePos {
  int32_t file = -1;
  uint32_t offset = 0;
  int32_t line = 0;
  int32_t column = 0;
};

struct TemplateSyntaxError {
  TemplatePos pos;
  std::string message;  // lower case, no full stop, in the words of Go's own parser where it has some
};

// Offsets to lines. Built once per source; Locate is a binary search.
class TemplateLines {
 public:
  explicit TemplateLines(absl::string_view source);
  int32_t Line(uint32_t offset) const;
  TemplatePos Locate(int32_t file, uint32_t offset) const;

 private:
  std::vector<uint32_t> starts_;  // offset of the first byte of each line
};

enum class TemplateTokenKind : uint8_t { kText, kAction, kComment };

struct TemplateToken {
  TemplateTokenKind kind = TemplateTokenKind::kText;
  uint32_t begin = 0;        // text: first byte after trimming; else the offset of "{{"
  uint32_t end = 0;          // one past the last byte; of an action: past "}}"
  uint32_t inner_begin = 0;  // action and comment: between the delimiters and trim markers
  uint32_t inner_end = 0;
  int32_t line = 0;  // of `begin`
  bool trim_left = false;
  bool trim_right = false;
};

// Replaces *tokens by the tokens of `source`, in order. On an error *tokens holds what came before it.
std::optional<TemplateSyntaxError> TokenizeTemplate(absl::string_view source, int32_t file,
                                                    const TemplateLines& lines,
                                                    std::vector<TemplateToken>* tokens);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_LEXER_H_
