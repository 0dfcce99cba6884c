// The functions of Go templates, sprig and Helm that the evaluator models. Semantics: text/template/funcs.go,
// Masterminds/sprig v3, helm.sh/helm/v3/pkg/engine/funcs.go.
//
// Pure functions of their arguments. A call that Go would refuse gives unknown. Those of the evaluator itself
// (include, tpl, and, or) are not here.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_FUNCTIONS_H_
#define CHARTLINT_ANALYZER_TEMPLATE_FUNCTIONS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/value.h"

namespace chartlint {

using FunctionArguments = std::vector<ChartValue>;

struct TemplateFunction {
  ChartValue (*call)(const FunctionArguments& args) = nullptr;
  int min_arguments = 0;
  int max_arguments = -1;  // -1: any number
  // Called with unknown arguments, too; else any unknown argument makes the result unknown.
  bool takes_unknown = false;
};

// Null: not modelled.
const TemplateFunction* FindTemplateFunction(absl::string_view name);

// One family each; merged by FindTemplateFunction.
struct NamedFunction {
  const char* name;
  TemplateFunction function;
};
std::vector<NamedFunction> LogicFunctions();       // comparison, defaults, kinds
std::vector<NamedFunction> NumberFunctions();      // conversion and arithmetic
std::vector<NamedFunction> TextFunctions();        // strings
std::vector<NamedFunction> PatternFunctions();     // regular expressions, versions, encodings
std::vector<NamedFunction> CollectionFunctions();  // lists
std::vector<NamedFunction> MapFunctions();         // dicts, YAML, JSON

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_FUNCTIONS_H_
