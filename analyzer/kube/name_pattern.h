// Names with one `*` for any text, as the tables under rules/data write them: "*_LISTEN_ADDR", "entryPoints.*.address".
#ifndef CHARTLINT_ANALYZER_KUBE_NAME_PATTERN_H_
#define CHARTLINT_ANALYZER_KUBE_NAME_PATTERN_H_

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace chartlint {

// The text that `*` stands for is put into `star`, if asked for. Letter case is not compared.
inline bool MatchesPattern(absl::string_view name, absl::string_view pattern, absl::string_view* star = nullptr) {
  const size_t at = pattern.find('*');
  if (at == absl::string_view::npos) return absl::EqualsIgnoreCase(name, pattern);
  const absl::string_view head = pattern.substr(0, at);
  const absl::string_view tail = pattern.substr(at + 1);
  if (name.size() < head.size() + tail.size()) return false;
  if (!absl::StartsWithIgnoreCase(name, head) || !absl::EndsWithIgnoreCase(name, tail)) return false;
  if (star != nullptr) *star = name.substr(head.size(), name.size() - head.size() - tail.size());
  return true;
}

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_NAME_PATTERN_H_
