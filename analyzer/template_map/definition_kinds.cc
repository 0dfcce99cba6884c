#include "analyzer/template_map/definition_kinds.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "analyzer/template/tree.h"

namespace chartlint {
namespace {

struct Use {
  bool yaml_literal = false;  // its text has a line like `key:` or `- x`
  bool indented = false;      // an include of it goes through indent or nindent
  bool as_value = false;      // ... or into a condition, an argument or a filter of strings
};
using Uses = absl::flat_hash_map<std::string, Use>;

// `key:` or `- ` at the start of a line
bool LooksLikeYaml(absl::string_view text) {
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripLeadingAsciiWhitespace(line);
    if (line.size() >= 2 && line[0] == '-' && line[1] == ' ') return true;
    size_t i = 0;
    while (i < line.size() && (absl::ascii_isalnum(line[i]) ||
                               absl::string_view("_.\"'/-").find(line[i]) != absl::string_view::npos)) {
      ++i;
    }
    if (i > 0 && i < line.size() && line[i] == ':' &&
        (i + 1 == line.size() || line[i + 1] == ' ' || line[i + 1] == '\t')) {
      return true;
    }
  }
  return false;
}

void ScanText(const TemplateBody& body, Use* use) {
  for (const TemplateNode* node : body) {
    if (node->kind == TemplateNodeKind::kText && LooksLikeYaml(node->text)) use->yaml_literal = true;
    for (const TemplateBranch& branch : node->branches) ScanText(branch.body, use);
  }
}

bool IsStringFilter(absl::string_view f) {
  for (const char* const name :
       {"quote", "squote", "b64enc", "trunc", "sha256sum", "default", "eq", "ne", "replace", "lower"}) {
    if (f == name) return true;
  }
  return false;
}

// `direct`: what this expression gives is what the action prints.
void ScanExpr(const TemplateExpr* expr, bool direct, Uses* uses) {
  if (expr == nullptr) return;
  if (expr->kind == TemplateExprKind::kPipeline && !expr->operands.empty()) {
    const TemplateExpr* first = expr->operands[0];
    std::string name;
    const bool is_call = first->kind == TemplateExprKind::kCommand && first->operands.size() > 1 &&
                         first->operands[0]->kind == TemplateExprKind::kIdentifier &&
                         first->operands[0]->name == "include" &&
                         first->operands[1]->kind == TemplateExprKind::kString;
    if (is_call) {
      Use& use = (*uses)[first->operands[1]->text];
      if (!direct) use.as_value = true;
      for (size_t i = 1; i < expr->operands.size(); ++i) {
        const absl::string_view filter = expr->operands[i]->operands[0]->name;
        if (filter == "indent" || filter == "nindent") use.indented = true;
        if (IsStringFilter(filter)) use.as_value = true;
      }
    }
    for (size_t i = is_call ? 1 : 0; i < expr->operands.size(); ++i)
      ScanExpr(expr->operands[i], direct, uses);
    if (is_call) {
      for (size_t i = 2; i < first->operands.size(); ++i) ScanExpr(first->operands[i], false, uses);
    }
    return;
  }
  if (expr->kind == TemplateExprKind::kCommand && expr->operands[0]->kind == TemplateExprKind::kIdentifier) {
    const absl::string_view function = expr->operands[0]->name;
    const bool passes = direct && (function == "indent" || function == "nindent" || function == "tpl");
    for (size_t i = 1; i < expr->operands.size(); ++i) ScanExpr(expr->operands[i], passes, uses);
    if (function == "include" && expr->operands.size() > 1 &&
        expr->operands[1]->kind == TemplateExprKind::kString) {
      (*uses)[expr->operands[1]->text].as_value = true;  // not the head of a pipeline of its own
    }
    if ((function == "indent" || function == "nindent") && expr->operands.size() > 2) {
      const TemplateExpr* inner = UnwrapExpr(expr->operands[2]);
      if (inner->kind == TemplateExprKind::kPipeline) inner = inner->operands[0];
      if (inner->kind == TemplateExprKind::kCommand && inner->operands.size() > 1 &&
          inner->operands[0]->name == "include" && inner->operands[1]->kind == TemplateExprKind::kString) {
        (*uses)[inner->operands[1]->text].indented = true;
      }
    }
    return;
  }
  for (const TemplateExpr* operand : expr->operands) ScanExpr(operand, false, uses);
}

void ScanActions(const TemplateBody& body, Uses* uses) {
  for (const TemplateNode* node : body) {
    if (node->kind == TemplateNodeKind::kAction) ScanExpr(node->pipe, true, uses);
    for (const TemplateBranch& branch : node->branches) {
      ScanExpr(branch.condition, false, uses);
      ScanActions(branch.body, uses);
    }
  }
}

}  // namespace

absl::flat_hash_map<std::string, bool> FindStringDefinitions(const ChartTemplates& chart) {
  Uses uses;
  for (const ChartTemplates::File& file : chart.files()) {
    ScanActions(file.tree.root, &uses);
    for (const TemplateDefinition& definition : file.tree.definitions) {
      ScanText(definition.body, &uses[definition.name]);
      ScanActions(definition.body, &uses);
    }
  }
  absl::flat_hash_map<std::string, bool> strings;
  for (const auto& entry : uses) {
    const Use& use = entry.second;
    strings[entry.first] = !use.yaml_literal && !(use.indented && !use.as_value);
  }
  return strings;
}

}  // namespace chartlint
