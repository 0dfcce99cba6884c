#include "analyzer/kube/variables.h"

#include "absl/strings/str_cat.h"
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

// A value may be built from values that are built from values; this keeps a chain of doublings from growing without end.
constexpr size_t kLongest = 1 << 14;

// Replaces by the literal variables among the first `count`.
std::string ExpandFrom(absl::string_view text, const std::vector<EnvVariable>& env, size_t count, int depth) {
  std::string out;
  size_t at = 0;
  for (const VariableReference& reference : VariableReferences(text)) {
    absl::StrAppend(&out, text.substr(at, reference.begin - at));
    at = reference.begin;
    for (size_t i = count; i-- > 0;) {
      if (env[i].name != reference.name) continue;
      if (env[i].value_from.IsUnset() && depth < 8 && out.size() < kLongest) {
        absl::StrAppend(&out, ExpandFrom(env[i].value.text(), env, i, depth + 1));
        at = reference.end;
      }
      break;
    }
  }
  absl::StrAppend(&out, text.substr(at));
  return out;
}

}  // namespace

const EnvVariable* VariableNamed(const std::vector<EnvVariable>& env, absl::string_view name) {
  for (auto it = env.rbegin(); it != env.rend(); ++it) {
    if (it->name == name) return &*it;
  }
  return nullptr;
}

std::vector<VariableReference> VariableReferences(absl::string_view text) {
  std::vector<VariableReference> references;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '$') continue;
    if (text[i + 1] == '(') {
      const size_t close = text.find(')', i + 2);
      if (close == absl::string_view::npos) break;
      references.push_back({i, close + 1, text.substr(i + 2, close - i - 2)});
      i = close;
    } else {
      ++i;
    }
  }
  return references;
}

std::string ExpandVariables(absl::string_view text, const std::vector<EnvVariable>& env) {
  return ExpandFrom(text, env, env.size(), 0);
}

}  // namespace chartlint
