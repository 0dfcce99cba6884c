#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/program_table.h"
#include "rules/prototypes.h"

namespace chartlint {

void FlagsAfterTerminator(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  for (const Container& container : context.object.workload->containers) {
    const CommandLine& line = container.command_line;
    // `-- program --its-flag` starts another program: only a dash right behind the terminator is a flag that got lost.
    if (line.after_terminator.empty() || line.script_node || PassesFlagsOn(line.program)) continue;
    const Node first = line.after_terminator.front();
    if (!absl::StartsWith(first.text(), "-")) continue;
    report
        .Add(first, absl::StrCat(first.text(), " stands after -- in container ", container.name, ": ",
                                 line.program.empty() ? "the program" : line.program, " reads it as an argument, not as a flag"))
        .Subject(absl::StrCat("container ", container.name));
  }
}

}  // namespace chartlint
