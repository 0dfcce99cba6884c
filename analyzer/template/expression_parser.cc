#include "analyzer/template/expression_parser.h"

#include "absl/strings/str_cat.h"
#include "analyzer/template/literals.h"
#include "analyzer/template/parser.h"

namespace chartlint {
namespace {

bool IsLiteral(ExprKind kind) {
  return kind == ExprKind::kBool || kind == ExprKind::kDot || kind == ExprKind::kNil || kind == ExprKind::kInt ||
         kind == ExprKind::kFloat || kind == ExprKind::kString;
}

}  // namespace

ExpressionParser::ExpressionParser(absl::string_view source, int32_t file, const LineTable& lines, TemplateTree* tree,
                                   std::vector<Item> items)
    : source_(source), file_(file), lines_(lines), tree_(tree), items_(std::move(items)) {}

void ExpressionParser::Fail(std::string message) {
  if (failed_) return;
  failed_ = true;
  error_.pos = lines_.Locate(file_, Peek().offset);
  error_.message = std::move(message);
}

void ExpressionParser::Unexpected(absl::string_view context) {
  const Item& item = PeekNonSpace();
  if (item.kind == ItemKind::kError) {
    Fail(item.message);
  } else if (item.kind == ItemKind::kEnd) {
    Fail(absl::StrCat("unexpected end of action in ", context));
  } else {
    Fail(absl::StrCat("unexpected <", item.text, "> in ", context));
  }
}

const Item& ExpressionParser::PeekNonSpace() {
  while (items_[at_].kind == ItemKind::kSpace) ++at_;
  return items_[at_];
}

Item ExpressionParser::Take() {
  const Item item = items_[at_];
  if (item.kind != ItemKind::kEnd && item.kind != ItemKind::kError) ++at_;
  return item;
}

Expr* ExpressionParser::New(ExprKind kind, const Item& item) {
  tree_->expressions.emplace_back();
  Expr* expr = &tree_->expressions.back();
  expr->kind = kind;
  expr->pos = lines_.Locate(file_, item.offset);
  expr->end = item.offset + static_cast<uint32_t>(item.text.size());
  return expr;
}

absl::string_view ExpressionParser::PeekWord() {
  const Item& item = PeekNonSpace();
  return item.kind == ItemKind::kIdentifier ? item.text : absl::string_view();
}

bool ExpressionParser::TakeWord(absl::string_view word) {
  if (PeekWord() != word) return false;
  Take();
  return true;
}

bool ExpressionParser::AtEnd() { return PeekNonSpace().kind == ItemKind::kEnd; }

bool ExpressionParser::ExpectEnd(absl::string_view context) {
  if (AtEnd()) return true;
  Unexpected(context);
  return false;
}

bool ExpressionParser::ParseName(absl::string_view context, std::string* name) {
  const Item item = PeekNonSpace();
  if (item.kind == ItemKind::kRawString) {
    *name = std::string(item.text.substr(1, item.text.size() - 2));
  } else if (item.kind != ItemKind::kString || !UnquoteGo(item.text, name)) {
    Unexpected(context);
    return false;
  }
  Take();
  return true;
}

const Expr* ExpressionParser::ParsePipeline(absl::string_view context) { return Pipeline(ItemKind::kEnd, context); }

// "$x :=", "$x =", and in a range "$k, $v :=". A variable without them is left for the first command.
bool ExpressionParser::Declarations(Expr* pipe, absl::string_view context) {
  while (PeekNonSpace().kind == ItemKind::kVariable) {
    const size_t restore = at_;
    const Item variable = Take();
    const ItemKind next = PeekNonSpace().kind;
    if (next == ItemKind::kDeclare || next == ItemKind::kAssign) {
      Take();
      pipe->declared.push_back(variable.text);
      pipe->assigns = next == ItemKind::kAssign;
      return true;
    }
    if (next != ItemKind::kComma) {
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
    if (PeekNonSpace().kind != ItemKind::kVariable) {
      Fail("range can only initialize variables");
      return false;
    }
  }
  return true;
}

const Expr* ExpressionParser::Pipeline(ItemKind closer, absl::string_view context) {
  if (++depth_ > kMaxTemplateDepth) {
    Fail("expression is nested too deeply");
    return nullptr;
  }
  Expr* pipe = New(ExprKind::kPipeline, PeekNonSpace());
  if (!Declarations(pipe, context)) return nullptr;
  while (!failed_) {
    const ItemKind kind = PeekNonSpace().kind;
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
    const Expr* command = Command(context);
    if (command == nullptr) return nullptr;
    pipe->operands.push_back(command);
    if (PeekNonSpace().kind == ItemKind::kPipe) {
      Take();
      if (PeekNonSpace().kind == closer || Peek().kind == ItemKind::kPipe) {
        Fail(absl::StrCat("missing value for ", context));
        return nullptr;
      }
    } else if (Peek().kind != closer) {
      Unexpected(context);
    }
  }
  return nullptr;
}

const Expr* ExpressionParser::Command(absl::string_view context) {
  Expr* command = New(ExprKind::kCommand, PeekNonSpace());
  while (true) {
    const Expr* operand = Operand(context);
    if (failed_) return nullptr;
    if (operand == nullptr) break;
    command->operands.push_back(operand);
    command->end = operand->end;
    if (Peek().kind != ItemKind::kSpace) break;
    const ItemKind next = PeekNonSpace().kind;
    if (next == ItemKind::kPipe || next == ItemKind::kRightParen || next == ItemKind::kEnd) break;
  }
  if (command->operands.empty()) {
    Unexpected(context);
    return nullptr;
  }
  return command;
}

const Expr* ExpressionParser::Operand(absl::string_view context) {
  const Expr* term = Term(context);
  if (failed_ || term == nullptr || Peek().kind != ItemKind::kField) return term;
  if (IsLiteral(term->kind)) {
    Fail("unexpected . after term");
    return nullptr;
  }
  Expr* chained = nullptr;
  if (term->kind == ExprKind::kField || term->kind == ExprKind::kVariable) {
    chained = const_cast<Expr*>(term);  // ours: created just now, nobody else has seen it
  } else {
    chained = New(ExprKind::kChain, Peek());
    chained->pos = term->pos;
    chained->operands.push_back(term);
  }
  while (Peek().kind == ItemKind::kField) {
    const Item field = Take();
    chained->fields.push_back(field.text.substr(1));
    chained->end = field.offset + static_cast<uint32_t>(field.text.size());
  }
  return chained;
}

const Expr* ExpressionParser::Term(absl::string_view context) {
  const Item item = PeekNonSpace();
  switch (item.kind) {
    case ItemKind::kIdentifier: {
      Take();
      if (item.text == "true" || item.text == "false") {
        Expr* expr = New(ExprKind::kBool, item);
        expr->integer = item.text == "true";
        return expr;
      }
      if (item.text == "nil") return New(ExprKind::kNil, item);
      Expr* expr = New(ExprKind::kIdentifier, item);
      expr->name = item.text;
      return expr;
    }
    case ItemKind::kDot:
      Take();
      return New(ExprKind::kDot, item);
    case ItemKind::kVariable: {
      Take();
      Expr* expr = New(ExprKind::kVariable, item);
      expr->name = item.text;
      return expr;
    }
    case ItemKind::kField: {
      Take();
      Expr* expr = New(ExprKind::kField, item);
      expr->fields.push_back(item.text.substr(1));
      return expr;
    }
    case ItemKind::kNumber:
    case ItemKind::kChar:
      return Number(item);
    case ItemKind::kString:
    case ItemKind::kRawString: {
      Expr* expr = New(ExprKind::kString, item);
      if (item.kind == ItemKind::kRawString) {
        expr->text = std::string(item.text.substr(1, item.text.size() - 2));
      } else if (!UnquoteGo(item.text, &expr->text)) {
        Fail("invalid syntax in quoted string");
        return nullptr;
      }
      Take();
      return expr;
    }
    case ItemKind::kLeftParen: {
      Take();
      const Expr* pipe = Pipeline(ItemKind::kRightParen, "parenthesized pipeline");
      if (pipe == nullptr) return nullptr;
      Expr* own = const_cast<Expr*>(pipe);  // created just now
      own->pos = lines_.Locate(file_, item.offset);
      own->end = items_[at_ - 1].offset + 1;
      own->in_parentheses = true;
      return own;
    }
    case ItemKind::kError:
      Unexpected(context);
      return nullptr;
    default:
      return nullptr;
  }
}

const Expr* ExpressionParser::Number(const Item& item) {
  Expr* expr = New(ExprKind::kInt, item);
  bool is_int = true;
  if (item.kind == ItemKind::kChar) {
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
  if (!is_int) expr->kind = ExprKind::kFloat;
  Take();
  return expr;
}

}  // namespace chartlint
