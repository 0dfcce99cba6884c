// Reads the list of values.schema.json violations out of Helm's message; used by render_error.cc.
//
// Two shapes: Helm 3.18 and later print a tree ("- at '/a/b': got string, want integer", causes indented by two), older
// ones a flat list ("- a.b: Invalid type. Expected: integer, given: string").
#ifndef CHARTLINT_ANALYZER_HELM_SCHEMA_ERROR_H_
#define CHARTLINT_ANALYZER_HELM_SCHEMA_ERROR_H_

#include "absl/strings/string_view.h"
#include "analyzer/helm/render_error.h"

namespace chartlint {

// `text` is what follows Helm's header line. Sets kind, message, violations and subject.
void ParseSchemaError(absl::string_view text, RenderError* error);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_SCHEMA_ERROR_H_
