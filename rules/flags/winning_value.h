// When the values of a repeated flag are the same, and when they look like one value rather than an item of a list.
#ifndef CHARTLINT_RULES_FLAGS_WINNING_VALUE_H_
#define CHARTLINT_RULES_FLAGS_WINNING_VALUE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/kube/variables.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

// What an occurrence says, with variables replaced: a flag that stands alone says true.
std::string SaidValue(const FlagOccurrence& flag, const Variables& variables);

// Equal as text, or as Go reads booleans.
bool SameValue(absl::string_view a, absl::string_view b);

// A boolean, a number, a duration, `:port`, or a bind address (0.0.0.0, 127.x, [::], localhost): things that a list of names,
// peers or paths does not hold.
bool LooksScalar(absl::string_view value);

// How a message names a value: as it is, or `""`.
std::string Shown(absl::string_view value);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_FLAGS_WINNING_VALUE_H_
