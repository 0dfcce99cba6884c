#include "analyzer/kube/leader_election.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/kube/command_line.h"
#include "analyzer/kube/name_pattern.h"
#include "analyzer/kube/program_table.h"
#include "analyzer/kube/variables.h"
#include "analyzer/kube/workload.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

using State = LeaderElection::State;

// Programs are more lenient with variables than Go's flags are.
std::optional<bool> ParseSwitch(absl::string_view text) {
  if (const std::optional<bool> value = ParseGoBool(text)) return value;
  const std::string lower = absl::AsciiStrToLower(text);
  if (lower == "true" || lower == "yes" || lower == "on" || lower == "enabled") return true;
  if (lower == "false" || lower == "no" || lower == "off" || lower == "disabled") return false;
  return std::nullopt;
}

State StateOf(std::optional<bool> value, bool inverted) {
  if (!value.has_value()) return State::kUnsaid;
  return *value != inverted ? State::kOn : State::kOff;
}

}  // namespace

struct ElectionTable::Written {
  Node node;  // absent: nothing is written
  std::string value;
  Node value_from;
};

ElectionTable::ElectionTable(const std::vector<Node>& added) : built_in_(Document::Parse(DataFile("leader_election.yaml"))) {
  for (Node entry : added) Add(entry);
  for (Node entry : built_in_->root()["entries"].Items()) Add(entry);
}

void ElectionTable::Add(Node entry) {
  if (entry["program"]) electing_programs_.push_back(entry["program"].text());
  const absl::string_view sets = entry["sets"].text();
  Spelling spelling;
  spelling.sets = sets == "disabled"    ? Sets::kDisabled
                  : sets == "present"   ? Sets::kPresent
                  : sets == "namespace" ? Sets::kNamespace
                  : sets == "name"      ? Sets::kName
                  : sets == "resource"  ? Sets::kResource
                                        : Sets::kEnabled;
  for (Node program : entry["programs"].Items()) spelling.programs.push_back(program.text());
  if (entry["flag"]) {
    spelling.name = WithoutDashes(entry["flag"].text());
    flags_.push_back(spelling);
  }
  if (entry["env"]) {
    spelling.name = entry["env"].text();
    env_.push_back(std::move(spelling));
  }
}

bool ElectionTable::Spelling::Covers(const Container& container) const {
  return programs.empty() || std::any_of(programs.begin(), programs.end(), [&](absl::string_view name) { return container.Runs(name); });
}

ElectionTable::Written ElectionTable::Find(Sets sets, const Container& container) const {
  const Variables variables(container.env);
  for (const Spelling& spelling : flags_) {
    if (spelling.sets != sets || !spelling.Covers(container)) continue;
    if (const FlagOccurrence* said = container.command_line.Winner(spelling.name)) {
      // A flag that is nothing but $(NAME) means what the variable means.
      const std::vector<VariableReference> references = VariableReferences(said->value);
      if (references.size() == 1 && references[0].end - references[0].begin == said->value.size()) {
        if (const EnvVariable* variable = variables.Named(references[0].name)) {
          return {said->node, variables.Expand(said->value), variable->value_from};
        }
      }
      return {said->node, variables.Expand(said->value), Node()};
    }
  }
  for (const Spelling& spelling : env_) {
    if (spelling.sets != sets || !spelling.Covers(container)) continue;
    for (auto it = container.env.rbegin(); it != container.env.rend(); ++it) {
      if (MatchesPattern(it->name, spelling.name)) return {it->node, variables.Expand(it->value.text()), it->value_from};
    }
  }
  return {};
}

LeaderElection ElectionTable::ElectionOf(const Container& container) const {
  const auto switches = [&](const Spelling& spelling) {
    return (spelling.sets == Sets::kEnabled || spelling.sets == Sets::kDisabled || spelling.sets == Sets::kPresent) &&
           spelling.Covers(container);
  };
  LeaderElection election;
  election.built_in =
      std::find(electing_programs_.begin(), electing_programs_.end(), ImageProgram(container.image)) != electing_programs_.end();
  const std::vector<FlagOccurrence>& occurrences = container.command_line.occurrences;
  for (auto it = occurrences.rbegin(); it != occurrences.rend(); ++it) {
    for (const Spelling& spelling : flags_) {
      if (it->name != spelling.name || !switches(spelling)) continue;
      const bool inverted = spelling.sets == Sets::kDisabled;
      election.node = it->node;
      election.said = it->Said();
      election.state = it->form == FlagForm::kAlone || spelling.sets == Sets::kPresent
                           ? StateOf(true, inverted)
                           : StateOf(ParseGoBool(Variables(container.env).Expand(it->value)), inverted);
      return election;
    }
  }
  const EnvVariable* by_presence = nullptr;
  for (auto it = container.env.rbegin(); it != container.env.rend(); ++it) {
    for (const Spelling& spelling : env_) {
      if (!MatchesPattern(it->name, spelling.name) || !switches(spelling)) continue;
      if (spelling.sets == Sets::kPresent) {
        if (by_presence == nullptr) by_presence = &*it;
        break;
      }
      const std::string value = it->value_from.IsUnset() ? Variables(container.env).Expand(it->value.text()) : "";
      election.node = it->node;
      election.said = it->value_from.IsUnset() ? absl::StrCat(it->name, "=", value) : std::string(it->name);
      election.state = StateOf(ParseSwitch(value), spelling.sets == Sets::kDisabled);
      return election;
    }
  }
  if (by_presence != nullptr) {
    election.node = by_presence->node;
    election.said = std::string(by_presence->name);
    election.state = State::kOn;
  }
  return election;
}

ElectionLock ElectionTable::LockOf(const Container& container) const {
  ElectionLock lock;
  if (const Written ns = Find(Sets::kNamespace, container); ns.node) {
    lock.node = ns.node;
    const bool own = ns.value_from["fieldRef"]["fieldPath"].text() == "metadata.namespace";
    if (!own && (!ns.value.empty() || !ns.value_from.IsUnset())) {
      lock.own_ns = false;
      lock.ns = ns.value;
    }
  }
  if (const Written name = Find(Sets::kName, container); name.node) {
    lock.name = name.value;
    if (!lock.node) lock.node = name.node;
  }
  if (const Written resource = Find(Sets::kResource, container); resource.node) {
    lock.leases = resource.value == "leases" || resource.value == "lease" || resource.value.empty();
    if (!lock.node) lock.node = resource.node;
  }
  return lock;
}

}  // namespace chartlint
