#include "analyzer/variants/undefined_templates.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

struct Use {
  absl::string_view name;
  TemplatePos place;
};

struct Around {
  bool unconditional = true;
  bool reachable = true;
  std::string condition;
};

// Walks one body after the other; nesting is limited by the parser.
class Search {
 public:
  Search(const ChartTemplates& templates, const ChartTemplates::File& file, std::string definition, bool dead,
         std::set<std::string>* used, std::vector<UndefinedInclude>* found)
      : templates_(templates),
        file_(file),
        definition_(std::move(definition)),
        dead_(dead),
        used_(used),
        found_(found) {}

  void Body(const TemplateBody& body, const Around& around) {
    for (const TemplateNode* node : body) {
      if (node->kind == TemplateNodeKind::kTemplate) Note({node->name, node->pos}, around);
      if (node->pipe != nullptr) Expression(node->pipe, around);
      Around arm = around;
      for (const TemplateBranch& branch : node->branches) {
        if (branch.condition != nullptr) Expression(branch.condition, arm);
        Around inside = arm;
        inside.unconditional = false;
        inside.condition = Written(*node, branch);
        if (IsConstantFalse(branch.condition)) inside.reachable = false;
        Body(branch.body, inside);
        arm.unconditional = false;
      }
    }
  }

 private:
  void Expression(const TemplateExpr* expr, const Around& around) {
    if (expr->kind == TemplateExprKind::kCommand && expr->operands.size() > 1 &&
        expr->operands[0]->kind == TemplateExprKind::kIdentifier && expr->operands[0]->name == "include" &&
        expr->operands[1]->kind == TemplateExprKind::kString) {
      Note({expr->operands[1]->text, expr->operands[1]->pos}, around);
    }
    for (const TemplateExpr* operand : expr->operands) Expression(operand, around);
  }

  void Note(const Use& use, const Around& around) {
    if (used_ != nullptr) used_->insert(std::string(use.name));
    if (found_ == nullptr || templates_.FindDefinition(use.name) != nullptr) return;
    if (templates_.ResolveSource(use.name).has_value()) return;
    UndefinedInclude include;
    include.name = std::string(use.name);
    include.file = file_.path;
    include.place = use.place;
    include.definition = definition_;
    include.unconditional = around.unconditional;
    include.reachable = around.reachable && !dead_;
    include.condition = around.condition;
    found_->push_back(std::move(include));
  }

  static bool IsConstantFalse(const TemplateExpr* condition) {
    if (condition == nullptr) return false;
    const TemplateExpr* plain = UnwrapExpr(condition);
    return (plain->kind == TemplateExprKind::kBool || plain->kind == TemplateExprKind::kInt) &&
           plain->integer == 0;
  }

  std::string Written(const TemplateNode& node, const TemplateBranch& branch) const {
    const char* const word = node.kind == TemplateNodeKind::kWith    ? "with "
                             : node.kind == TemplateNodeKind::kRange ? "range "
                                                                     : "if ";
    if (branch.condition == nullptr) return "else";
    const uint32_t begin = branch.condition->pos.offset;
    const absl::string_view text =
        absl::string_view(file_.text).substr(begin, std::max(branch.condition->end, begin) - begin);
    return absl::StrCat(word, absl::StripAsciiWhitespace(text));
  }

  const ChartTemplates& templates_;
  const ChartTemplates::File& file_;
  const std::string definition_;
  const bool dead_;
  std::set<std::string>* const used_;
  std::vector<UndefinedInclude>* const found_;
};

bool DefinitionsMayBeMissing(const ChartTemplates& templates) {
  for (const ChartTemplates::File& file : templates.files()) {
    if (file.error.has_value()) return true;
  }
  for (size_t i = 0; i < templates.instances().size(); ++i) {
    for (const ChartValue& dependency : templates.instances()[i].metadata.Field("Dependencies").list()) {
      const std::string& alias = dependency.Field("alias").string_value();
      const std::string& name = alias.empty() ? dependency.Field("name").string_value() : alias;
      bool there = false;
      for (const ChartTemplates::Instance& instance : templates.instances()) {
        there = there || (instance.parent == static_cast<int>(i) && instance.name == name);
      }
      if (!there) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<UndefinedInclude> FindUndefinedIncludes(const ChartTemplates& templates) {
  std::vector<UndefinedInclude> found;
  if (DefinitionsMayBeMissing(templates)) return found;
  std::set<std::string> used;
  for (const ChartTemplates::File& file : templates.files()) {
    Search names(templates, file, "", false, &used, nullptr);
    names.Body(file.tree.root, {});
    for (const TemplateDefinition& definition : file.tree.definitions) names.Body(definition.body, {});
  }
  for (const ChartTemplates::File& file : templates.files()) {
    Search(templates, file, "", false, nullptr, &found).Body(file.tree.root, {});
    for (const TemplateDefinition& definition : file.tree.definitions) {
      const bool replaced = templates.FindDefinition(definition.name) != &definition;
      Search(templates, file, definition.name, replaced || used.count(definition.name) == 0, nullptr, &found)
          .Body(definition.body, {});
    }
  }
  return found;
}

}  // namespace chartlint
