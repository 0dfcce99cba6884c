#include "analyzer/template_map/body_compiler.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

// "templates/" of the chart that a template file belongs to, up to and including it.
std::string TemplatesFolder(const std::string& path) {
  const size_t at = path.rfind("templates/");
  // The first "templates/" after the charts/x/ prefix is the folder; deeper ones are sub-folders.
  size_t begin = 0;
  while (absl::StartsWith(path.substr(begin), "charts/")) {
    const size_t slash = path.find('/', begin + 7);
    if (slash == std::string::npos) break;
    begin = slash + 1;
  }
  if (absl::StartsWith(absl::string_view(path).substr(begin), "templates/"))
    return path.substr(0, begin + 10);
  return at == std::string::npos ? "" : path.substr(0, at + 10);
}

// `print $.Template.BasePath "/file.yaml"` -> "/file.yaml"
absl::string_view PrintedFile(const TemplateExpr* expr) {
  expr = UnwrapExpr(expr);
  if (FunctionOf(expr) != "print" || expr->operands.size() != 3) return "";
  const TemplateExpr* base = expr->operands[1];
  const TemplateExpr* path = expr->operands[2];
  const bool is_base = base->fields.size() >= 2 && base->fields.back() == "BasePath";
  return is_base && path->kind == TemplateExprKind::kString ? absl::string_view(path->text) : "";
}

}  // namespace

GrammarNode* BodyCompiler::New(GrammarKind kind, const TemplatePos& pos, const TemplateScope* scope,
                               int32_t next, int32_t* id) {
  *id = static_cast<int32_t>(grammar_->nodes_.size());
  grammar_->nodes_.emplace_back();
  GrammarNode* node = &grammar_->nodes_.back();
  node->kind = kind;
  node->file = pos.file;
  node->line = pos.line;
  node->column = pos.column;
  node->next = next;
  node->scope = scope;
  node->body = body_;
  return node;
}

int32_t BodyCompiler::End() {
  int32_t id = -1;
  New(GrammarKind::kEnd, {}, body_->scopes->root(), -1, &id);
  return id;
}

int32_t BodyCompiler::Sequence(const TemplateBody& nodes, const TemplateScope* scope, int32_t next) {
  int32_t id = -1;
  for (auto it = nodes.rbegin(); it != nodes.rend(); ++it) {
    const TemplateNode& node = **it;
    switch (node.kind) {
      case TemplateNodeKind::kText:
        next = Text(node.text, node.pos, scope, next);
        break;
      case TemplateNodeKind::kAction:
        if (node.pipe->declared.empty()) next = Print(node.pipe, {}, node.pipe, node.pos, scope, next);
        break;
      case TemplateNodeKind::kTemplate: {
        GrammarNode* call = New(GrammarKind::kCall, node.pos, scope, next, &id);
        call->callee = node.name;
        call->expr = node.pipe;
        call->argument = node.pipe;
        call->mentions_values = MentionsValues(node.pipe);
        next = id;
        break;
      }
      case TemplateNodeKind::kIf:
      case TemplateNodeKind::kWith:
        next = Control(node, scope, next);
        break;
      case TemplateNodeKind::kRange:
        next = Range(node, scope, next);
        break;
      case TemplateNodeKind::kContinue:
      case TemplateNodeKind::kBreak: {
        if (loops_.empty()) break;
        const bool is_break = node.kind == TemplateNodeKind::kBreak;
        GrammarNode* jump =
            New(is_break ? GrammarKind::kBreak : GrammarKind::kBranch, node.pos, scope, -1, &id);
        jump->edges.push_back({is_break ? loops_.back().after : loops_.back().again, -1});
        next = id;
        break;
      }
    }
  }
  return next;
}

int32_t BodyCompiler::Text(absl::string_view text, const TemplatePos& pos, const TemplateScope* scope,
                           int32_t next) {
  // From the last line to the first.
  TemplatePos at = pos;
  at.line += static_cast<int32_t>(std::count(text.begin(), text.end(), '\n'));
  size_t end = text.size();
  int32_t id = -1;
  while (true) {
    const size_t line_break = end == 0 ? absl::string_view::npos : text.rfind('\n', end - 1);
    const size_t begin = line_break == absl::string_view::npos ? 0 : line_break + 1;
    at.column = begin == 0 ? pos.column : 1;
    if (begin < end) {
      New(GrammarKind::kText, at, scope, next, &id)->text = text.substr(begin, end - begin);
      next = id;
    }
    if (line_break == absl::string_view::npos) return next;
    --at.line;
    New(GrammarKind::kLineBreak, at, scope, next, &id);
    next = id;
    end = line_break;
  }
}

