// Reads what Helm says on stderr when a render fails, in the words of Helm 3.12 to 4.
//
// Contract
//   Never fails: what is not recognised has kind kOther and Helm's own first line as its message. Pure text work; nothing
//   is looked up on disk.
//   `frames` are the places that the error names, innermost first: the line that failed, then the lines that included
//   it. A frame's `file` is Helm's path (see FindTemplate in chart.h). For `required` and `fail` Helm names only the
//   outermost line; guard_sites.h finds the line with the message.
// Upstream: helm pkg/engine/engine.go (cleanupParseError, cleanupExecError, v4 reformatExecErrorMsg),
//   pkg/chartutil/values.go and jsonschema.go, pkg/releaseutil/manifest_sorter.go, Go text/template/exec.go.
#ifndef CHARTLINT_ANALYZER_HELM_RENDER_ERROR_H_
#define CHARTLINT_ANALYZER_HELM_RENDER_ERROR_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

enum class RenderErrorKind {
  kGuard,              // `required` or `fail`: the message is the chart author's own
  kSchema,             // values.schema.json: see `violations`
  kSchemaUnreachable,  // the schema refers to an address, and nothing is fetched
  kInvalidYaml,        // the rendered text of a file is no YAML
  kParse,              // the template cannot be parsed
  kUndefinedTemplate,  // an include of a name that no file defines
  kNilPointer,         // a field of something that is not there
  kWrongType,          // a field of a scalar, a range over a scalar, an argument of the wrong type
  kFunction,           // any other error while a template runs
  kMissingDependency,  // named in Chart.yaml, not in charts/
  kKubeVersion,        // the chart refuses the cluster's version
  kChart,              // Chart.yaml, values.yaml or another file of the chart cannot be loaded
  kValues,             // a values file or --set that cannot be read or parsed
  kLibraryChart,       // not meant to be rendered
  kTimeout,            // over the time limit
  kTooLarge,           // over the output cap
  kCrash,              // Helm ended by a signal, or out of memory
  kOther,
};

// "guard", "schema", ...: for machine-readable reports.
absl::string_view RenderErrorKindName(RenderErrorKind kind);

struct RenderErrorFrame {
  std::string file;     // "app/templates/_helpers.tpl"; "gotpl" becomes "" (text given to tpl)
  uint32_t line = 0;    // 1-based; 0: the error names only the file
  uint32_t column = 0;  // 1-based, in bytes; 0: not named
  std::string name;     // the define or file that runs there; empty if not told
  std::string action;   // what runs: `include "app.name" .`; empty if not told
};

struct SchemaViolation {
  std::string chart;    // whose values.schema.json
  std::vector<std::string> path;  // keys and indices into that chart's values; empty: the root
  std::string message;  // "got string, want integer"
};

struct RenderError {
  RenderErrorKind kind = RenderErrorKind::kOther;
  std::string message;  // one sentence or the author's own words, without places, first letter as Helm wrote it
  std::vector<RenderErrorFrame> frames;  // innermost first; may be empty
  std::vector<SchemaViolation> violations;  // kSchema; the innermost causes, sorted (Helm's order is random)
  // The line where Helm's parser gave up, and go-yaml is up to one line off; 0 if not told. kInvalidYaml: in the rendered
  // file's text, from the document's start.
  uint32_t yaml_line = 0;
  // kChart: the chart's file that is no YAML, through the entries of charts/: "charts/sub-1.0.0.tgz/values.yaml". kValues:
  // the values file, as Helm was given it. Empty for all other reasons.
  std::string yaml_file;
  std::string subject;  // kUndefinedTemplate: the name; kMissingDependency: the names; kSchemaUnreachable: the address
};

RenderError ParseRenderError(absl::string_view standard_error);

// "/a~1b/0" and the older "a.b.0" or "(root)" as keys.
std::vector<std::string> ParseJsonPointer(absl::string_view pointer);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_RENDER_ERROR_H_
