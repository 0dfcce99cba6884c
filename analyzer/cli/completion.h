// `chartlint completion SHELL`: completions, made from the table that --help is made from.
#ifndef CHARTLINT_ANALYZER_CLI_COMPLETION_H_
#define CHARTLINT_ANALYZER_CLI_COMPLETION_H_

#include <string>
#include <vector>

#include "analyzer/cli/options.h"

namespace chartlint {

// `shell`: "bash", "zsh" or "fish". The script, to be sourced or put where the shell looks for completions. Commands, long
// options and values that are one of a few are completed; any other word is a file.
std::string CompletionScript(const std::string& shell, const std::vector<CommandHelp>& commands);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_COMPLETION_H_
