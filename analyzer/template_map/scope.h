// What names mean inside one template body: the nesting of its control structures, and where variables are
// declared and assigned. Built once for each body, from the tree alone.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_SCOPE_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_SCOPE_H_

#include <cstdint>
#include <deque>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/template/tree.h"

namespace chartlint {

enum class ScopeKind : uint8_t {
  kBody,   // a whole file or definition
  kChain,  // an if, with or range with all its arms; holds what the conditions declare
  kArm,    // one arm
};

struct TemplateScope {
  ScopeKind kind = ScopeKind::kBody;
  const TemplateScope* parent = nullptr;  // null for kBody
  const TemplateNode* node = nullptr;     // kChain, kArm
  int arm = -1;                           // kArm: index into node->branches
  bool sets_dot = false;                  // kArm of with or range that is not its else
  bool is_loop = false;                   // kArm: the body of a range
  // The pipeline that opens this arm; null for else.
  const TemplateExpr* condition() const { return arm < 0 ? nullptr : node->branches[size_t(arm)].condition; }
};

// A declaration of, or an assignment to, a variable.
struct VariableEvent {
  absl::string_view name;
  uint32_t offset = 0;                   // of the end of its pipeline: from here on it holds
  const TemplateScope* scope = nullptr;  // in which it stands
  const TemplateExpr* pipe = nullptr;
  bool declares = false;  // :=
  bool changes = false;  // set $x ...: the value is the pipe's, too; null: something deeper inside is changed
  int range_variable = 0;  // 1: the range's element or index (first of two); 2: second of two
};

// All scopes and variables of one body.
class BodyScopes {
 public:
  explicit BodyScopes(const TemplateBody& body);
  BodyScopes(const BodyScopes&) = delete;
  BodyScopes& operator=(const BodyScopes&) = delete;

  const TemplateScope* root() const { return &scopes_.front(); }
  const TemplateScope* ArmScope(const TemplateNode* node, int arm) const;

  // The declaration that a use of `name` at `offset` in `scope` refers to; null when there is none.
  const VariableEvent* FindDeclaration(absl::string_view name, const TemplateScope* scope,
                                       uint32_t offset) const;
  // Assignments to it between the declaration and a use, in order. *later: those that follow the use within a
  // loop that both are in, so that their values may come around and reach it.
  std::vector<const VariableEvent*> Assignments(const VariableEvent& declaration,
                                                const TemplateScope* use_scope, uint32_t use_offset,
                                                std::vector<const VariableEvent*>* later) const;

 private:
  void Walk(const TemplateBody& body, const TemplateScope* scope);
  void Note(const TemplateExpr* pipe, const TemplateScope* scope, bool is_range);

  std::deque<TemplateScope> scopes_;
  absl::flat_hash_map<const TemplateNode*, std::vector<const TemplateScope*>> arms_;
  absl::flat_hash_map<absl::string_view, std::vector<VariableEvent>> events_;  // by name, in order of offset
};

// Is `outer` the scope itself or one around it?
bool ScopeIsWithin(const TemplateScope* inner, const TemplateScope* outer);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_SCOPE_H_
