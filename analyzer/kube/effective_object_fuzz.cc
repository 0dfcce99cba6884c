// Any bytes: what is written stays, defaults of defaults are nothing new, and every node leads to a written
// one.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/kube/effective_object.h"
#include "tools/fuzz/fuzz_target.h"

namespace chartlint {
namespace {

void Check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void CheckTree(const EffectiveObject& effective, const Object& object) {
  std::vector<Node> open = {effective.root()};
  for (int budget = 20000; !open.empty() && budget > 0; --budget) {
    const Node node = open.back();
    open.pop_back();
    const Node written = effective.Written(node);
    Check(written && written.document() == object.document(), "every node leads to a written one");
    const bool same =
        effective.IsDefault(node) || (written.kind() == node.kind() && written.text() == node.text());
    Check(same, "what is written stays");
    node.Path();
    for (const Node& item : node.Items()) open.push_back(item);
    for (const auto& [key, value] : node.Entries()) open.push_back(value);
  }
}

std::string EffectiveJson(const Object& object) {
  const EffectiveObject effective(object);
  return effective.root().document()->ToJson(effective.root());
}

}  // namespace
}  // namespace chartlint

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace chartlint;
  YamlLimits limits;
  limits.max_expanded = 20000;
  limits.max_nodes = 20000;
  const auto document =
      Document::Parse(absl::string_view(reinterpret_cast<const char*>(bytes), size), limits);
  for (const auto& object : ObjectsOf(*document)) {
    const EffectiveObject effective(*object);
    CheckTree(effective, *object);
    const std::string json = effective.root().document()->ToJson(effective.root());
    const auto again = Document::Parse(json);
    if (again->problem()) continue;  // such as a key of more than 1,024 characters
    const auto objects = ObjectsOf(*again);
    if (objects.size() == 1)
      Check(EffectiveJson(*objects[0]) == again->ToJson(again->root()),
            "defaults of defaults are nothing new");
  }
  return 0;
}
