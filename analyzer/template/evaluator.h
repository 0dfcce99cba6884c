// Partial evaluation of templates: what an expression or a definition gives for known values, where unknown
// is a value.
//
// Nothing here fails: a function that is not modelled, a wrong type, a missing definition, a lookup in the
// cluster, or a budget that is used up gives an unknown value. So every answer that is known is what Helm
// would give (up to a few corners noted at the functions), and no answer is a guess. Conditions decide with
// `and`/`or` even when only the deciding operand is known.
//
// An Evaluator is cheap; it keeps a reference to the ChartTemplates. Not thread-safe: use one for each
// thread. Depth, steps and output of one call are limited.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_EVALUATOR_H_
#define CHARTLINT_ANALYZER_TEMPLATE_EVALUATOR_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template/tree.h"
#include "analyzer/template/value.h"

namespace chartlint {

// Where variables of an expression get their values: given by the caller that walks the template.
class TemplateVariables {
 public:
  virtual ~TemplateVariables() = default;
  // `variable` is a kVariable other than "$"; its fields are followed by the evaluator.
  virtual ChartValue Lookup(const TemplateExpr& variable) const = 0;
};

// What a render is told beside the values.
struct ReleaseFacts {
  std::string name = "release-name";
  std::string release_namespace = "default";
  std::string kube_version = "v1.34.0";  // with or without "v"; empty: unknown
  std::string helm_version;  // with or without "v"; empty: unknown
  bool is_upgrade = false;
  // --api-versions. Nullopt: how it was rendered is not known, so .Capabilities.APIVersions.Has is unknown.
  std::optional<std::vector<std::string>> api_versions;
};

// What a caller that follows a whole render knows beyond the evaluator.
class RenderHooks {
 public:
  virtual ~RenderHooks() = default;
  // Instead of Evaluator::Include.
  virtual ChartValue Include(absl::string_view name, const ChartValue& dot) = 0;
  // What .Capabilities.APIVersions.Has answers.
  virtual std::optional<bool> ServesApi(absl::string_view api_version) const = 0;
  // True while it is not sure that what is evaluated is executed at all: what is written then may be there
  // or not.
  virtual bool InDoubt() const = 0;
};

class Evaluator {
 public:
  // `hooks` may be null. With them, a lookup finds nothing, as in `helm template`, and set, unset and merge
  // change the map that they are given in place; so all values have to be the caller's own
  // (ChartValue::OwnCopy).
  explicit Evaluator(const ChartTemplates& chart, RenderHooks* hooks = nullptr) : chart_(chart), hooks_(hooks) {}

  // The root context ($, and . at the top) of a file of one instance, with `values` as its .Values.
  static ChartValue RootContext(const ChartTemplates& chart, const ReleaseFacts& release, int instance,
                                const ChartValue& values, absl::string_view template_path);

  // `root` is what $ means. Declarations in the pipeline are not carried out.
  ChartValue Evaluate(const TemplateExpr* expr, const ChartValue& dot, const ChartValue& root,
                      const TemplateVariables& variables);

  // What `include "name" dot` gives. Unknown as soon as any part of the output is.
  ChartValue Include(absl::string_view name, const ChartValue& dot);

 private:
  class Locals;
  enum class Flow { kOn, kBreak, kContinue, kUnknown };

  ChartValue Eval(const TemplateExpr* expr, const ChartValue& dot, const ChartValue& root,
                  const TemplateVariables& variables);
  ChartValue Command(const TemplateExpr* command, const ChartValue* piped, const ChartValue& dot,
                     const ChartValue& root, const TemplateVariables& variables);
  ChartValue Call(absl::string_view name, const std::vector<const TemplateExpr*>& operands,
                  const ChartValue* piped, const ChartValue& dot, const ChartValue& root,
                  const TemplateVariables& variables);
  // set, unset, merge, mergeOverwrite, deepCopy; false: `name` is none of them.
  bool ChangeMap(absl::string_view name, const std::vector<ChartValue>& args, ChartValue* result) const;
  // Methods of .Files and .Capabilities.APIVersions; the receiver and what it is called with.
  ChartValue Method(absl::string_view name, const ChartValue& receiver, const std::vector<ChartValue>& args) const;
  static ChartValue FieldOrMethod(const ChartValue& value, absl::string_view name);
  ChartValue Tpl(const std::string& text, const ChartValue& dot);
  ChartValue Run(const TemplateBody& body, const ChartValue& dot);
  Flow Execute(const TemplateBody& body, const ChartValue& dot, const ChartValue& root, Locals* locals,
               std::string* out);
  Flow ExecuteNode(const TemplateNode& node, const ChartValue& dot, const ChartValue& root, Locals* locals,
                   std::string* out);
  Flow ExecuteRange(const TemplateNode& node, const ChartValue& dot, const ChartValue& root, Locals* locals,
                    std::string* out);
  Flow Assign(const TemplateExpr* pipe, const ChartValue& value, Locals* locals);
  bool Spend();  // false: the budget is used up

  static constexpr int kMaxDepth = 500;  // of nested evaluations and executions
  static constexpr int kStepsOfOneCall = 30000;

  const ChartTemplates& chart_;
  RenderHooks* hooks_;
  int depth_ = 0;
  int include_depth_ = 0;
  int steps_left_ = 0;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_EVALUATOR_H_
