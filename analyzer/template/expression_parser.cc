#include "analyzer/template/expression_parser.h"

#include "absl/strings/str_cat.h"
#include "analyzer/template/literals.h"
#include "analyzer/template/parser.h"

namespace chartlint {
namespace {

bool IsLiteral(TemplateExprKind kind) {
  return kind == TemplateExprKind::kBool || kind == TemplateExprKind::kDot ||
         kind == TemplateExprKind::kNil || kind == TemplateExprKind::kInt ||
         kind == TemplateExprKind::kFloat || kind == TemplateExprKind::kString;
}

}  // namespace

ExpressionParser::ExpressionParser(absl::string_view source, int32_t file, const TemplateLines& lines,
                                   TemplateTree* tree, std::vector<ActionItem> items)
    : source_(source), file_(file), lines_(lines), tree_(tree), items_(std::move(items)) {}

void ExpressionParser::Fail(std::string message) {
  if (failed_) return;
  failed_ = true;
  error_.pos = lines_.Locate(file_, Peek().offset);
  error_.message = std::move(message);
}

void ExpressionParser::Unexpected(absl::string_view context) {
  const ActionItem& item = PeekNonSpace();
  if (item.kind == ActionItemKind::kError) {
    Fail(item.message);
  } else if (item.kind == ActionItemKind::kEnd) {
    Fail(absl::StrCat("unexpected end of action in ", context));
  } else {
    Fail(absl::StrCat("unexpected <", item.text, "> in ", context));
  }
}

const ActionItem& ExpressionParser::PeekNonSpace() {
  while (items_[at_].kind == ActionItemKind::kSpace) ++at_;
  return items_[at_];
}

ActionItem ExpressionParser::Take() {
  const ActionItem item = items_[at_];
  if (item.kind != ActionItemKind::kEnd && item.kind != ActionItemKind::kError) ++at_;
  return item;
}

TemplateExpr* ExpressionParser::New(TemplateExprKind kind, const ActionItem& item) {
  tree_->expressions.emplace_back();
  TemplateExpr* expr = &tree_->expressions.back();
  expr->kind = kind;
  expr->pos = lines_.Locate(file_, item.offset);
  expr->end = item.offset + static_cast<uint32_t>(item.text.size());
  return expr;
}

absl::string_view ExpressionParser::PeekWord() {
  const ActionItem& item = PeekNonSpace();
  return item.kind == ActionItemKind::kIdentifier ? item.text : absl::string_view();
}

bool ExpressionParser::TakeWord(absl::string_view word) {
  if (PeekWord() != word) return false;
  Take();
  return true;
}

bool ExpressionParser::AtEnd() { return PeekNonSpace().kind == ActionItemKind::kEnd; }

bool ExpressionParser::ExpectEnd(absl::string_view context) {
  if (AtEnd()) return true;
  Unexpected(context);
  return false;
}

bool ExpressionParser::ParseName(absl::string_view context, std::string* name) {
  const ActionItem item = PeekNonSpace();
  if (item.kind == ActionItemKind::kRawString) {
    *name = std::string(item.text.substr(1, item.text.size() - 2));
  } else if (item.kind != ActionItemKind::kString || !UnquoteGo(item.text, name)) {
    Unexpected(context);
    return false;
  }
  Take();
  return true;
}

const TemplateExpr* ExpressionParser::ParsePipeline(absl::string_view context) {
  return Pipeline(ActionItemKind::kEnd, context);
}

// "$x :=", "$x =", and in a range "$k, $v :=". A variable without them is left for the first command.
bool ExpressionParser::Declarations(TemplateExpr* pipe, absl::string_view context) {
  while (PeekNonSpace().kind == ActionItemKind::kVariable) {
    const size_t restore = at_;
    const ActionItem variable = Take();
    const ActionItemKind next = PeekNonSpace().kind;
    if (next == ActionItemKind::kDeclare || next == ActionItemKind::kAssign) {
      Take();
      pipe->declared.push_back(variable.text);
      pipe->assigns = next == ActionItemKind::kAssign;
      return true;
    }
    if (next != ActionItemKind::kComma) {
      if (!pipe->declared.empty()) {  // "$k, $v" without :=
        Unexpected(context);
        return false;
      }
      at_ = restore;
      return true;
    }
    Take();
    pipe->declared.push_back(variable.text);
    if (context != "range" || pipe->declared.size() > 1) {
      Fail(absl::StrCat("too many declarations in ", context));
      return false;
    }
    if (PeekNonSpace().kind != ActionItemKind::kVariable) {
      Fail("range can only initialize variables");
      return false;
    }
  }
  return true;
}

const TemplateExpr* ExpressionParser::Pipeline(ActionItemKind closer, absl::string_view context) {
  if (++depth_ > kMaxTemplateDepth) {
    Fail("expression is nested too deeply");
    return nullptr;
  }
  TemplateExpr* pipe = New(TemplateExprKind::kPipeline, PeekNonSpace());
  if (!Declarations(pipe, context)) return nullptr;
  while (!failed_) {
    const ActionItemKind kind = PeekNonSpace().kind;
    if (kind == closer) {
      if (pipe->operands.empty()) {
        Fail(absl::StrCat("missing value for ", context));
        return nullptr;
      }
      for (size_t i = 1; i < pipe->operands.size(); ++i) {
        if (IsLiteral(pipe->operands[i]->operands[0]->kind)) {
          Fail(absl::StrCat("non executable command in pipeline stage ", i + 1));
          return nullptr;
        }
      }
      pipe->end = pipe->operands.back()->end;
      Take();
      --depth_;
      return pipe;
    }
    const TemplateExpr* command = Command(context);
    if (command == nullptr) return nullptr;
    pipe->operands.push_back(command);
    if (PeekNonSpace().kind == ActionItemKind::kPipe) {
      Take();
      // Go lets a pipe end the pipeline: {{ x | }}
      if (PeekNonSpace().kind == ActionItemKind::kPipe) Unexpected(context);
    } else if (Peek().kind != closer) {
      Unexpected(context);
    }
  }
  return nullptr;
}

const TemplateExpr* ExpressionParser::Command(absl::string_view context) {
  TemplateExpr* command = New(TemplateExprKind::kCommand, PeekNonSpace());
  while (true) {
    const TemplateExpr* operand = Operand(context);
    if (failed_) return nullptr;
    if (operand == nullptr) break;
    command->operands.push_back(operand);
    command->end = operand->end;
    if (Peek().kind != ActionItemKind::kSpace) break;
    const ActionItemKind next = PeekNonSpace().kind;
    if (next == ActionItemKind::kPipe || next == ActionItemKind::kRightParen || next == ActionItemKind::kEnd)
      break;
  }
  if (command->operands.empty()) {
    Unexpected(context);
    return nullptr;
  }
  return command;
}

const TemplateExpr* ExpressionParser::Operand(absl::string_view context) {
  const TemplateExpr* term = Term(context);
  if (failed_ || term == nullptr || Peek().kind != ActionItemKind::kField) return term;
  if (IsLiteral(term->kind)) {
    Fail("unexpected . after term");
    return nullptr;
  }
  TemplateExpr* chained = nullptr;
  if (term->kind == TemplateExprKind::kField || term->kind == TemplateExprKind::kVariable) {
    chained = const_cast<TemplateExpr*>(term);  // ours: created just now, nobody else has seen it
  } else {
    chained = New(TemplateExprKind::kChain, Peek());
    chained->pos = term->pos;
    chained->operands.push_back(term);
  }
  while (Peek().kind == ActionItemKind::kField) {
    const ActionItem field = Take();
    chained->fields.push_back(field.text.substr(1));
    chained->end = field.offset + static_cast<uint32_t>(field.text.size());
  }
  return chained;
}

const TemplateExpr* ExpressionParser::Term(absl::string_view context) {
  const ActionItem item = PeekNonSpace();
  switch (item.kind) {
    case ActionItemKind::kIdentifier: {
      Take();
      if (item.text == "true" || item.text == "false") {
        TemplateExpr* expr = New(TemplateExprKind::kBool, item);
        expr->integer = item.text == "true";
        return expr;
      }
      if (item.text == "nil") return New(TemplateExprKind::kNil, item);
      TemplateExpr* expr = New(TemplateExprKind::kIdentifier, item);
      expr->name = item.text;
      return expr;
    }
    case ActionItemKind::kDot:
      Take();
      return New(TemplateExprKind::kDot, item);
    case ActionItemKind::kVariable: {
      Take();
      TemplateExpr* expr = New(TemplateExprKind::kVariable, item);
      expr->name = item.text;
      return expr;
    }
    case ActionItemKind::kField: {
      Take();
      TemplateExpr* expr = New(TemplateExprKind::kField, item);
      expr->fields.push_back(item.text.substr(1));
      return expr;
    }
    case ActionItemKind::kNumber:
    case ActionItemKind::kChar:
      return Number(item);
    case ActionItemKind::kString:
    case ActionItemKind::kRawString: {
      TemplateExpr* expr = New(TemplateExprKind::kString, item);
      if (item.kind == ActionItemKind::kRawString) {
        expr->text = std::string(item.text.substr(1, item.text.size() - 2));
      } else if (!UnquoteGo(item.text, &expr->text)) {
        Fail("invalid syntax in quoted string");
        return nullptr;
      }
      Take();
      return expr;
    }
    case ActionItemKind::kLeftParen: {
      Take();
      const TemplateExpr* pipe = Pipeline(ActionItemKind::kRightParen, "parenthesized pipeline");
      if (pipe == nullptr) return nullptr;
      TemplateExpr* own = const_cast<TemplateExpr*>(pipe);  // created just now
      own->pos = lines_.Locate(file_, item.offset);
      own->end = items_[at_ - 1].offset + 1;
      own->in_parentheses = true;
      return own;
    }
    case ActionItemKind::kError:
      Unexpected(context);
      return nullptr;
    default:
      return nullptr;
  }
}

const TemplateExpr* ExpressionParser::Number(const ActionItem& item) {
  TemplateExpr* expr = New(TemplateExprKind::kInt, item);
  bool is_int = true;
  if (item.kind == ActionItemKind::kChar) {
    std::string value;
    if (!UnquoteGo(item.text, &value) || value.empty()) {
      Fail("malformed character constant");
      return nullptr;
    }
    expr->integer = static_cast<unsigned char>(value[0]);  // beyond ASCII it only matters that it is a number
  } else if (!ParseGoNumber(item.text, &is_int, &expr->integer, &expr->number)) {
    Fail(absl::StrCat("bad number syntax: \"", item.text, "\""));
    return nullptr;
  }
  if (!is_int) expr->kind = TemplateExprKind::kFloat;
  Take();
  return expr;
}

}  // namespace chartlint
