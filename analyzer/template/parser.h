// Parser of Go's text/template language: tokens of the lexer -> TemplateTree.
//
// Accepts what Go's parser accepts, with two differences on purpose: function names are not looked up (the
// evaluator treats a function that it does not know as unknown), and variables need not be declared.
// Everything that Go refuses for its syntax is refused here, with Go's words and the place. Source:
// text/template/parse/parse.go, lex.go.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_PARSER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_PARSER_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "analyzer/template/lexer.h"
#include "analyzer/template/tree.h"

namespace chartlint {

// Deepest nesting of control structures and, apart from that, of parentheses. Deeper input is a syntax error.
inline constexpr int kMaxTemplateDepth = 250;

// Parses `source`; it has to outlive *tree. `file` goes into every position. On an error *tree is incomplete
// and only good for being dropped.
std::optional<TemplateSyntaxError> ParseTemplate(absl::string_view source, int32_t file, TemplateTree* tree);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_PARSER_H_
