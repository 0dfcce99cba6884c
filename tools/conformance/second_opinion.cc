#include "tools/conformance/second_opinion.h"

#include <yaml-cpp/yaml.h>

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/yaml/scalars.h"

namespace chartlint {
namespace {

using Difference = std::optional<std::string>;

absl::string_view KindName(NodeKind kind) {
  constexpr absl::string_view kNames[] = {"null", "boolean", "integer", "float", "string", "sequence", "mapping"};
  return kNames[static_cast<size_t>(kind)];
}

NodeKind KindOf(const YAML::Node& node) {
  switch (node.Type()) {
    case YAML::NodeType::Sequence:
      return NodeKind::kSequence;
    case YAML::NodeType::Map:
      return NodeKind::kMapping;
    case YAML::NodeType::Scalar:
      break;
    default:
      return NodeKind::kNull;
  }
  // yaml-cpp's tags: `?` plain, `!` quoted, otherwise what was written.
  if (node.Tag() == "?" || node.Tag().empty()) return ResolvePlain(node.Scalar());
  if (node.Tag() == "!") return NodeKind::kString;
  return ResolveTagged(ParseScalarTag(node.Tag()), node.Scalar()).value_or(NodeKind::kNull);
}

bool IsMergeKey(const YAML::Node& key) { return key.IsScalar() && key.Scalar() == "<<" && key.Tag() == "?"; }

// The entries that the API server's decoder sees: later ones win, merge keys count where they stand.
void CollectEntries(const YAML::Node& mapping, std::map<std::string, YAML::Node>* entries) {
  for (const auto& entry : mapping) {
    if (!IsMergeKey(entry.first)) {
      NodeKind kind = KindOf(entry.first);
      std::string text = kind == NodeKind::kNull ? "" : entry.first.Scalar();
      (*entries)[KeyOfScalar(kind, text).value_or(text)].reset(entry.second);
    } else if (entry.second.IsSequence()) {
      for (size_t i = entry.second.size(); i-- > 0;) CollectEntries(entry.second[i], entries);
    } else {
      CollectEntries(entry.second, entries);
    }
  }
}

Difference Compare(const Node& ours, const YAML::Node& theirs, const std::string& path) {
  NodeKind kind = KindOf(theirs);
  if (ours.kind() != kind) {
    return absl::StrCat(path, ": ", KindName(ours.kind()), " here, ", KindName(kind), " in yaml-cpp");
  }
  if (kind == NodeKind::kSequence) {
    std::vector<Node> items = ours.Items();
    if (items.size() != theirs.size()) return absl::StrCat(path, ": ", items.size(), " items here, ", theirs.size(), " in yaml-cpp");
    for (size_t i = 0; i < items.size(); ++i) {
      if (Difference found = Compare(items[i], theirs[i], absl::StrCat(path, "[", i, "]"))) return found;
    }
    return std::nullopt;
  }
  if (kind == NodeKind::kMapping) {
    std::map<std::string, YAML::Node> entries;
    CollectEntries(theirs, &entries);
    size_t count = ours.Entries().size();
    if (count != entries.size()) return absl::StrCat(path, ": ", count, " entries here, ", entries.size(), " in yaml-cpp");
    for (const auto& [key, value] : entries) {
      Node mine = ours[key];
      if (!mine) return absl::StrCat(path, ": no key `", key, "` here");
      if (Difference found = Compare(mine, value, absl::StrCat(path, "/", key))) return found;
    }
    return std::nullopt;
  }
  if (kind == NodeKind::kNull) return std::nullopt;
  std::string text = theirs.Scalar();
  if (theirs.Tag() == "tag:yaml.org,2002:binary") text = DecodeYamlBinary(text).value_or("");
  if (ours.text() != text) return absl::StrCat(path, ": `", ours.text(), "` here, `", text, "` in yaml-cpp");
  return std::nullopt;
}

}  // namespace

std::optional<std::string> SecondOpinion(const Document& document) {
  try {
    YAML::Node theirs = YAML::Load(std::string(document.text()));
    if (document.problem()) return absl::StrCat("refused here only: ", document.problem()->message);
    return Compare(document.root(), theirs, "");
  } catch (const YAML::Exception& error) {
    if (document.problem()) return std::nullopt;
    return absl::StrCat("refused by yaml-cpp only: ", error.what());
  }
}

}  // namespace chartlint
