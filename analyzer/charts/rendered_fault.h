// A template whose text is no YAML once rendered, which Helm tells without a place: the rendered line, and the template lines
// that made it.
//
// Contract
//   Looks at the text of one template within what `helm template --debug` prints, which holds the files in any order. The
//   template line is the template map's answer; where it is not sure, only the rendered line is told. Nullopt if our own
//   reader finds no fault (yaml_fault.h).
//   Bounded on any input: texts over kMaxMappedText are not led to their template.
#ifndef CHARTLINT_ANALYZER_CHARTS_RENDERED_FAULT_H_
#define CHARTLINT_ANALYZER_CHARTS_RENDERED_FAULT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template_map/template_map.h"

namespace chartlint {

constexpr size_t kMaxMappedText = 1u << 20;

struct RenderedFault {
  uint32_t line = 0;       // of what the template renders, 1-based, behind its `# Source:` comment
  std::string text;        // of that line, cut to what a note can hold
  bool is_mapping = true;  // false: it is YAML, but a list or a text
  LinePlace place;         // confidence kNear or kExact, or nothing is in it
};

// `source`: Helm's path of the template, "app/templates/x.yaml".
std::optional<RenderedFault> FindRenderedFault(const ChartTemplates& templates, const RenderInputs& inputs,
                                               absl::string_view source, absl::string_view render);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_RENDERED_FAULT_H_
