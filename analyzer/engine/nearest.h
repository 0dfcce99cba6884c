// Spelling help: the candidates that are nearest to a word that was not found.
#ifndef CHARTLINT_ANALYZER_ENGINE_NEAREST_H_
#define CHARTLINT_ANALYZER_ENGINE_NEAREST_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

// Number of single-character insertions, deletions and replacements.
size_t EditDistance(absl::string_view a, absl::string_view b);

// At most `most` candidates within a third of the word's length, or that share a word between dashes; nearest first.
std::vector<absl::string_view> Nearest(absl::string_view word, const std::vector<absl::string_view>& candidates,
                                       size_t most = 3);

// "; did you mean 'a' or 'b'?", or "" if there is nothing near.
std::string DidYouMean(absl::string_view word, const std::vector<absl::string_view>& candidates);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_NEAREST_H_
