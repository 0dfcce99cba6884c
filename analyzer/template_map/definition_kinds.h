// Which definitions print YAML lines, and which only a one-line string such as a name or an image.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_DEFINITION_KINDS_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_DEFINITION_KINDS_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "analyzer/template/chart_templates.h"

namespace chartlint {

// True for a string definition: its literals hold no `key:` or `- `, and it is not merely included with an
// indentation. Definitions that exist under no name here print strings as far as we know.
absl::flat_hash_map<std::string, bool> FindStringDefinitions(const ChartTemplates& chart);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_DEFINITION_KINDS_H_
