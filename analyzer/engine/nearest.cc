#include "analyzer/engine/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace chartlint {

size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::vector<absl::string_view> Nearest(absl::string_view word, const std::vector<absl::string_view>& candidates,
                                       size_t most) {
  std::vector<std::pair<size_t, absl::string_view>> scored;
  const std::vector<absl::string_view> parts = absl::StrSplit(word, '-', absl::SkipEmpty());
  for (absl::string_view candidate : candidates) {
    const size_t distance = EditDistance(word, candidate);
    size_t shared = 0;
    for (absl::string_view other : absl::StrSplit(candidate, '-')) {
      shared += std::count(parts.begin(), parts.end(), other);
    }
    const bool near = distance <= std::max<size_t>(1, word.size() / 3);
    const bool same_words = parts.size() > 1 && shared + 1 >= parts.size();
    if (near || same_words) scored.emplace_back(distance, candidate);
  }
  std::sort(scored.begin(), scored.end());
  std::vector<absl::string_view> nearest;
  for (const auto& [distance, candidate] : scored) {
    if (nearest.size() == most) break;
    nearest.push_back(candidate);
  }
  return nearest;
}

std::string DidYouMean(absl::string_view word, const std::vector<absl::string_view>& candidates) {
  const std::vector<absl::string_view> nearest = Nearest(word, candidates);
  if (nearest.empty()) return "";
  std::string text = "; did you mean ";
  for (size_t i = 0; i < nearest.size(); ++i) {
    if (i > 0) text += i + 1 == nearest.size() ? " or " : ", ";
    absl::StrAppend(&text, "'", nearest[i], "'");
  }
  return text + "?";
}

}  // namespace chartlint
