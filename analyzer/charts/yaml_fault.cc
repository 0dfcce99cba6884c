#include "analyzer/charts/yaml_fault.h"

#include <memory>
#include <utility>
#include <vector>

#include "analyzer/input/renders.h"
#include "analyzer/yaml/document.h"

namespace chartlint {
namespace {

// The first of the fields that Helm reads of an object which is not a string; absent if there is none.
Node NoString(Node root) {
  const Node metadata = root["metadata"];
  std::vector<Node> nodes = {root["apiVersion"], root["kind"], metadata["name"]};
  if (!metadata.IsUnset() && !metadata.IsMapping()) return metadata;
  if (!metadata["annotations"].IsUnset() && !metadata["annotations"].IsMapping()) return metadata["annotations"];
  for (const auto& [key, value] : metadata["annotations"].Entries()) nodes.push_back(value);
  for (const Node node : nodes) {
    if (!node.IsUnset() && !node.IsString()) return node;
  }
  return Node();
}

std::optional<YamlFault> Find(absl::string_view text, bool objects) {
  if (text.size() > kMaxFaultText) return std::nullopt;
  for (const DocumentText& part : SplitDocuments(text)) {
    const std::unique_ptr<Document> document = Document::Parse(part.text);
    YamlFault fault;
    Position at;
    const Node root = document->root();
    if (document->problem().has_value()) {
      at = document->PositionAt(document->problem()->span.begin);
    } else if (!root.IsUnset() && !root.IsMapping()) {
      at = root.begin();
      fault.is_mapping = false;
    } else if (const Node node = objects ? NoString(root) : Node()) {
      at = node.begin();
    } else {
      continue;
    }
    fault.line = part.first_line + at.line - 1;
    fault.column = at.column;
    return fault;
  }
  return std::nullopt;
}

}  // namespace

std::optional<YamlFault> FindYamlFault(absl::string_view text) { return Find(text, false); }

std::optional<YamlFault> FindObjectFault(absl::string_view text) { return Find(text, true); }

}  // namespace chartlint
