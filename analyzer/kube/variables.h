// The kubelet's `$(NAME)` references in command, args and env values.
//
// Upstream: third_party/forked/golang/expansion (Expand): `$(NAME)` is replaced if NAME is known and stays as it is
// otherwise, `$$` is a dollar, a `$` before anything else is itself. pkg/kubelet/kubelet_pods.go (makeEnvironmentVariables):
// a value may use the variables above it; command and args may use all.
#ifndef CHARTLINT_ANALYZER_KUBE_VARIABLES_H_
#define CHARTLINT_ANALYZER_KUBE_VARIABLES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

struct EnvVariable;

struct VariableReference {
  size_t begin = 0;  // of the dollar sign, in the text
  size_t end = 0;    // after the closing parenthesis
  absl::string_view name;
};

// The variable in effect: the last of that name; nullptr if there is none.
const EnvVariable* VariableNamed(const std::vector<EnvVariable>& env, absl::string_view name);

// References in reading order; the names are views into `text`.
std::vector<VariableReference> VariableReferences(absl::string_view text);

// `text` with the references to literal variables of `env` replaced. Those that cannot be resolved here stay as written.
std::string ExpandVariables(absl::string_view text, const std::vector<EnvVariable>& env);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_VARIABLES_H_
