// Finds includes of named templates that no file defines, before anything is rendered.
//
// Contract
//   Reports `include "name" ...` and {{template "name" ...}} with a literal name that is neither defined
//   anywhere in the chart (sub-charts and libraries included) nor the name of a template file. Computed
//   names, and templates inside strings given to tpl, are left alone. The order is that of files and lines.
//   Nothing is reported when definitions may be missing for another reason: a template file that does not
//   parse, or a dependency that is not in charts/ (Chart.yaml; for requirements.yaml the caller looks at
//   Chart::problems).
#ifndef CHARTLINT_ANALYZER_VARIANTS_UNDEFINED_TEMPLATES_H_
#define CHARTLINT_ANALYZER_VARIANTS_UNDEFINED_TEMPLATES_H_

#include <string>
#include <vector>

#include "analyzer/template/chart_templates.h"

namespace chartlint {

struct UndefinedInclude {
  std::string name;   // the name that is not defined
  std::string file;   // path relative to the chart
  TemplatePos place;  // of the name
  // The define in which it stands; empty: the file's own text.
  std::string definition;
  // Of its own text or define: nothing decides whether it runs.
  bool unconditional = false;
  // False: a condition around it is a constant that is not met, or no include names the define in which it
  // stands.
  bool reachable = true;
  // The innermost condition around it, as it is written (`if .Values.tls.enabled`); empty: none.
  std::string condition;
};

std::vector<UndefinedInclude> FindUndefinedIncludes(const ChartTemplates& templates);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_UNDEFINED_TEMPLATES_H_
