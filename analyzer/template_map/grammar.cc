#include "analyzer/template_map/grammar.h"

#include <utility>

#include "analyzer/template/parser.h"
#include "analyzer/template_map/body_compiler.h"
#include "analyzer/template_map/definition_kinds.h"

namespace chartlint {

// A template that came from values: its source, its tree, and the body compiled from it.
struct Grammar::TextTemplate {
  std::string source;
  TemplateTree tree;
  std::unique_ptr<CompiledBody> body;
};

Grammar::Grammar(const ChartTemplates& chart)
    : chart_(chart), string_definitions_(FindStringDefinitions(chart)) {}
Grammar::~Grammar() = default;

std::unique_ptr<CompiledBody> Grammar::Compile(const TemplateBody& nodes) {
  scopes_.push_back(std::make_unique<BodyScopes>(nodes));
  auto body = std::make_unique<CompiledBody>();
  body->scopes = scopes_.back().get();
  BodyCompiler compiler(this, body.get());
  const int32_t end = compiler.End();
  body->entry = compiler.Sequence(nodes, body->scopes->root(), end);
  return body;
}

const CompiledBody* Grammar::File(int file) {
  const auto it = files_.find(file);
  if (it != files_.end()) return it->second.get();
  const ChartTemplates::File& source = chart_.files()[static_cast<size_t>(file)];
  if (source.error.has_value()) return nullptr;
  return (files_[file] = Compile(source.tree.root)).get();
}

const CompiledBody* Grammar::Definition(absl::string_view name) {
  const auto it = definitions_.find(name);
  if (it != definitions_.end()) return it->second.get();
  const TemplateDefinition* definition = chart_.FindDefinition(name);
  std::unique_ptr<CompiledBody> body;
  if (definition != nullptr) {
    body = Compile(definition->body);
    const auto kind = string_definitions_.find(name);
    body->is_string = kind == string_definitions_.end() || kind->second;
  }
  return (definitions_[std::string(name)] = std::move(body)).get();
}

const CompiledBody* Grammar::Fragment(const TemplateExpr* expr, const TemplateScope* scope,
                                      const CompiledBody* body, int32_t at) {
  std::unique_ptr<CompiledBody>& slot = fragments_[{expr, at}];
  if (slot == nullptr) {
    const GrammarNode& place = node(at);
    slot = std::make_unique<CompiledBody>();
    slot->scopes = body->scopes;
    BodyCompiler compiler(this, slot.get());
    const int32_t end = compiler.End();
    const TemplatePos pos{place.file, 0, place.line, place.column};
    slot->entry = compiler.Print(expr, place.filters, place.expr, pos, scope, end);
  }
  return slot.get();
}

const CompiledBody* Grammar::Text(const std::string& text) {
  const auto it = texts_.find(text);
  if (it != texts_.end()) return it->second->body.get();
  auto own = std::make_unique<TextTemplate>();
  own->source = text;
  if (!ParseTemplate(own->source, -1, &own->tree).has_value()) own->body = Compile(own->tree.root);
  return (texts_[text] = std::move(own))->body.get();
}

bool MentionsValues(const TemplateExpr* expr) {
  if (expr == nullptr) return false;
  for (const absl::string_view field : expr->fields) {
    if (field == "Values") return true;
  }
  for (const TemplateExpr* operand : expr->operands) {
    if (MentionsValues(operand)) return true;
  }
  return false;
}

}  // namespace chartlint
