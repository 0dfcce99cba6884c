#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/program_table.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// Quotes around everything and none inside: somebody wrote for a shell. `"a" in x || y == "b"` is an expression.
bool IsWrappedInQuotes(absl::string_view text) {
  if (text.size() < 2 || (text[0] != '"' && text[0] != '\'') || text.back() != text[0]) return false;
  const absl::string_view inside = text.substr(1, text.size() - 2);
  return !absl::StrContains(inside, '"') && !absl::StrContains(inside, '\'');
}

}  // namespace

void FlagsQuotedValue(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  for (const Container& container : context.object.workload->containers) {
    const CommandLine& line = container.command_line;
    // These have a syntax of their own, in which quotes may mean something.
    if (line.library == FlagLibrary::kShell || line.library == FlagLibrary::kOwn || line.library == FlagLibrary::kJava) continue;
    if (ReadsQuotes(line.program)) continue;
    for (const FlagOccurrence& flag : line.occurrences) {
      if (flag.node == line.script_node || flag.form == FlagForm::kAlone || !IsWrappedInQuotes(flag.value)) continue;
      report
          .Add(flag.form == FlagForm::kNextWord ? flag.value_node : flag.node,
               absl::StrCat("the quotes in ", flag.Said(), " are part of the value: no shell takes them off"))
          .Subject(absl::StrCat("container ", container.name, ", flag ", flag.name));
    }
  }
}

}  // namespace chartlint
