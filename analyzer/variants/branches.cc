#include "analyzer/variants/branches.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace chartlint {
namespace {

// `fail`, or `required "..." nil`.
bool CallsFail(const TemplateExpr* expr) {
  if (expr == nullptr) return false;
  if (expr->kind == TemplateExprKind::kIdentifier && expr->name == "fail") return true;
  if (expr->kind == TemplateExprKind::kCommand && expr->operands.size() > 2 &&
      expr->operands[0]->name == "required" &&
      UnwrapExpr(expr->operands[2])->kind == TemplateExprKind::kNil) {
    return true;
  }
  return std::any_of(expr->operands.begin(), expr->operands.end(), CallsFail);
}

bool HoldsFail(const TemplateBody& body) {
  return std::any_of(body.begin(), body.end(), [](const TemplateNode* node) {
    return node->kind == TemplateNodeKind::kAction && CallsFail(node->pipe);
  });
}

BranchKind KindOf(const TemplateNode& node, const TemplateBranch& arm) {
  if (arm.condition == nullptr) return BranchKind::kElse;
  if (node.kind == TemplateNodeKind::kRange) return BranchKind::kRange;
  return node.kind == TemplateNodeKind::kWith ? BranchKind::kWith : BranchKind::kIf;
}

}  // namespace

BranchTable::BranchTable(const ChartTemplates& templates) : templates_(templates) {
  for (size_t i = 0; i < templates.files().size(); ++i) {
    const ChartTemplates::File& file = templates.files()[i];
    if (file.error.has_value()) continue;
    Branch around;
    around.file = static_cast<int32_t>(i);
    around.own = !absl::StartsWith(file.path, "charts/");
    around.notes = absl::EndsWith(file.path, "/NOTES.txt");
    AddBody(file.tree.root, around, -1);
    const TemplateLines lines(file.text);
    for (const TemplateDefinition& definition : file.tree.definitions) {
      if (templates.FindDefinition(definition.name) != &definition) continue;
      Branch branch = around;
      branch.kind = BranchKind::kDefine;
      branch.place = definition.pos;
      branch.last_line = lines.Line(definition.end == 0 ? 0 : definition.end - 1);
      branch.definition = definition.name;
      branch.defined = &definition;
      branch.guard = HoldsFail(definition.body);
      const BranchId id = static_cast<BranchId>(branches_.size());
      ids_[&definition] = id;
      branches_.push_back(branch);
      AddBody(definition.body, branch, id);
    }
  }
}

void BranchTable::AddBody(const TemplateBody& body, const Branch& around, BranchId parent) {
  for (const TemplateNode* node : body) {
    for (size_t i = 0; i < node->branches.size(); ++i) {
      const TemplateBranch& arm = node->branches[i];
      Branch branch = around;
      branch.kind = KindOf(*node, arm);
      branch.place = arm.pos;
      branch.last_line = i + 1 < node->branches.size() ? node->branches[i + 1].pos.line : node->end_pos.line;
      branch.parent = parent;
      branch.guard = HoldsFail(arm.body);
      branch.node = node;
      branch.arm = &arm;
      branch.defined = nullptr;
      const BranchId id = static_cast<BranchId>(branches_.size());
      ids_[&arm] = id;
      branches_.push_back(branch);
      AddBody(arm.body, branch, id);
    }
  }
}

BranchId BranchTable::Find(const TemplateBranch* arm) const {
  const auto it = ids_.find(arm);
  return it == ids_.end() ? -1 : it->second;
}

BranchId BranchTable::Find(const TemplateDefinition* definition) const {
  const auto it = ids_.find(definition);
  return it == ids_.end() ? -1 : it->second;
}

std::vector<BranchId> BranchTable::Around(int32_t file, int32_t line) const {
  std::vector<BranchId> around;
  for (size_t i = 0; i < branches_.size(); ++i) {
    const Branch& branch = branches_[i];
    if (branch.file == file && branch.place.line <= line && line <= branch.last_line) {
      around.push_back(static_cast<BranchId>(i));
    }
  }
  std::stable_sort(around.begin(), around.end(),
                   [this](BranchId a, BranchId b) { return at(a).place.offset > at(b).place.offset; });
  return around;
}

std::string BranchTable::Describe(BranchId id) const {
  const Branch& branch = at(id);
  if (branch.kind == BranchKind::kDefine) return absl::StrCat("define \"", branch.definition, "\"");
  if (branch.kind == BranchKind::kElse) return "else";
  constexpr size_t kMaxText = 100;
  const std::string& text = templates_.files()[static_cast<size_t>(branch.file)].text;
  std::string tag = text.substr(branch.place.offset, branch.arm->end - branch.place.offset);
  tag = absl::StrReplaceAll(tag, {{"{{-", ""}, {"{{", ""}, {"-}}", ""}, {"}}", ""}, {"\n", " "}});
  const size_t begin = tag.find_first_not_of(' ');
  const size_t end = tag.find_last_not_of(' ');
  if (begin == std::string::npos) return "";
  tag = tag.substr(begin, end - begin + 1);
  return tag.size() > kMaxText ? tag.substr(0, kMaxText) + "..." : tag;
}

}  // namespace chartlint
