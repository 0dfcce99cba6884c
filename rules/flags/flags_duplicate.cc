#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/program_facts.h"
#include "rules/flags/winning_value.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

bool Contains(const std::vector<std::string>& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Names of lists of numbers and addresses, which look like scalars one by one; and words that count up when repeated.
bool SoundsLikeList(absl::string_view name) {
  for (absl::string_view end : {"ports", "ids", "addresses", "addrs", "listeners", "verbose", "debug", "args"}) {
    if (absl::EndsWithIgnoreCase(name, end)) return true;
  }
  return false;
}

std::string Times(size_t count) { return count == 2 ? "twice" : absl::StrCat(count, " times"); }

// All occurrences of one flag in one container.
void Judge(const std::vector<const FlagOccurrence*>& all, const Container& container, const ListenerTable& listeners,
           const Variables& variables, Reporter& report) {
  const FlagOccurrence& winner = *all.back();
  const absl::string_view program = container.command_line.program;
  const FlagKind kind = KindOfFlag(winner.name, program);
  const ListenerSpelling* listener = listeners.Flag(winner.name, container);
  if (kind == FlagKind::kList || (listener != nullptr && listener->repeats)) return;
  const std::string won = SaidValue(winner, variables);
  bool differ = false;
  bool scalar = true;
  bool open_differs = false;
  for (const FlagOccurrence* flag : all) {
    const std::string value = SaidValue(*flag, variables);
    differ = differ || !SameValue(value, won);
    scalar = scalar && LooksScalar(value);
    open_differs = open_differs || (listener != nullptr && listener->IsOff(value) != listener->IsOff(won));
  }
  const bool known = kind != FlagKind::kUnknown || open_differs;
  if (!known && SoundsLikeList(winner.name)) return;
  if (differ && !known && !scalar) return;

  const std::string name = absl::StrCat(winner.dashes == 1 ? "-" : "--", winner.name);
  std::string message = absl::StrCat(name, " is given ", Times(all.size()), " in container ", container.name);
  Severity severity = Severity::kNote;
  if (!differ) {
    absl::StrAppend(&message, " with the same value, ", Shown(won));
  } else {
    severity = known ? Severity::kError : Severity::kWarning;
    if (container.command_line.library == FlagLibrary::kKingpin) {
      absl::StrAppend(&message, " with different values: the program refuses a repeated flag and does not start");
    } else {
      absl::StrAppend(&message, ": the last one, ", Shown(won), ", wins");
      if (open_differs) absl::StrAppend(&message, listener->IsOff(won) ? " and the listener is off" : " and the listener is open");
    }
  }
  auto finding = report.Add(winner.node, message);
  finding.As(severity).Subject(absl::StrCat("container ", container.name, ", flag ", winner.name));
  for (size_t i = 0; i + 1 < all.size(); ++i) {
    const std::string value = SaidValue(*all[i], variables);
    finding.Note(all[i]->node, SameValue(value, won) ? "given here, too" : absl::StrCat(Shown(value), ", said here, has no effect"));
  }
}

}  // namespace

void FlagsDuplicate(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  for (const Container& container : context.object.workload->containers) {
    const CommandLine& line = container.command_line;
    const Variables variables(container.env);
    absl::flat_hash_map<absl::string_view, std::vector<const FlagOccurrence*>> by_name;
    for (const FlagOccurrence& flag : line.occurrences) by_name[flag.name].push_back(&flag);
    for (const FlagOccurrence& flag : line.occurrences) {
      const std::vector<const FlagOccurrence*>& all = by_name[flag.name];
      if (all.size() < 2 || all.back() != &flag) continue;
      // One-letter flags count up (-v) or are lists (-e, -f, -D).
      if (flag.name.size() < 2 || Contains(context.options.repeatable_flags, flag.name)) continue;
      Judge(all, container, context.object.workload->facts->listeners, variables, report);
    }
  }
}

}  // namespace chartlint
