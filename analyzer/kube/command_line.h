// The command line of a container as the program will read it: flags with every occurrence and the winner.
//
// Sources: `command` + `args`; the words of a `sh -c "…"` (or bash -ec, …) when it is one plain `[exec] prog args` line.
// How words become flags depends on the library that the program uses (rules/data/programs.yaml): Go's flag takes -a and
// --a alike, stops at the first word that is no flag and at `--`, and its booleans never take the next word; pflag allows
// flags after words; kingpin, kong, own syntaxes: read like pflag. The program is the last path element of the command's
// first word, else of the image's repository; wrappers (tini, dumb-init, …) are looked through.
// $(NAME) references stay as written; whether they are defined is the rules' business.
//
// Upstream: Go's flag package (parseOne), spf13/pflag (parseLongArg, parseShortArg), kubelet's expansion
//   (third_party/forked/golang/expansion).
#ifndef CHARTLINT_ANALYZER_KUBE_COMMAND_LINE_H_
#define CHARTLINT_ANALYZER_KUBE_COMMAND_LINE_H_

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

enum class FlagForm : uint8_t { kAlone, kEquals, kNextWord };
enum class FlagKind : uint8_t { kUnknown, kBool, kScalar, kList };
enum class FlagLibrary : uint8_t { kUnknown, kGoFlag, kPflag, kKingpin, kOwn, kGetopt, kJava, kPython, kShell };

struct FlagOccurrence {
  Node node;          // the list item that holds the flag
  std::string name;   // without dashes
  std::string value;  // empty when alone
  FlagForm form = FlagForm::kAlone;
  int dashes = 2;
  Node value_node;    // the item that holds the value when form is kNextWord

  std::string Said() const;  // as a person would write it: "--a=b", "--a b", "-a"
};

struct CommandLine {
  bool known = false;            // false: neither command nor args is written: image defaults, nothing can be said
  bool shell_script = false;     // a script that was not one plain line: words are unknown, text is in `script`
  absl::string_view script;      // text of the `-c` script, if any
  Node script_node;
  std::string program;           // "widget-operator"; may come from the image's name
  FlagLibrary library = FlagLibrary::kUnknown;
  std::vector<Node> items;                   // every item of command and args, in order
  std::vector<FlagOccurrence> occurrences;   // in order; those after a terminator left out
  std::vector<Node> after_terminator;        // items after `--`

  bool Has(absl::string_view flag) const { return Winner(flag) != nullptr; }
  // The occurrence in effect (the last one); nullptr if absent.
  const FlagOccurrence* Winner(absl::string_view flag) const;
  std::vector<const FlagOccurrence*> All(absl::string_view flag) const;
};

// container: the container's mapping. image: its image.
CommandLine ReadCommandLine(Node container, absl::string_view image);

// What is known of a flag (rules/data/flags.tsv, list_flags.tsv), for this program.
FlagKind KindOfFlag(absl::string_view flag, absl::string_view program);

// Go's strconv.ParseBool: 1 t T TRUE true True / 0 f F FALSE false False.
std::optional<bool> ParseGoBool(absl::string_view text);

// A flag's name as tables and people write it, "--a": "a".
inline absl::string_view WithoutDashes(absl::string_view flag) {
  return flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
}

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_COMMAND_LINE_H_
