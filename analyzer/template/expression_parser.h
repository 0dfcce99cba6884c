// The inside of an action: items -> TemplateExpr. Used by the parser alone; its contract is that of parser.h.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_EXPRESSION_PARSER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_EXPRESSION_PARSER_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/action_lexer.h"
#include "analyzer/template/tree.h"

namespace chartlint {

// Parses one action. After the first error every call returns null or false, and `failed()` tells.
class ExpressionParser {
 public:
  // Expressions are stored in *tree; lines locates offsets. Both, and source, must outlive the parser.
  ExpressionParser(absl::string_view source, int32_t file, const TemplateLines& lines, TemplateTree* tree,
                   std::vector<ActionItem> items);

  // Takes the key word at the front when the next item is that identifier.
  bool TakeWord(absl::string_view word);
  // The identifier at the front without taking it; empty when there is none.
  absl::string_view PeekWord();
  // A pipeline up to the end of the action. `context` names it in messages ("if", "range", "command").
  const TemplateExpr* ParsePipeline(absl::string_view context);
  // A string constant at the front, as of {{define "x"}}.
  bool ParseName(absl::string_view context, std::string* name);
  // True at the end of the action; else fails with "unexpected <...> in CONTEXT".
  bool ExpectEnd(absl::string_view context);
  bool AtEnd();

  bool failed() const { return failed_; }
  const TemplateSyntaxError& error() const { return error_; }
  // Records an error at the place of the next item, unless there is one already.
  void Fail(std::string message);

 private:
  const ActionItem& Peek() const { return items_[at_]; }
  const ActionItem& PeekNonSpace();
  ActionItem Take();
  TemplateExpr* New(TemplateExprKind kind, const ActionItem& item);
  void Unexpected(absl::string_view context);
  const TemplateExpr* Pipeline(ActionItemKind closer, absl::string_view context);
  bool Declarations(TemplateExpr* pipe, absl::string_view context);
  const TemplateExpr* Command(absl::string_view context);
  const TemplateExpr* Operand(absl::string_view context);
  const TemplateExpr* Term(absl::string_view context);
  const TemplateExpr* Number(const ActionItem& item);

  absl::string_view source_;
  int32_t file_;
  const TemplateLines& lines_;
  TemplateTree* tree_;
  std::vector<ActionItem> items_;
  size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  TemplateSyntaxError error_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_EXPRESSION_PARSER_H_
