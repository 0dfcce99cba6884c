#include "analyzer/kube/leader_election.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/command_line.h"
#include "analyzer/kube/name_pattern.h"
#include "analyzer/kube/variables.h"
#include "analyzer/kube/workload.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

using State = LeaderElection::State;

struct Spelling {
  absl::string_view name;
  bool inverted = false;  // true switches election off
  bool presence = false;  // the variable alone switches it on
};

struct Setting {
  std::vector<absl::string_view> flags, env;
};

struct ElectionTable {
  std::unique_ptr<Document> document;
  std::vector<Spelling> flags, env;
  Setting ns, name, resource;
  std::vector<absl::string_view> built_in;

  ElectionTable() : document(Document::Parse(DataFile("leader_election.yaml"))) {
    const Node root = document->root();
    flags = Spellings(root["flags"]);
    env = Spellings(root["env"]);
    ns = ReadSetting(root["namespace"]);
    name = ReadSetting(root["name"]);
    resource = ReadSetting(root["resource"]);
    for (Node program : root["built_in"].Items()) built_in.push_back(program.text());
  }

  static std::vector<Spelling> Spellings(Node list) {
    std::vector<Spelling> spellings;
    for (Node item : list.Items()) {
      spellings.push_back({item["name"].text(), item["inverted"].IsTrue(), item["presence"].IsTrue()});
    }
    return spellings;
  }
  static Setting ReadSetting(Node node) {
    Setting setting;
    for (Node item : node["flags"].Items()) setting.flags.push_back(item.text());
    for (Node item : node["env"].Items()) setting.env.push_back(item.text());
    return setting;
  }
};

const ElectionTable& Table() {
  static const ElectionTable* const table = new ElectionTable;
  return *table;
}

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

// The value of the setting's flag or variable, and what says so; nullopt if nothing does.
struct Written {
  Node node;
  std::string value;
  Node value_from;
};
std::optional<Written> Find(const Setting& setting, const CommandLine& line, const std::vector<EnvVariable>& env) {
  for (absl::string_view flag : setting.flags) {
    if (const FlagOccurrence* said = line.Winner(flag)) {
      // A flag that is nothing but $(NAME) means what the variable means.
      const std::vector<VariableReference> references = VariableReferences(said->value);
      if (references.size() == 1 && references[0].end - references[0].begin == said->value.size()) {
        if (const EnvVariable* variable = Variables(env).Named(references[0].name)) {
          return Written{said->node, Variables(env).Expand(said->value), variable->value_from};
        }
      }
      return Written{said->node, Variables(env).Expand(said->value), Node()};
    }
  }
  for (absl::string_view pattern : setting.env) {
    for (auto it = env.rbegin(); it != env.rend(); ++it) {
      if (MatchesPattern(it->name, pattern)) {
        return Written{it->node, Variables(env).Expand(it->value.text()), it->value_from};
      }
    }
  }
  return std::nullopt;
}

}  // namespace

LeaderElection ReadLeaderElection(const CommandLine& command_line, const std::vector<EnvVariable>& env) {
  LeaderElection election;
  for (auto it = command_line.occurrences.rbegin(); it != command_line.occurrences.rend(); ++it) {
    for (const Spelling& spelling : Table().flags) {
      if (it->name != spelling.name) continue;
      election.node = it->node;
      election.said = it->Said();
      election.state = it->form == FlagForm::kAlone
                           ? StateOf(true, spelling.inverted)
                           : StateOf(ParseGoBool(Variables(env).Expand(it->value)), spelling.inverted);
      return election;
    }
  }
  const EnvVariable* by_presence = nullptr;
  for (auto it = env.rbegin(); it != env.rend(); ++it) {
    for (const Spelling& spelling : Table().env) {
      if (!MatchesPattern(it->name, spelling.name)) continue;
      if (spelling.presence) {
        if (by_presence == nullptr) by_presence = &*it;
        break;
      }
      const std::string value = it->value_from.IsUnset() ? Variables(env).Expand(it->value.text()) : "";
      election.node = it->node;
      election.said = it->value_from.IsUnset() ? absl::StrCat(it->name, "=", value) : std::string(it->name);
      election.state = StateOf(ParseSwitch(value), spelling.inverted);
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

ElectionLock ReadElectionLock(const CommandLine& command_line, const std::vector<EnvVariable>& env) {
  ElectionLock lock;
  if (const std::optional<Written> ns = Find(Table().ns, command_line, env)) {
    lock.node = ns->node;
    const bool own = ns->value_from["fieldRef"]["fieldPath"].text() == "metadata.namespace";
    if (!own && (!ns->value.empty() || !ns->value_from.IsUnset())) {
      lock.own_ns = false;
      lock.ns = ns->value;
    }
  }
  if (const std::optional<Written> name = Find(Table().name, command_line, env)) {
    lock.name = name->value;
    if (!lock.node) lock.node = name->node;
  }
  if (const std::optional<Written> resource = Find(Table().resource, command_line, env)) {
    lock.leases = resource->value == "leases" || resource->value == "lease" || resource->value.empty();
    if (!lock.node) lock.node = resource->node;
  }
  return lock;
}

bool ElectsByDefault(absl::string_view program) {
  const std::vector<absl::string_view>& names = Table().built_in;
  return std::find(names.begin(), names.end(), program) != names.end();
}

}  // namespace chartlint
