#include "analyzer/engine/selection.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzer/engine/nearest.h"
#include "rules/catalogue.h"

namespace chartlint {
namespace {

bool Contains(const std::vector<std::string>& ids, absl::string_view id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

std::vector<absl::string_view> AllIds() {
  std::vector<absl::string_view> ids;
  for (const RuleInfo& rule : Catalogue()) ids.push_back(rule.id);
  for (const RuleInfo& rule : OwnRuleInfos()) ids.push_back(rule.id);
  return ids;
}

// A deque, as pointers to its members are handed out.
std::deque<RuleInfo>& OwnTable() {
  static auto* const kTable = new std::deque<RuleInfo>;
  return *kTable;
}

}  // namespace

bool Selection::SetProfile(absl::string_view name) {
  strict = name == "strict" || name == "all";
  security = name == "security" || name == "all";
  return strict || security || name == "default";
}

absl::Status Selection::Validate() const {
  for (const std::vector<std::string>* ids : {&only, &disable}) {
    for (const std::string& id : *ids) {
      if (FindRule(id) == nullptr) return absl::InvalidArgumentError(UnknownRule(id));
    }
  }
  return absl::OkStatus();
}

bool Selection::Runs(const RuleInfo& rule) const {
  if (Contains(disable, rule.id)) return false;
  return only.empty() || Contains(only, rule.id);
}

bool Selection::Admits(Finding* finding) const {
  if (auto at = severities.find(finding->rule->id); at != severities.end()) {
    finding->severity = at->second;
    return true;  // a severity in the configuration asks for the rule
  }
  if (!only.empty()) return true;
  switch (finding->profile) {
    case Profile::kDefault: return true;
    case Profile::kStrict: return strict;
    case Profile::kSecurity: break;
  }
  return security;
}

const RuleInfo* FindRule(absl::string_view id) {
  const std::vector<RuleInfo>& rules = Catalogue();
  auto at = std::lower_bound(rules.begin(), rules.end(), id,
                             [](const RuleInfo& rule, absl::string_view wanted) { return rule.id < wanted; });
  if (at != rules.end() && at->id == id) return &*at;
  for (const RuleInfo& rule : OwnRuleInfos()) {
    if (rule.id == id) return &rule;
  }
  return nullptr;
}

void AddOwnRules(const std::vector<RuleInfo>& rules) {
  for (const RuleInfo& rule : rules) {
    if (FindRule(rule.id) == nullptr) OwnTable().push_back(rule);
  }
}

const std::deque<RuleInfo>& OwnRuleInfos() { return OwnTable(); }

std::vector<absl::string_view> NearestRules(absl::string_view id) { return Nearest(id, AllIds()); }

std::string UnknownRule(absl::string_view id) {
  return absl::StrCat("no rule '", id, "'", DidYouMean(id, AllIds()));
}

}  // namespace chartlint
