// The bodies of a chart's templates that a render can take: of if, else if, else, with, range and define.
//
// Not counted: definitions that another one of the same name replaces. Told apart: bodies that call `fail`
// (guards: to be avoided, not reached), NOTES.txt, and sub-charts' templates. Ids follow the order of files
// and lines.
#ifndef CHARTLINT_ANALYZER_VARIANTS_BRANCHES_H_
#define CHARTLINT_ANALYZER_VARIANTS_BRANCHES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/template/chart_templates.h"

namespace chartlint {

using BranchId = int32_t;

enum class BranchKind : uint8_t { kDefine, kIf, kWith, kRange, kElse };

struct Branch {
  BranchKind kind = BranchKind::kIf;
  int32_t file = -1;       // into ChartTemplates::files()
  TemplatePos place;       // of the action that opens it
  int32_t last_line = 0;   // of the action that closes it
  BranchId parent = -1;    // the body around it
  std::string definition;  // the define in which it stands, or which it is; empty: the file's own text
  bool guard = false;      // calls fail: a render that takes it fails
  bool own = false;        // of the root chart, not of a sub-chart
  bool notes = false;      // in NOTES.txt
  const TemplateNode* node = nullptr;           // null: a define
  const TemplateBranch* arm = nullptr;          // null: a define
  const TemplateDefinition* defined = nullptr;  // a define

  // What a variant should reach.
  bool IsTarget() const { return own && !guard && !notes; }
};

class BranchTable {
 public:
  explicit BranchTable(const ChartTemplates& templates);

  const std::vector<Branch>& branches() const { return branches_; }
  const Branch& at(BranchId id) const { return branches_[static_cast<size_t>(id)]; }
  // -1: not in the table.
  BranchId Find(const TemplateBranch* arm) const;
  BranchId Find(const TemplateDefinition* definition) const;
  // The bodies around a line, innermost first.
  std::vector<BranchId> Around(int32_t file, int32_t line) const;

  // "if .Values.tls.enabled", "else", "define \"app.name\"": the tag as it is written, shortened.
  std::string Describe(BranchId id) const;

 private:
  void AddBody(const TemplateBody& body, const Branch& around, BranchId parent);

  const ChartTemplates& templates_;
  std::vector<Branch> branches_;
  absl::flat_hash_map<const void*, BranchId> ids_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_BRANCHES_H_
