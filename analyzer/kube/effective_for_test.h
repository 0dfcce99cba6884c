// For tests: manifests on one line, and what is at a path of the object that the API server would store.
#ifndef CHARTLINT_ANALYZER_KUBE_EFFECTIVE_FOR_TEST_H_
#define CHARTLINT_ANALYZER_KUBE_EFFECTIVE_FOR_TEST_H_

#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/kube/effective_object.h"
#include "analyzer/kube/parsed_objects.h"

namespace chartlint {

// "a.0.b": keys and indices.
inline Node At(Node node, absl::string_view path) {
  for (const absl::string_view step : absl::StrSplit(path, '.', absl::SkipEmpty())) {
    size_t index = 0;
    node = absl::SimpleAtoi(step, &index) ? node[index] : node[step];
  }
  return node;
}

// The JSON of what is at a path of the first object; "-" if there is nothing.
inline std::string EffectiveAt(absl::string_view text, absl::string_view path) {
  const ParsedObjects objects(text);
  const EffectiveObject effective(objects[0]);
  const Node node = At(effective.root(), path);
  return node ? node.document()->ToJson(node) : "-";
}

inline std::string Of(absl::string_view api_version, absl::string_view kind, absl::string_view rest) {
  return absl::StrCat("{apiVersion: ", api_version, ", kind: ", kind, ", metadata: {name: x}, ", rest, "}");
}

inline std::string Deployment(absl::string_view spec) {
  return Of("apps/v1", "Deployment", absl::StrCat("spec: {", spec, "}"));
}

inline std::string Pod(absl::string_view spec) { return Of("v1", "Pod", absl::StrCat("spec: {", spec, "}")); }

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_EFFECTIVE_FOR_TEST_H_
