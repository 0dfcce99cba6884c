#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/variables.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

bool SameEnv(const EnvVariable& a, const EnvVariable& b) {
  if (a.node.document() != b.node.document()) return false;
  return a.node.document()->ToJson(a.node) == b.node.document()->ToJson(b.node);
}

// A=$(A)-more builds on the one above it, on purpose.
bool BuildsOnItself(const EnvVariable& variable) {
  for (const VariableReference& reference : VariableReferences(variable.value.text())) {
    if (reference.name == variable.name) return true;
  }
  return false;
}

std::string Said(const EnvVariable& variable) {
  if (!variable.value_from.IsUnset()) return "the one with valueFrom";
  return absl::StrCat("\"", variable.value.text(), "\"");
}

}  // namespace

void FlagsDuplicateEnv(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  for (const Container& container : context.object.workload->containers) {
    absl::flat_hash_map<absl::string_view, std::vector<const EnvVariable*>> by_name;
    for (const EnvVariable& variable : container.env) by_name[variable.name].push_back(&variable);
    for (const EnvVariable& winner : container.env) {
      std::vector<const EnvVariable*>& losers = by_name[winner.name];
      if (losers.size() < 2 || losers.back() != &winner || winner.name.empty() || BuildsOnItself(winner)) continue;
      losers.pop_back();
      bool differ = false;
      for (const EnvVariable* loser : losers) differ = differ || !SameEnv(*loser, winner);
      std::string message = absl::StrCat(winner.name, " is written ", losers.size() + 1, " times in the environment of container ",
                                         container.name);
      absl::StrAppend(&message, differ ? absl::StrCat(": the last one, ", Said(winner), ", wins") : ", each time the same");
      absl::StrAppend(&message, "; server-side apply refuses the list");
      auto finding = report.Add(winner.node, message);
      finding.Subject(absl::StrCat("container ", container.name, ", variable ", winner.name));
      if (!differ) finding.As(Severity::kNote);
      for (const EnvVariable* loser : losers) {
        finding.Note(loser->node, SameEnv(*loser, winner) ? "written here, too" : absl::StrCat(Said(*loser), " has no effect"));
      }
    }
  }
}

}  // namespace chartlint
