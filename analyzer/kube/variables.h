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

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace chartlint {

struct EnvVariable;

struct VariableReference {
  size_t begin = 0;  // of the dollar sign, in the text
  size_t end = 0;    // after the closing parenthesis
  absl::string_view name;
};

// References in reading order; the names are views into `text`.
std::vector<VariableReference> VariableReferences(absl::string_view text);

// A container's variables by their name. The index is made at first need, so that asking often is cheap. Not for several
// threads at once; `env` must outlive it.
class Variables {
 public:
  explicit Variables(const std::vector<EnvVariable>& env) : env_(env) {}

  // The variable in effect: the last of that name; nullptr if there is none.
  const EnvVariable* Named(absl::string_view name) const;
  // `text` with the references to literal variables replaced. Those that cannot be resolved here stay as written.
  std::string Expand(absl::string_view text) const;

 private:
  const std::vector<size_t>* Places(absl::string_view name) const;
  // Looks at the variables before the index `above` only.
  std::string ExpandBefore(absl::string_view text, size_t above, int depth) const;

  const std::vector<EnvVariable>& env_;
  mutable bool indexed_ = false;
  mutable absl::flat_hash_map<absl::string_view, std::vector<size_t>> places_;  // ascending
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_VARIABLES_H_
