// The tables of rules/data (*.yaml, *.tsv), carried inside the program.
#ifndef CHARTLINT_RULES_DATA_EMBEDDED_H_
#define CHARTLINT_RULES_DATA_EMBEDDED_H_

#include "absl/strings/string_view.h"

namespace chartlint {

// The bytes of rules/data/<name> as they were at build time, for example DataFile("flags.tsv").
// Empty if there is no such file. The bytes live as long as the program.
absl::string_view DataFile(absl::string_view name);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_DATA_EMBEDDED_H_
