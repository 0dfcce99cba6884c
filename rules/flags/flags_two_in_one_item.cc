#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/program_table.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// "--name" of "--name value"; empty if the name is not followed by a blank and a word.
absl::string_view NameBeforeBlank(const FlagOccurrence& flag) {
  const absl::string_view name(flag.name);
  const size_t blank = name.find(' ');
  if (blank == absl::string_view::npos || blank < 2) return "";
  if (absl::StripAsciiWhitespace(name.substr(blank)).empty() && flag.value.empty()) return "";
  for (char c : name.substr(0, blank)) {
    if (!absl::ascii_isalnum(c) && c != '-' && c != '_' && c != '.') return "";
  }
  return name.substr(0, blank);
}

}  // namespace

void FlagsTwoInOneItem(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  for (const Container& container : context.object.workload->containers) {
    const CommandLine& line = container.command_line;
    if (line.library == FlagLibrary::kShell || SplitsItemsAtBlanks(line.program)) continue;
    for (const FlagOccurrence& flag : line.occurrences) {
      if (flag.node == line.script_node) continue;
      // One dash is a long name for Go's flag package only; elsewhere it may be -n value, which getopt takes.
      if (flag.dashes == 1 && line.library != FlagLibrary::kGoFlag) continue;
      const absl::string_view name = NameBeforeBlank(flag);
      if (name.empty()) continue;
      const absl::string_view dashes = flag.dashes == 1 ? "-" : "--";
      report
          .Add(flag.node, absl::StrCat("\"", flag.Said(), "\" is one item: the program looks for a flag of that whole name, blank ",
                                       "included, and refuses to start"))
          .Note(flag.node, absl::StrCat("write ", dashes, name, "=… as one item, or two items"))
          .Subject(absl::StrCat("container ", container.name, ", flag ", name));
    }
  }
}

}  // namespace chartlint
