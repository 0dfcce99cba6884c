#include "analyzer/template/parser.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzer/template/action_lexer.h"
#include "analyzer/template/expression_parser.h"

namespace chartlint {
namespace {

// Control structures are kept on a stack of our own, so that the depth of the input is not the depth of our
// calls.
class Parser {
 public:
  Parser(absl::string_view source, int32_t file, TemplateTree* tree)
      : source_(source), file_(file), lines_(source), tree_(tree) {}

  std::optional<TemplateSyntaxError> Run() {
    std::vector<TemplateToken> tokens;
    std::optional<TemplateSyntaxError> error = TokenizeTemplate(source_, file_, lines_, &tokens);
    // What comes before a lexical error may hold an earlier syntax error: that one is told, as Go does.
    open_.push_back({nullptr, nullptr, &tree_->root, {}});
    for (const TemplateToken& token : tokens) {
      if (token.kind == TemplateTokenKind::kText) {
        Text(token);
      } else if (token.kind == TemplateTokenKind::kAction) {
        Action(token);
      }
      if (error_.has_value()) return error_;
    }
    if (error.has_value()) return error;
    if (open_.size() > 1) return TemplateSyntaxError{open_.back().pos, "unexpected EOF: no {{end}} for this"};
    return std::nullopt;
  }

 private:
  struct Open {
    TemplateNode* node;              // an if, with or range; or null
    TemplateDefinition* definition;  // a define or block; or null
    TemplateBody* body;              // where nodes go now
    TemplatePos pos;
  };

  TemplateNode* Add(TemplateNodeKind kind, const TemplateToken& token) {
    tree_->nodes.emplace_back();
    TemplateNode* node = &tree_->nodes.back();
    node->kind = kind;
    node->pos = lines_.Locate(file_, token.begin);
    node->end = token.end;
    open_.back().body->push_back(node);
    return node;
  }

  void Fail(const TemplateToken& token, std::string message) {
    if (!error_.has_value())
      error_ = TemplateSyntaxError{lines_.Locate(file_, token.begin), std::move(message)};
  }

  // A definition is blank as long as nothing but white space is in it (Go: parse.IsEmptyTree).
  void MarkSolid() {
    for (const Open& open : open_) {
      if (open.definition != nullptr) open.definition->blank = false;
    }
  }

  void Text(const TemplateToken& token) {
    TemplateNode* node = Add(TemplateNodeKind::kText, token);
    node->text = source_.substr(token.begin, token.end - token.begin);
    if (!absl::StripAsciiWhitespace(node->text).empty()) MarkSolid();
  }

  bool InRange() const {
    for (const Open& open : open_) {
      if (open.node != nullptr && open.node->kind == TemplateNodeKind::kRange) return true;
    }
    return false;
  }

  void Push(Open open, const TemplateToken& token) {
    if (open_.size() > kMaxTemplateDepth) {
      Fail(token, "control structures are nested too deeply");
      return;
    }
    open.pos = lines_.Locate(file_, token.begin);
    open_.push_back(open);
  }

  void Action(const TemplateToken& token) {
    ExpressionParser in(source_, file_, lines_, tree_,
                        LexAction(source_, token.inner_begin, token.inner_end));
    const absl::string_view word = in.PeekWord();
    if (word == "if" || word == "with" || word == "range") {
      Control(token, word, &in);
    } else if (word == "else") {
      Else(token, &in);
    } else if (word == "end") {
      End(token, &in);
    } else if (word == "define" || word == "block") {
      Define(token, word, &in);
    } else if (word == "template") {
      in.TakeWord(word);
      TemplateNode* node = Add(TemplateNodeKind::kTemplate, token);
      MarkSolid();
      if (in.ParseName("template clause", &node->name) && !in.AtEnd())
        node->pipe = in.ParsePipeline("template clause");
    } else if (word == "break" || word == "continue") {
      in.TakeWord(word);
      if (!InRange()) in.Fail(absl::StrCat("{{", word, "}} outside {{range}}"));
      in.ExpectEnd(absl::StrCat("{{", word, "}}"));
      Add(word == "break" ? TemplateNodeKind::kBreak : TemplateNodeKind::kContinue, token);
      MarkSolid();
    } else {
      TemplateNode* node = Add(TemplateNodeKind::kAction, token);
      MarkSolid();
      node->pipe = in.ParsePipeline("command");
    }
    if (in.failed()) error_ = in.error();
  }

