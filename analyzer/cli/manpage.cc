#include "analyzer/cli/manpage.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzer/version.h"

namespace chartlint {
namespace {

// A backslash, a dash, and a dot or quote at the start of a line have a meaning in troff.
std::string Roff(absl::string_view text) {
  const std::string safe = absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}, {"…", "..."}});
  return absl::StartsWith(safe, ".") || absl::StartsWith(safe, "'") ? absl::StrCat("\\&", safe) : safe;
}

void WriteOption(const OptionHelp& option, std::string* out) {
  const std::string value = option.positional || !option.takes_value ? ""
                            : option.choices.empty()                ? " \\fIVALUE\\fR"
                                                                    : absl::StrCat(" ", Roff(absl::StrJoin(option.choices, "|")));
  absl::StrAppend(out, ".TP\n\\fB", Roff(option.name), "\\fR", value, "\n", Roff(option.text), "\n");
}

}  // namespace

std::string ManualPage(const std::vector<CommandHelp>& commands) {
  const CommandHelp& program = commands.front();
  std::string out = absl::StrCat(".TH CHARTLINT 1 \"\" \"chartlint ", kVersion, "\" \"User Commands\"\n.SH NAME\n",
                                 "chartlint \\- find the faults of Helm charts and Kubernetes manifests that lie in the combination\n",
                                 ".SH SYNOPSIS\n.B chartlint\n[\\fIOPTION\\fR...] [\\fIPATH\\fR...]\n.br\n.B chartlint\n",
                                 "\\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n.SH DESCRIPTION\n", Roff(program.text),
                                 "\nIt works offline: nothing is sent, nothing is fetched.\n.SH OPTIONS\n");
  std::string group;
  for (const OptionHelp& option : program.options) {
    if (option.group != group) absl::StrAppend(&out, ".SS ", Roff(option.group), "\n");
    group = option.group;
    WriteOption(option, &out);
  }
  absl::StrAppend(&out, ".SH COMMANDS\n");
  for (size_t i = 1; i < commands.size(); ++i) {
    absl::StrAppend(&out, ".SS chartlint ", Roff(commands[i].name), "\n", Roff(commands[i].text), "\n");
    for (const OptionHelp& option : commands[i].options) {
      if (!absl::StrContains(option.name, "--help")) WriteOption(option, &out);
    }
  }
  absl::StrAppend(&out, ".SH EXIT STATUS\n.TP\n0\nnothing at or above \\fB\\-\\-fail\\-on\\fR\n.TP\n1\nfindings\n.TP\n2\n",
                  "input that could not be read or rendered\n.TP\n3\nwrong usage, or a failure of chartlint itself\n",
                  ".SH FILES\n.TP\n.I .chartlint.yaml\nthe configuration, at or above the working directory\n", ".SH SEE ALSO\n.BR helm (1)\n.br\n",
                  kHomepage, "\n");
  return out;
}

}  // namespace chartlint
