// The words of a shell script that is one plain command, for `sh -c "exec program --flag=…"`.
//
// Contract
//   PlainCommand gives the words when the script is one simple command: quotes are taken off, `exec`, assignments in front
//   and lines that only call `set` are left out, a backslash joins lines, comments are dropped. A pipe, a list, a redirection,
//   a substitution, a compound command, `$@` or `$1`, or anything else that makes the words depend on more than the text gives
//   nullopt. Variables ($NAME, ${NAME}) and the kubelet's references stay in the words as written.
//   Linear in the text; never fails otherwise.
// Upstream: POSIX.1-2017, 2.2 (quoting) and 2.9.1 (simple commands).
#ifndef CHARTLINT_ANALYZER_KUBE_SHELL_WORDS_H_
#define CHARTLINT_ANALYZER_KUBE_SHELL_WORDS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

namespace chartlint {

// variables: names that the kubelet replaces in `$(NAME)` before the shell sees the script; any other `$(…)` is a
// substitution.
std::optional<std::vector<std::string>> PlainCommand(absl::string_view script,
                                                     const absl::flat_hash_set<absl::string_view>& variables);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_SHELL_WORDS_H_
