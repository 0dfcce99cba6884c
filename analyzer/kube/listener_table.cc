#include "analyzer/kube/listener_table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "analyzer/kube/name_pattern.h"
#include "analyzer/kube/program_table.h"
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

bool ListenerSpelling::Covers(absl::string_view program) const {
  return (programs.empty() || AnyIs(programs, program)) && !AnyIs(not_programs, program);
}

bool ListenerSpelling::IsOff(absl::string_view value) const {
  return std::find(off.begin(), off.end(), value) != off.end();
}

void ListenerTable::Spellings::Add(Node entry, const char* name_key) {
  ListenerSpelling spelling;
  spelling.name = entry[name_key].text();
  spelling.role = RoleNamed(entry["role"].text());
  spelling.port_only = entry["reads"].text() == "port";
  spelling.udp = entry["protocol"].text() == "UDP";
  spelling.both_protocols = entry["protocol"].text() == "both";
  spelling.repeats = entry["repeats"].IsTrue();
  spelling.off = Texts(entry["closed_by"]);
  if (!entry["closed_by"]) spelling.off = {"0", ":0"};
  spelling.host = Texts(entry["host"]);
  spelling.forwards = entry["forwards"].text();
  spelling.off_if = entry["off_if"].text();
  spelling.programs = Texts(entry["programs"]);
  spelling.not_programs = Texts(entry["not_programs"]);
  if (absl::StrContains(spelling.name, '*')) {
    patterns.push_back(std::move(spelling));
  } else {
    exact[spelling.name].push_back(std::move(spelling));
  }
}

const ListenerSpelling* ListenerTable::Spellings::Find(absl::string_view name, absl::string_view program) const {
  const auto it = exact.find(name);
  if (it != exact.end()) {
    for (const ListenerSpelling& spelling : it->second) {
      if (spelling.Covers(program)) return &spelling;
    }
  }
  for (const ListenerSpelling& spelling : patterns) {
    if (MatchesPattern(name, spelling.name) && spelling.Covers(program)) return &spelling;
  }
  return nullptr;
}

ListenerTable::ListenerTable() : document_(Document::Parse(DataFile("listeners.yaml"))) {
  const Node root = document_->root();
  for (Node entry : root["flags"].Items()) flags_.Add(entry, "flag");
  for (Node entry : root["env"].Items()) env_.Add(entry, "name");
  for (Node entry : root["defaults"].Items()) {
    defaults_.push_back({entry["program"].text(), RoleNamed(entry["role"].text()), entry["port"].AsInt().value_or(0),
                         entry["unless"].text(), entry["since"].AsInt().value_or(0)});
  }
}

const ListenerTable& ListenerTable::Get() {
  static const ListenerTable* const table = new ListenerTable;
  return *table;
}

const ListenerSpelling* ListenerTable::Flag(absl::string_view name, absl::string_view program) const {
  return flags_.Find(name, program);
}

const ListenerSpelling* ListenerTable::Variable(absl::string_view name, absl::string_view program) const {
  return env_.Find(name, program);
}

}  // namespace chartlint
