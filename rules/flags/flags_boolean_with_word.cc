#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/variables.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// A word that was meant as the flag's value: a boolean in any spelling, or nothing but a variable.
bool MeansBoolean(absl::string_view word) {
  const std::vector<VariableReference> references = VariableReferences(word);
  if (references.size() == 1 && references[0].begin == 0 && references[0].end == word.size()) return true;
  const std::string lower = absl::AsciiStrToLower(word);
  return lower == "true" || lower == "false" || lower == "yes" || lower == "no" || lower == "on" || lower == "off";
}

// Flags that stand behind the word and are lost with it, where the library stops there.
size_t FlagsAfter(const CommandLine& line, size_t item) {
  size_t count = 0;
  for (size_t i = item + 1; i < line.items.size(); ++i) count += absl::StartsWith(line.items[i].text(), "-") ? 1 : 0;
  return count;
}

}  // namespace

void FlagsBooleanWithWord(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  for (const Container& container : context.object.workload->containers) {
    const CommandLine& line = container.command_line;
    const Variables variables(container.env);
    size_t item = 0;  // moves along with the flags
    for (const FlagOccurrence& flag : line.occurrences) {
      if (flag.form != FlagForm::kAlone || flag.node == line.script_node) continue;
      if (KindOfFlag(flag.name, line.program) != FlagKind::kBool) continue;
      while (item < line.items.size() && line.items[item] != flag.node) ++item;
      if (item + 1 >= line.items.size() || !MeansBoolean(line.items[item + 1].text())) continue;
      const Node word_node = line.items[item + 1];
      const absl::string_view word = word_node.text();
      std::string message = absl::StrCat(flag.Said(), " is a boolean and takes no word: it is true, and ", word);
      const std::string value = variables.Expand(word);
      if (value != word) absl::StrAppend(&message, " (", value, ")");
      absl::StrAppend(&message, " is an argument");
      const size_t lost = line.library == FlagLibrary::kGoFlag ? FlagsAfter(line, item + 1) : 0;
      if (lost > 0) {
        absl::StrAppend(&message, " that ends the flags: ", lost, lost == 1 ? " flag" : " flags", " behind it will not be read");
      }
      report.Add(flag.node, message)
          .Note(word_node, absl::StrCat("write ", flag.dashes == 1 ? "-" : "--", flag.name, "=", word))
          .Subject(absl::StrCat("container ", container.name, ", flag ", flag.name));
    }
  }
}

}  // namespace chartlint
