// The rules of a .helmignore file, with Helm's meaning, which is not git's.
//
// Contract
//   The first rule that decides wins. A pattern without a slash is matched against the last path element, one with a
//   slash against the whole path from the chart, where `*` stops at slashes. A negated rule (`!x`) ignores everything
//   that it does NOT match. `**` is refused, as are patterns that Go's filepath.Match refuses.
// Upstream: helm pkg/ignore/rules.go; Go path/filepath/match.go.
#ifndef CHARTLINT_ANALYZER_HELM_IGNORE_RULES_H_
#define CHARTLINT_ANALYZER_HELM_IGNORE_RULES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace chartlint {

class IgnoreRules {
 public:
  // No rules but the one that always holds: dot files in templates/ are left out.
  IgnoreRules();

  // InvalidArgument names the line that Helm would refuse.
  static absl::StatusOr<IgnoreRules> Parse(absl::string_view text);

  // `path` is relative to the chart, with `/`. For a directory, "ignored" means everything below it.
  bool Ignores(absl::string_view path, bool is_directory) const;

 private:
  struct Rule {
    std::string pattern;
    bool negated = false;
    bool directories_only = false;
    bool whole_path = false;
  };
  absl::Status Add(absl::string_view line);

  std::vector<Rule> rules_;
};

// Go's filepath.Match on Unix. False for a malformed pattern.
bool MatchesGlob(absl::string_view pattern, absl::string_view text);
bool IsValidGlob(absl::string_view pattern);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_IGNORE_RULES_H_
