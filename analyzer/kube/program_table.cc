#include "analyzer/kube/program_table.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "analyzer/yaml/document.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

FlagLibrary LibraryNamed(absl::string_view name) {
  if (name == "go-flag") return FlagLibrary::kGoFlag;
  if (name == "pflag") return FlagLibrary::kPflag;
  if (name == "kingpin") return FlagLibrary::kKingpin;
  if (name == "own") return FlagLibrary::kOwn;
  if (name == "getopt") return FlagLibrary::kGetopt;
  if (name == "java") return FlagLibrary::kJava;
  if (name == "python") return FlagLibrary::kPython;
  return FlagLibrary::kUnknown;
}

// Names are views into the embedded file, which lives as long as the program does.
struct ProgramTable {
  std::unique_ptr<Document> document;
  absl::flat_hash_map<absl::string_view, FlagLibrary> libraries;
  absl::flat_hash_map<absl::string_view, Wrapper> wrappers;
  absl::flat_hash_set<absl::string_view> whole_names, shells, other_shells, splits_items, reads_quotes, passes_on;

  ProgramTable() : document(Document::Parse(DataFile("programs.yaml"))) {
    const Node root = document->root();
    for (const auto& [key, names] : root["libraries"].Entries()) {
      for (Node name : names.Items()) libraries.emplace(name.text(), LibraryNamed(key.text()));
    }
    for (Node entry : root["wrappers"].Items()) {
      Wrapper wrapper;
      for (Node option : entry["takes_value"].Items()) wrapper.takes_value.emplace_back(option.text());
      wrapper.words = static_cast<int>(entry["words"].AsInt().value_or(0));
      wrapper.assignments = entry["assignments"].IsTrue();
      wrappers.emplace(entry["name"].text(), std::move(wrapper));
    }
    Fill(root["whole_names"], &whole_names);
    Fill(root["shells"], &shells);
    Fill(root["other_shells"], &other_shells);
    Fill(root["splits_items"], &splits_items);
    Fill(root["reads_quotes"], &reads_quotes);
    Fill(root["passes_on"], &passes_on);
  }

  static void Fill(Node names, absl::flat_hash_set<absl::string_view>* set) {
    for (Node name : names.Items()) set->insert(name.text());
  }
};

const ProgramTable& Table() {
  static const ProgramTable* const table = new ProgramTable;
  return *table;
}

// Tries the program's name, then what is left of it after each dash: "grafana-tempo" -> "tempo".
template <typename Lookup>
auto AtDashes(absl::string_view program, const Lookup& lookup) -> decltype(lookup(program)) {
  auto found = lookup(program);
  for (size_t dash = program.find('-'); !found && dash != absl::string_view::npos; dash = program.find('-', dash + 1)) {
    const absl::string_view rest = program.substr(dash + 1);
    if (!Table().whole_names.contains(rest)) found = lookup(rest);
  }
  return found;
}

bool HasAtDashes(const absl::flat_hash_set<absl::string_view>& set, absl::string_view program) {
  return AtDashes(program, [&set](absl::string_view name) { return set.contains(name); });
}

}  // namespace

FlagLibrary LibraryOf(absl::string_view program) {
  const ProgramTable& table = Table();
  const std::string name_with_dashes = absl::StrReplaceAll(program, {{"_", "-"}});
  const std::optional<FlagLibrary> found = AtDashes(name_with_dashes, [&table](absl::string_view name) -> std::optional<FlagLibrary> {
    const auto it = table.libraries.find(name);
    if (it == table.libraries.end()) return std::nullopt;
    return it->second;
  });
  return found.value_or(FlagLibrary::kUnknown);
}

const Wrapper* WrapperNamed(absl::string_view program) {
  const auto it = Table().wrappers.find(program);
  return it == Table().wrappers.end() ? nullptr : &it->second;
}

bool IsPosixShell(absl::string_view program) { return Table().shells.contains(program); }
bool IsOtherShell(absl::string_view program) { return Table().other_shells.contains(program); }
bool SplitsItemsAtBlanks(absl::string_view program) { return HasAtDashes(Table().splits_items, program); }
bool ReadsQuotes(absl::string_view program) { return HasAtDashes(Table().reads_quotes, program); }
bool PassesFlagsOn(absl::string_view program) { return Table().passes_on.contains(program); }

bool IsProgram(absl::string_view program, absl::string_view name) {
  if (name.empty() || !absl::StrContains(program, name)) return false;
  if (program == name) return true;
  if (absl::EndsWith(program, name)) return program[program.size() - name.size() - 1] == '-';
  return absl::StartsWith(program, name) && program[name.size()] == '-';
}

absl::string_view BaseName(absl::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}

absl::string_view ImageProgram(absl::string_view image) {
  image = image.substr(0, image.find('@'));
  image = BaseName(image);
  return image.substr(0, image.find(':'));
}

}  // namespace chartlint
