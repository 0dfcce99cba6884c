// Paths to fields, as people write them: `spec.template.spec.containers[*].image`.
//
//   a.b        keys                     a["b.c/d"]  a key with dots or slashes
//   [0] [*]    items                    [name=x]    items whose `name` is x
//   *          every value              **          the node and everything below it
#ifndef CHARTLINT_ANALYZER_OWN_RULES_FIELD_PATH_H_
#define CHARTLINT_ANALYZER_OWN_RULES_FIELD_PATH_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

class FieldPath {
 public:
  // InvalidArgument says what is wrong, in a sentence. An empty path is the node itself.
  static absl::StatusOr<FieldPath> Parse(absl::string_view text);

  // In the order of the text; each node once.
  std::vector<Node> Select(Node from) const;
  // The deepest node on the way, where nothing is selected: what the field is missing from.
  Node Nearest(Node from) const;

 private:
  enum class Kind { kKey, kIndex, kAll, kNamed, kDescend };
  struct Step {
    Kind kind = Kind::kKey;
    std::string key, value;
    size_t index = 0;
  };
  static void Follow(const Step& step, Node node, std::vector<Node>* nodes);

  std::vector<Step> steps_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_OWN_RULES_FIELD_PATH_H_
