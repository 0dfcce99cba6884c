// KindOfFlag: rules/data/flags.tsv and list_flags.tsv, read once.
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "analyzer/kube/command_line.h"
#include "analyzer/kube/program_table.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

struct FlagRow {
  FlagKind kind = FlagKind::kUnknown;
  std::vector<absl::string_view> programs;  // empty: every program

  bool Covers(absl::string_view program) const {
    if (programs.empty()) return true;
    for (absl::string_view name : programs) {
      if (IsProgram(program, name)) return true;
    }
    return false;
  }
};

// Names are views into the embedded files.
class FlagTable {
 public:
  FlagTable() {
    for (absl::string_view line : absl::StrSplit(DataFile("list_flags.tsv"), '\n', absl::SkipEmpty())) {
      const std::vector<absl::string_view> fields = absl::StrSplit(line, '\t');
      if (fields.size() == 2 && fields[0][0] != '#') Add(fields[0], FlagKind::kList, fields[1]);
    }
    for (absl::string_view line : absl::StrSplit(DataFile("flags.tsv"), '\n', absl::SkipEmpty())) {
      const std::vector<absl::string_view> fields = absl::StrSplit(line, '\t');
      if (fields.size() != 3 || fields[0][0] == '#') continue;
      Add(fields[0], fields[1] == "bool" ? FlagKind::kBool : FlagKind::kScalar, fields[2]);
    }
  }

  FlagKind Find(absl::string_view flag, absl::string_view program) const {
    const auto it = rows_.find(flag);
    if (it != rows_.end()) {
      for (const FlagRow& row : it->second) {
        if (row.Covers(program)) return row.kind;
      }
    }
    for (const auto& [prefix, row] : prefixes_) {
      if (absl::StartsWith(flag, prefix) && row.Covers(program)) return row.kind;
    }
    return FlagKind::kUnknown;
  }

 private:
  void Add(absl::string_view flag, FlagKind kind, absl::string_view programs) {
    FlagRow row;
    row.kind = kind;
    if (programs != "*") row.programs = absl::StrSplit(programs, ',');
    if (absl::ConsumeSuffix(&flag, "*")) {
      prefixes_.emplace_back(flag, std::move(row));
    } else {
      rows_[flag].push_back(std::move(row));
    }
  }

  absl::flat_hash_map<absl::string_view, std::vector<FlagRow>> rows_;
  std::vector<std::pair<absl::string_view, FlagRow>> prefixes_;
};

}  // namespace

FlagKind KindOfFlag(absl::string_view flag, absl::string_view program) {
  static const FlagTable* const table = new FlagTable;
  return table->Find(flag, program);
}

}  // namespace chartlint