// Literal text inside an action: all of it stands on the action's line.
int32_t BodyCompiler::ActionText(absl::string_view text, const TemplateExpr* whole, const TemplatePos& pos,
                                 const TemplateScope* scope, int32_t next) {
  int32_t id = -1;
  for (size_t end = text.size() + 1; end > 0;) {
    const absl::string_view rest = text.substr(0, end - 1);
    const size_t line_break = rest.rfind('\n');
    const size_t begin = line_break == absl::string_view::npos ? 0 : line_break + 1;
    if (begin < rest.size()) {
      GrammarNode* piece = New(GrammarKind::kText, pos, scope, next, &id);
      piece->text = rest.substr(begin);
      piece->from_action = true;
      piece->expr = whole;
      piece->mentions_values = MentionsValues(whole);
      next = id;
    }
    if (line_break == absl::string_view::npos) break;
    New(GrammarKind::kLineBreak, pos, scope, next, &id);
    next = id;
    end = line_break + 1;
  }
  return next;
}

int32_t BodyCompiler::Control(const TemplateNode& node, const TemplateScope* scope, int32_t next) {
  std::vector<GrammarEdge> edges;
  bool has_else = false;
  for (size_t arm = 0; arm < node.branches.size(); ++arm) {
    const TemplateBranch& branch = node.branches[arm];
    has_else = has_else || branch.condition == nullptr;
    const int32_t entry = Sequence(branch.body, body_->scopes->ArmScope(&node, static_cast<int>(arm)), next);
    edges.push_back({entry, static_cast<int32_t>(arm)});
  }
  if (!has_else) edges.push_back({next, static_cast<int32_t>(node.branches.size())});
  int32_t id = -1;
  GrammarNode* branch = New(GrammarKind::kBranch, node.pos, scope, -1, &id);
  branch->edges = std::move(edges);
  branch->control = &node;
  return id;
}

int32_t BodyCompiler::Range(const TemplateNode& node, const TemplateScope* scope, int32_t next) {
  const TemplateScope* inner = body_->scopes->ArmScope(&node, 0);
  int32_t loop_id = -1;
  New(GrammarKind::kLoop, node.pos, inner, -1, &loop_id);
  loops_.push_back({loop_id, next});
  const int32_t entry = Sequence(node.branches[0].body, inner, loop_id);
  loops_.pop_back();
  GrammarNode* loop = &grammar_->nodes_[static_cast<size_t>(loop_id)];
  loop->edges = {{entry, -1}, {next, -1}};
  loop->control = &node;
  int32_t otherwise = next;
  if (node.branches.size() > 1) {
    otherwise = Sequence(node.branches[1].body, body_->scopes->ArmScope(&node, 1), next);
  }
  int32_t id = -1;
  GrammarNode* range = New(GrammarKind::kRange, node.pos, scope, -1, &id);
  range->edges = {{entry, 0}, {otherwise, 1}};
  range->control = &node;
  range->loop = loop_id;
  return id;
}

int32_t BodyCompiler::Gap(GrammarKind kind, const TemplateExpr* printed, const FilterSummary& sum,
                          const TemplateExpr* whole, const TemplatePos& pos, const TemplateScope* scope,
                          int32_t next) {
  int32_t id = -1;
  GrammarNode* gap = New(kind, pos, scope, next, &id);
  gap->expr = printed;
  gap->indent = static_cast<int16_t>(sum.indent);
  gap->new_line = sum.new_line && !sum.loose;
  gap->loose = sum.loose;
  gap->to_yaml = CallsFunction(whole, {"toYaml"});
  gap->mentions_values = MentionsValues(whole);
  gap->multi = sum.new_line || MayPrintLines(printed);
  const bool one_line =
      CallsFunction(printed, {"sha256sum", "b64enc", "quote", "int", "trunc", "toJson", "default", "squote"});
  if (one_line && !sum.new_line && !CallsFunction(printed, {"indent"})) gap->multi = false;
  const GrammarNode& after = grammar_->nodes_[static_cast<size_t>(next)];
  const bool is_key = after.kind == GrammarKind::kText && absl::StartsWith(after.text, ":");
  if (is_key && !sum.new_line) gap->multi = false;
  return id;
}

