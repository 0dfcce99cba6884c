// Comments in a chart's templates that accept findings: `# chartlint: ignore …` and `{{/* chartlint: ignore … */}}`.
//
// Contract
//   A comment speaks for the template line that a finding is shown at, or the line of a key or item that holds it, by the
//   template map; so it also works where Helm drops the comment. Files of packed sub-charts are not read.
//   What is wrong with a comment is told at the template, once, whatever renders repeat it. It is called unused only if
//   a variant rendered the lines that it speaks for.
// Lifetime: run and places must outlive it.
#ifndef CHARTLINT_ANALYZER_CHARTS_TEMPLATE_COMMENTS_H_
#define CHARTLINT_ANALYZER_CHARTS_TEMPLATE_COMMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/charts/chart_run.h"
#include "analyzer/charts/template_places.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/engine/directive.h"

namespace chartlint {

class TemplateComments {
 public:
  TemplateComments(const ChartRun& run, const TemplatePlaces& places);

  // Marks findings that a comment accepts.
  void Apply(std::vector<Finding>* findings);
  // What is wrong with comments and annotations of the chart, rendered ones included.
  std::vector<Finding> Findings(const Analysis& analysis, const Selection& selection) const;

 private:
  struct Comment {
    int32_t file = -1;
    Directive directive;
    std::vector<std::string> used;
  };
  bool SpeaksFor(const Comment& comment, const Finding& finding) const;
  bool IsAt(const Comment& comment, Node node, uint32_t variant) const;

  const ChartRun& run_;
  const TemplatePlaces& places_;
  std::vector<Comment> comments_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_TEMPLATE_COMMENTS_H_
