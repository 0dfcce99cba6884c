// Executes templates in three-valued logic to learn which bodies run: the work of EvaluatingOracle for one
// render.
//
// Writes to variables and to maps, those of the root context and .Values among them, are followed as Go has
// them: maps are shared. What a branch that may or may not run writes is unknown afterwards. Bounded in steps and depth.
#ifndef CHARTLINT_ANALYZER_VARIANTS_BRANCH_WALK_H_
#define CHARTLINT_ANALYZER_VARIANTS_BRANCH_WALK_H_

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/template/evaluator.h"
#include "analyzer/variants/branch_oracle.h"

namespace chartlint {

class BranchWalk : public RenderHooks {
 public:
  BranchWalk(const ChartTemplates& templates, const BranchTable& branches, const ReleaseFacts& release)
      : templates_(templates), table_(branches), release_(release), states_(branches.branches().size()) {}

  // All files of one instance, in Helm's order. Gives what .Values is afterwards, if a file replaced it.
  std::optional<ChartValue> RunChart(int instance, const ChartValue& values);
  const std::vector<BranchState>& states() const { return states_; }

  ChartValue Include(absl::string_view name, const ChartValue& dot) override;
  std::optional<bool> ServesApi(absl::string_view api_version) const override;
  bool InDoubt() const override { return open_ > 0; }

 private:
  // Variables: scopes on a stack.
  class Locals : public TemplateVariables {
   public:
    ChartValue Lookup(const TemplateExpr& variable) const override {
      for (auto it = stack_.rbegin(); it != stack_.rend(); ++it) {
        if (it->first == variable.name) return it->second;
      }
      return ChartValue();
    }
    void Declare(absl::string_view name, ChartValue value) { stack_.emplace_back(name, std::move(value)); }
    void Assign(absl::string_view name, const ChartValue& value) {
      for (auto it = stack_.rbegin(); it != stack_.rend(); ++it) {
        if (it->first != name) continue;
        it->second = value;
        return;
      }
    }
    size_t size() const { return stack_.size(); }
    void Shrink(size_t size) { stack_.resize(std::min(size, stack_.size())); }
    std::vector<std::pair<absl::string_view, ChartValue>> Save() const { return stack_; }
    void Restore(std::vector<std::pair<absl::string_view, ChartValue>> saved) { stack_ = std::move(saved); }

   private:
    std::vector<std::pair<absl::string_view, ChartValue>> stack_;
  };
  enum class Flow { kOn, kBreak, kContinue };
  struct Context {
    ChartValue dot;
    ChartValue root;
    Locals* locals = nullptr;
    Evaluator* evaluator = nullptr;
    std::optional<std::string>* out = nullptr;  // nullopt: not known any more
  };

  Flow Execute(const TemplateBody& body, Context context);
  Flow ExecuteNode(const TemplateNode& node, Context* context);
  Flow ExecuteArms(const TemplateNode& node, Context* context);
  Flow ExecuteRange(const TemplateNode& node, Context* context);
  // Bodies that may or may not run.
  void ExecuteOpen(const TemplateBranch& branch, const TemplateNode& node, const ChartValue& value,
                   Context* context);
  ChartValue Value(const TemplateExpr* pipe, Context* context);
  static void Assign(const TemplateExpr* pipe, const ChartValue& value, Context* context);
  void Mark(BranchId branch);
  void ForgetAssigned(const TemplateBody& body, Locals* locals) const;

  const ChartTemplates& templates_;
  const BranchTable& table_;
  const ReleaseFacts& release_;
  std::vector<BranchState> states_;
  int open_ = 0;                                         // > 0: within something that may not run
  int include_depth_ = 0;
  int steps_ = 0;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_BRANCH_WALK_H_
