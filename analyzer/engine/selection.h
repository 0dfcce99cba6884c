// Which rules run, and which of their findings count: profile, --rule, --disable, severities of the configuration.
//
// Units: profiles are cumulative only through kAll; `strict` contains `default`, `security` contains `default`.
// Errors: Resolve names an unknown rule with the nearest ids.
#ifndef CHARTLINT_ANALYZER_ENGINE_SELECTION_H_
#define CHARTLINT_ANALYZER_ENGINE_SELECTION_H_

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "analyzer/engine/rule.h"

namespace chartlint {

struct Selection {
  bool strict = false;    // findings of the strict profile, too
  bool security = false;  // findings of the security profile, too
  std::vector<std::string> only;     // rule ids; empty: all. A rule named here speaks in every profile
  std::vector<std::string> disable;  // rule ids
  absl::flat_hash_map<std::string, Severity> severities;  // overrides by rule id

  // "default", "strict", "security", "all".
  bool SetProfile(absl::string_view name);
  // OK if every id exists.
  absl::Status Validate() const;

  bool Runs(const RuleInfo& rule) const;
  // Applies the overrides; false if the finding is not of the selected profiles.
  bool Admits(Finding* finding) const;
};

// Rules that the configuration brings, beside the catalogue. Called once, before anything else looks for a rule; the texts
// must live as long as the program uses rules. An id that is known already is left out.
void AddOwnRules(const std::vector<RuleInfo>& rules);
const std::deque<RuleInfo>& OwnRuleInfos();

// Of the catalogue or the configuration; nullptr if there is no such rule.
const RuleInfo* FindRule(absl::string_view id);
// Up to three ids that look like `id`, nearest first.
std::vector<absl::string_view> NearestRules(absl::string_view id);
// "no rule 'x'; did you mean 'y' or 'z'?"
std::string UnknownRule(absl::string_view id);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_SELECTION_H_
