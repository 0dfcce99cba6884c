#include "analyzer/cli/completion.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace chartlint {
namespace {

// "-h,--help" -> "--help"; empty for a positional.
std::string LongName(const OptionHelp& option) {
  for (absl::string_view name : absl::StrSplit(option.name, ',')) {
    if (absl::StartsWith(name, "--")) return std::string(name);
  }
  return "";
}

// Within '…' of all three shells.
std::string Quoted(absl::string_view text) { return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'"); }

std::string Bash(const std::vector<CommandHelp>& commands) {
  std::vector<std::string> names;
  std::string options, values;
  for (const CommandHelp& command : commands) {
    if (!command.name.empty()) names.push_back(command.name);
    std::vector<std::string> words;
    for (const OptionHelp& option : command.options) {
      const std::string name = LongName(option);
      if (name.empty()) {
        words.insert(words.end(), option.choices.begin(), option.choices.end());
        continue;
      }
      words.push_back(name);
      if (option.choices.empty()) continue;
      absl::StrAppend(&values, "    '", command.name, " ", name, "') words='", absl::StrJoin(option.choices, " "), "' ;;\n");
    }
    absl::StrAppend(&options, "    '", command.name, "') words='", absl::StrJoin(words, " "), "' ;;\n");
  }
  return absl::StrCat(R"(# bash completion for chartlint
_chartlint() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= word i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      )",
                      absl::StrJoin(names, "|"), R"() command=${COMP_WORDS[i]}; break ;;
    esac
  done
  case "$command $previous" in
)",
                      values, R"(  esac
  if [[ -z $words ]]; then
    case $command in
)",
                      options, R"(    esac
    [[ -z $command ]] && words="$words )",
                      absl::StrJoin(names, " "), R"("
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _chartlint chartlint
)");
}

// In a zsh description, `[`, `]` and `:` have a meaning.
std::string ZshText(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
}

std::string Zsh(const std::vector<CommandHelp>& commands) {
  std::string listed, cases, own;
  for (const CommandHelp& command : commands) {
    std::string arguments;
    for (const OptionHelp& option : command.options) {
      const std::string name = LongName(option);
      if (name.empty()) continue;
      const std::string value = !option.takes_value        ? ""
                                : option.choices.empty() ? ":value:_files"
                                                         : absl::StrCat(":value:(", absl::StrJoin(option.choices, " "), ")");
      absl::StrAppend(&arguments, " \\\n      ", Quoted(absl::StrCat(option.takes_value ? "*" : "", name, "[", ZshText(option.text), "]", value)));
    }
    for (const OptionHelp& option : command.options) {
      if (!option.positional || option.choices.empty()) continue;
      absl::StrAppend(&arguments, " \\\n      ", Quoted(absl::StrCat("1:value:(", absl::StrJoin(option.choices, " "), ")")));
    }
    if (command.name.empty()) {
      own = arguments;
      continue;
    }
    absl::StrAppend(&listed, "    ", Quoted(absl::StrCat(command.name, ":", ZshText(command.text))), "\n");
    absl::StrAppend(&cases, "    ", command.name, ") _arguments", arguments, " \\\n      '*:file:_files' ;;\n");
  }
  return absl::StrCat("#compdef chartlint\n_chartlint() {\n  local -a commands\n  commands=(\n", listed,
                      "  )\n  local command=$words[2]\n  if (( CURRENT > 2 )) && [[ -n ${(M)commands:#$command:*} ]]; then\n"
                      "    shift words; (( CURRENT-- ))\n    case $command in\n",
                      cases, "    esac\n    return\n  fi\n  (( CURRENT == 2 )) && _describe command commands\n  _arguments", own,
                      " \\\n      '*:path:_files'\n}\n",
                      "if [[ $funcstack[1] == _chartlint ]]; then _chartlint \"$@\"; else compdef _chartlint chartlint; fi\n");
}

std::string FishText(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}}), "'");
}

std::string Fish(const std::vector<CommandHelp>& commands) {
  std::string out = "# fish completion for chartlint\n";
  std::vector<std::string> names;
  for (const CommandHelp& command : commands) {
    if (!command.name.empty()) names.push_back(command.name);
  }
  for (const CommandHelp& command : commands) {
    // Options of a check may follow a path, which fish takes for a command.
    const std::string condition = command.name.empty()
                                      ? absl::StrCat("not __fish_seen_subcommand_from ", absl::StrJoin(names, " "))
                                      : absl::StrCat("__fish_seen_subcommand_from ", command.name);
    if (!command.name.empty()) {
      absl::StrAppend(&out, "complete -c chartlint -n __fish_use_subcommand -a ", command.name, " -d ", FishText(command.text), "\n");
    }
    for (const OptionHelp& option : command.options) {
      const std::string name = LongName(option);
      const std::string choices = option.choices.empty() ? "" : absl::StrCat(" -a '", absl::StrJoin(option.choices, " "), "'");
      if (name.empty() && choices.empty()) continue;
      absl::StrAppend(&out, "complete -c chartlint -n '", condition, "'");
      // --help and the like: the name after the dashes is what fish wants.
      if (!name.empty()) absl::StrAppend(&out, " -l ", name.substr(2), option.takes_value ? " -r" : "");
      if (!choices.empty()) absl::StrAppend(&out, " -f");
      absl::StrAppend(&out, choices, " -d ", FishText(option.text), "\n");
    }
  }
  return out;
}

}  // namespace

std::string CompletionScript(const std::string& shell, const std::vector<CommandHelp>& commands) {
  if (shell == "zsh") return Zsh(commands);
  if (shell == "fish") return Fish(commands);
  return Bash(commands);
}

}  // namespace chartlint