int32_t BodyCompiler::Call(const TemplateExpr* command, const FilterSummary& sum, const TemplateExpr* whole,
                           const TemplatePos& pos, const TemplateScope* scope, int32_t next) {
  const TemplateExpr* name = UnwrapExpr(command->operands[1]);
  if (sum.quotes) next = ActionText("\"", whole, pos, scope, next);
  int32_t id = -1;
  GrammarNode* call = New(GrammarKind::kCall, pos, scope, next, &id);
  call->expr = whole;
  call->indent = static_cast<int16_t>(sum.indent);
  call->new_line = sum.new_line && !sum.loose;
  call->loose = sum.loose;
  call->trims = sum.trims;
  call->mentions_values = MentionsValues(whole);
  if (command->operands.size() > 2) call->argument = command->operands[2];
  const absl::string_view file = PrintedFile(name);
  if (name->kind == TemplateExprKind::kString) {
    call->callee = name->text;
  } else if (!file.empty() && pos.file >= 0) {
    const std::string folder = TemplatesFolder(grammar_->chart_.files()[static_cast<size_t>(pos.file)].path);
    call->callee_file = grammar_->chart_.FindFile(absl::StrCat(folder, absl::string_view(file).substr(1)));
  } else {
    call->name = name;
  }
  return sum.quotes ? ActionText("\"", whole, pos, scope, id) : id;
}

// printf with visible text of its own: the text, and a gap for each verb. -1 when it is not of that form.
int32_t BodyCompiler::Format(const TemplateExpr* command, const TemplateExpr* whole, const TemplatePos& pos,
                             const TemplateScope* scope, int32_t next) {
  if (command->operands.size() < 2 || command->operands[1]->kind != TemplateExprKind::kString) return -1;
  const absl::string_view format = command->operands[1]->text;
  std::vector<absl::string_view> texts;  // one more than verbs
  std::vector<char> verbs;
  size_t begin = 0;
  bool visible = false;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      visible = visible || !absl::ascii_isspace(format[i]);
      continue;
    }
    const char verb = i + 1 < format.size() ? format[i + 1] : '\0';
    if (verb != 's' && verb != 'd' && verb != 'v' && verb != 'q') return -1;
    texts.push_back(format.substr(begin, i - begin));
    verbs.push_back(verb);
    begin = i + 2;
    ++i;
  }
  texts.push_back(format.substr(begin));
  if (verbs.size() + 2 != command->operands.size()) return -1;
  if (!visible && !(verbs.empty() && format == "\n")) return -1;
  for (size_t i = texts.size(); i-- > 0;) {
    next = ActionText(texts[i], whole, pos, scope, next);
    if (i == 0) break;
    next = Gap(GrammarKind::kGap, command->operands[i + 1], {}, whole, pos, scope, next);
    grammar_->nodes_[static_cast<size_t>(next)].adds_quotes = verbs[i - 1] == 'q';
  }
  return next;
}

int32_t BodyCompiler::Print(const TemplateExpr* expr, const std::vector<PipelineFilter>& filters,
                            const TemplateExpr* whole, const TemplatePos& pos, const TemplateScope* scope,
                            int32_t next) {
  PipelineShape shape = ShapeOf(expr);
  shape.filters.insert(shape.filters.end(), filters.begin(), filters.end());
  const FilterSummary sum = Summarize(shape.filters);
  const absl::string_view function = FunctionOf(shape.base);
  if (!sum.opaque && function == "include" && shape.base->operands.size() > 1) {
    return Call(shape.base, sum, whole, pos, scope, next);
  }
  if (shape.filters.empty() && shape.base->kind == TemplateExprKind::kString) {
    return ActionText(shape.base->text, whole, pos, scope, next);
  }
  if (shape.filters.empty() && (function == "printf" || function == "print")) {
    const int32_t formatted = Format(shape.base, whole, pos, scope, next);
    if (formatted >= 0) return formatted;
  }
  const bool names_something = shape.base->kind == TemplateExprKind::kDot ||
                               shape.base->kind == TemplateExprKind::kField ||
                               shape.base->kind == TemplateExprKind::kVariable || function == "tpl";
  if (!sum.opaque && names_something && (function == "tpl" || !MentionsValues(shape.base))) {
    const int32_t id = Gap(GrammarKind::kReference, expr, sum, whole, pos, scope, next);
    GrammarNode* node = &grammar_->nodes_[static_cast<size_t>(id)];
    node->reference = shape.base;
    node->filters = std::move(shape.filters);
    return id;
  }
  return Gap(GrammarKind::kGap, expr, sum, whole, pos, scope, next);
}

}  // namespace chartlint
