#include "analyzer/kube/listener_table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "analyzer/kube/name_pattern.h"
#include "analyzer/kube/program_table.h"
#include "analyzer/kube/workload.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

ListenerRole RoleNamed(absl::string_view name) {
  if (name == "metrics") return ListenerRole::kMetrics;
  if (name == "health") return ListenerRole::kHealth;
  if (name == "webhook") return ListenerRole::kWebhook;
  if (name == "api") return ListenerRole::kApi;
  return ListenerRole::kOther;
}

std::vector<absl::string_view> Texts(Node list) {
  std::vector<absl::string_view> texts;
  for (Node item : list.Items()) texts.push_back(item.text());
  return texts;
}

bool AnyIs(const std::vector<absl::string_view>& names, absl::string_view program) {
  return std::any_of(names.begin(), names.end(), [program](absl::string_view name) { return IsProgram(program, name); });
}

}  // namespace

bool ListenerSpelling::Covers(const Container& container) const {
  const absl::string_view program = container.command_line.program;
  const bool runs = added ? std::any_of(programs.begin(), programs.end(), [&](absl::string_view name) { return container.Runs(name); })
                          : AnyIs(programs, program);
  return (programs.empty() || runs) && !AnyIs(not_programs, program);
}

bool ListenerDefault::Covers(const Container& container) const {
  return added ? container.Runs(program) : ImageProgram(container.image) == program;
}

bool ListenerSpelling::IsOff(absl::string_view value) const {
  return std::find(off.begin(), off.end(), value) != off.end();
}

void ListenerTable::Spellings::Add(absl::string_view name, Node entry, bool added) {
  ListenerSpelling spelling;
  spelling.name = name;
  spelling.added = added;
  spelling.role = RoleNamed(entry["role"].text());
  spelling.port_only = entry["reads"].text() == "port";
  spelling.udp = entry["protocol"].text() == "UDP";
  spelling.both_protocols = entry["protocol"].text() == "both";
  spelling.repeats = entry["repeats"].IsTrue();
  spelling.off = Texts(entry["closedBy"]);
  if (!entry["closedBy"]) spelling.off = {"0", ":0"};
  spelling.host = Texts(entry["host"]);
  for (absl::string_view& host : spelling.host) host = WithoutDashes(host);
  spelling.forwards = entry["forwards"].text();
  spelling.off_if = WithoutDashes(entry["offIf"].text());
  spelling.programs = Texts(entry["programs"]);
  spelling.not_programs = Texts(entry["notPrograms"]);
  if (absl::StrContains(spelling.name, '*')) {
    patterns.push_back(std::move(spelling));
  } else {
    exact[spelling.name].push_back(std::move(spelling));
  }
}

const ListenerSpelling* ListenerTable::Spellings::Find(absl::string_view name, const Container& container) const {
  const auto it = exact.find(name);
  if (it != exact.end()) {
    for (const ListenerSpelling& spelling : it->second) {
      if (spelling.Covers(container)) return &spelling;
    }
  }
  for (const ListenerSpelling& spelling : patterns) {
    if (MatchesPattern(name, spelling.name) && spelling.Covers(container)) return &spelling;
  }
  return nullptr;
}

ListenerTable::ListenerTable(const std::vector<Node>& added) : built_in_(Document::Parse(DataFile("listeners.yaml"))) {
  for (Node entry : added) {
    if (entry["flag"]) flags_.Add(WithoutDashes(entry["flag"].text()), entry, true);
    if (entry["env"]) env_.Add(entry["env"].text(), entry, true);
    AddDefault(entry);
  }
  const Node root = built_in_->root();
  for (Node entry : root["flags"].Items()) flags_.Add(entry["flag"].text(), entry, false);
  for (Node entry : root["env"].Items()) env_.Add(entry["env"].text(), entry, false);
  for (Node entry : root["defaults"].Items()) {
    ListenerDefault known;
    known.program = entry["program"].text();
    known.role = RoleNamed(entry["role"].text());
    known.port = entry["port"].AsInt().value_or(0);
    known.unless = entry["unless"].text();
    known.since = entry["since"].AsInt().value_or(0);
    defaults_.push_back(std::move(known));
  }
}

// What the programs of an added entry bind where neither its flag nor its variable is given.
void ListenerTable::AddDefault(Node entry) {
  ListenerDefault known;
  known.added = true;
  known.role = RoleNamed(entry["role"].text());
  known.unless = entry["env"].text();
  known.unless_flag = WithoutDashes(entry["flag"].text());
  if (!ParseAddress(entry["default"].text(), &known.host, &known.port) || known.port == 0) return;
  for (Node program : entry["programs"].Items()) {
    known.program = program.text();
    defaults_.push_back(known);
  }
}

const ListenerSpelling* ListenerTable::Flag(absl::string_view name, const Container& container) const {
  return flags_.Find(name, container);
}

const ListenerSpelling* ListenerTable::Variable(absl::string_view name, const Container& container) const {
  return env_.Find(name, container);
}

}  // namespace chartlint