  void Control(const TemplateToken& token, absl::string_view word, ExpressionParser* in) {
    in->TakeWord(word);
    MarkSolid();
    const TemplateNodeKind kind = word == "if"     ? TemplateNodeKind::kIf
                                  : word == "with" ? TemplateNodeKind::kWith
                                                   : TemplateNodeKind::kRange;
    TemplateNode* node = Add(kind, token);
    node->branches.emplace_back();
    Arm(token, word, in, node);
    Push({node, nullptr, &node->branches.back().body, {}}, token);
  }

  // Fills the newest branch of `node` from its tag.
  void Arm(const TemplateToken& token, absl::string_view word, ExpressionParser* in, TemplateNode* node) {
    TemplateBranch& branch = node->branches.back();
    branch.pos = lines_.Locate(file_, token.begin);
    branch.end = token.end;
    if (!word.empty()) branch.condition = in->ParsePipeline(word);
  }

  void Else(const TemplateToken& token, ExpressionParser* in) {
    in->TakeWord("else");
    TemplateNode* node = open_.back().node;
    if (node == nullptr) {
      Fail(token, "unexpected {{else}}");
      return;
    }
    if (node->branches.back().condition == nullptr) {
      Fail(token, "expected end; found {{else}}");
      return;
    }
    absl::string_view word;
    if (node->kind == TemplateNodeKind::kIf && in->TakeWord("if")) word = "if";
    if (node->kind == TemplateNodeKind::kWith && in->TakeWord("with")) word = "with";
    if (word.empty() && !in->ExpectEnd("else")) return;
    node->branches
        .emplace_back();  // may move the earlier branches, of which only the newest's body is referred to
    Arm(token, word, in, node);
    open_.back().body = &node->branches.back().body;
  }

  void End(const TemplateToken& token, ExpressionParser* in) {
    in->TakeWord("end");
    if (!in->ExpectEnd("end")) return;
    if (open_.size() == 1) {
      Fail(token, "unexpected {{end}}");
      return;
    }
    const Open open = open_.back();
    open_.pop_back();
    if (open.node != nullptr) {
      open.node->end = token.end;
      open.node->end_pos = lines_.Locate(file_, token.begin);
    }
    if (open.definition != nullptr) open.definition->end = token.end;
  }

  void Define(const TemplateToken& token, absl::string_view word, ExpressionParser* in) {
    in->TakeWord(word);
    std::string name;
    if (word == "define" && open_.size() > 1) {
      Fail(token, "unexpected {{define}} inside another control structure");
      return;
    }
    const std::string context = absl::StrCat(word, " clause");
    if (!in->ParseName(context, &name)) return;
    if (word == "define") {
      in->ExpectEnd(context);
    } else {
      TemplateNode* use = Add(TemplateNodeKind::kTemplate, token);
      use->name = name;
      use->pipe = in->ParsePipeline(context);
      MarkSolid();
    }
    tree_->definitions.emplace_back();
    TemplateDefinition* definition = &tree_->definitions.back();
    definition->name = std::move(name);
    definition->pos = lines_.Locate(file_, token.begin);
    Push({nullptr, definition, &definition->body, {}}, token);
  }

  absl::string_view source_;
  int32_t file_;
  TemplateLines lines_;
  TemplateTree* tree_;
  std::vector<Open> open_;
  std::optional<TemplateSyntaxError> error_;
};

}  // namespace

std::optional<TemplateSyntaxError> ParseTemplate(absl::string_view source, int32_t file, TemplateTree* tree) {
  return Parser(source, file, tree).Run();
}

}  // namespace chartlint
