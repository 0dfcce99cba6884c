// Parse failures in words that help the author of a chart. Internal to analyzer/yaml.
#ifndef CHARTLINT_ANALYZER_YAML_FAILURES_H_
#define CHARTLINT_ANALYZER_YAML_FAILURES_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"
#include "analyzer/yaml/events.h"

namespace chartlint {

// libyaml's failure as a problem with a place, a sentence and, for the usual slips, a hint.
YamlProblem DescribeFailure(const EventFailure& failure, absl::string_view text);

// Turns a syntax problem into kTemplate if `{{` is to blame: one that was read as two flow mappings (at `action`, unless
// it is the largest number), or one on the line of `offset`.
void SuspectTemplate(absl::string_view text, uint32_t offset, uint32_t action, YamlProblem* problem);

// The beginning of a scalar, fit for one line of a message.
std::string Shortened(absl::string_view text);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_YAML_FAILURES_H_
