#include "analyzer/kube/variables.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

// A value may be built from values that are built from values; these keep a chain of doublings from growing without end.
constexpr size_t kLongest = 1 << 14;
constexpr int kDeepest = 8;

}  // namespace

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

const std::vector<size_t>* Variables::Places(absl::string_view name) const {
  if (!indexed_) {
    indexed_ = true;
    for (size_t i = 0; i < env_.size(); ++i) places_[env_[i].name].push_back(i);
  }
  const auto it = places_.find(name);
  return it == places_.end() ? nullptr : &it->second;
}

const EnvVariable* Variables::Named(absl::string_view name) const {
  const std::vector<size_t>* places = Places(name);
  return places == nullptr ? nullptr : &env_[places->back()];
}

std::string Variables::Expand(absl::string_view text) const { return ExpandBefore(text, env_.size(), 0); }

std::string Variables::ExpandBefore(absl::string_view text, size_t above, int depth) const {
  std::string out;
  size_t at = 0;
  for (const VariableReference& reference : VariableReferences(text)) {
    absl::StrAppend(&out, text.substr(at, reference.begin - at));
    at = reference.begin;
    if (depth >= kDeepest || out.size() >= kLongest) continue;
    const std::vector<size_t>* places = Places(reference.name);
    if (places == nullptr) continue;
    const auto next = std::lower_bound(places->begin(), places->end(), above);
    if (next == places->begin()) continue;
    const size_t place = *(next - 1);
    if (!env_[place].value_from.IsUnset()) continue;
    absl::StrAppend(&out, ExpandBefore(env_[place].value.text(), place, depth + 1));
    at = reference.end;
  }
  absl::StrAppend(&out, text.substr(at));
  return out;
}

}  // namespace chartlint
