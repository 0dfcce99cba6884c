// Finds the `required` or `fail` that gave a message, which Helm does not tell when it stands in a named template.
//
// Contract
//   Compares the message with every string literal of the charts' templates that stands in an action with `required` or
//   `fail`, where printf's verbs stand for any text. An answer is given only if exactly one literal fits; it is a
//   literal's own line, so a place that exists. Messages that are put together otherwise have no answer.
#ifndef CHARTLINT_ANALYZER_HELM_GUARD_SITES_H_
#define CHARTLINT_ANALYZER_HELM_GUARD_SITES_H_

#include "absl/strings/string_view.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/render_error.h"

namespace chartlint {

// Puts the guard's own place in front of error->frames when it is known and is not the first frame's line already.
// Only for kGuard; sub-charts are searched as well.
void LocateGuard(const Chart& chart, RenderError* error);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_GUARD_SITES_H_
