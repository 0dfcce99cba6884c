// Compiles the nodes of one body into a Grammar, from its end to its start.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_BODY_COMPILER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_BODY_COMPILER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/template/chart_templates.h"
#include "analyzer/template/tree.h"
#include "analyzer/template_map/grammar.h"
#include "analyzer/template_map/pipeline_shape.h"
#include "analyzer/template_map/scope.h"

namespace chartlint {

class BodyCompiler {
 public:
  BodyCompiler(Grammar* grammar, const CompiledBody* body) : grammar_(grammar), body_(body) {}

  // Each gives the id of its first node; `next` comes after it.
  int32_t Sequence(const TemplateBody& nodes, const TemplateScope* scope, int32_t next);
  // `expr` printed through `filters`, as an action at `pos` does. `whole` is what the action is written as.
  int32_t Print(const TemplateExpr* expr, const std::vector<PipelineFilter>& filters,
                const TemplateExpr* whole, const TemplatePos& pos, const TemplateScope* scope, int32_t next);
  int32_t End();

 private:
  struct Loop {
    int32_t again = -1;
    int32_t after = -1;
  };

  GrammarNode* New(GrammarKind kind, const TemplatePos& pos, const TemplateScope* scope, int32_t next,
                   int32_t* id);
  int32_t Text(absl::string_view text, const TemplatePos& pos, const TemplateScope* scope, int32_t next);
  int32_t ActionText(absl::string_view text, const TemplateExpr* whole, const TemplatePos& pos,
                     const TemplateScope* scope, int32_t next);
  int32_t Control(const TemplateNode& node, const TemplateScope* scope, int32_t next);
  int32_t Range(const TemplateNode& node, const TemplateScope* scope, int32_t next);
  int32_t Call(const TemplateExpr* command, const FilterSummary& sum, const TemplateExpr* whole,
               const TemplatePos& pos, const TemplateScope* scope, int32_t next);
  int32_t Format(const TemplateExpr* command, const TemplateExpr* whole, const TemplatePos& pos,
                 const TemplateScope* scope, int32_t next);
  int32_t Gap(GrammarKind kind, const TemplateExpr* printed, const FilterSummary& sum,
              const TemplateExpr* whole, const TemplatePos& pos, const TemplateScope* scope, int32_t next);

  Grammar* grammar_;
  const CompiledBody* body_;
  std::vector<Loop> loops_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_BODY_COMPILER_H_
