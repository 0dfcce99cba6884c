#include "analyzer/own_rules/field_path.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

void Descend(Node node, std::vector<Node>* nodes) {
  nodes->push_back(node);
  for (Node item : node.Items()) Descend(item, nodes);
  for (const auto& [key, value] : node.Entries()) Descend(value, nodes);
}

absl::Status Wrong(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("'", text, "' is no path: ", why));
}

}  // namespace

absl::StatusOr<FieldPath> FieldPath::Parse(absl::string_view text) {
  FieldPath path;
  absl::string_view rest = text;
  while (!rest.empty()) {
    Step step;
    if (rest[0] == '[') {
      const bool quoted = rest.size() > 1 && rest[1] == '"';
      const size_t end = quoted ? rest.find("\"]", 2) : rest.find(']');
      if (end == absl::string_view::npos) return Wrong(text, "a '[' is not closed");
      const absl::string_view inside = quoted ? rest.substr(2, end - 2) : rest.substr(1, end - 1);
      rest.remove_prefix(end + (quoted ? 2 : 1));
      const size_t equals = inside.find('=');
      if (quoted) {
        step.key = std::string(inside);
      } else if (inside == "*") {
        step.kind = Kind::kAll;
      } else if (equals != absl::string_view::npos) {
        step.kind = Kind::kNamed;
        step.key = std::string(inside.substr(0, equals));
        step.value = std::string(inside.substr(equals + 1));
      } else if (absl::SimpleAtoi(inside, &step.index)) {
        step.kind = Kind::kIndex;
      } else {
        return Wrong(text, absl::StrCat("'[", inside, "]' is none of [0], [*], [name=x], [\"key\"]"));
      }
    } else {
      const size_t end = std::min(rest.find_first_of(".["), rest.size());
      const absl::string_view key = rest.substr(0, end);
      if (key.empty()) return Wrong(text, "a key is empty");
      step.kind = key == "**" ? Kind::kDescend : key == "*" ? Kind::kAll : Kind::kKey;
      step.key = std::string(key);
      rest.remove_prefix(end);
    }
    path.steps_.push_back(std::move(step));
    if (!rest.empty() && rest[0] == '.') {
      rest.remove_prefix(1);
      if (rest.empty()) return Wrong(text, "it ends with a dot");
    }
  }
  return path;
}

void FieldPath::Follow(const Step& step, Node node, std::vector<Node>* nodes) {
  switch (step.kind) {
    case Kind::kKey:
      if (Node value = node[step.key]; node.IsMapping() && value) nodes->push_back(value);
      break;
    case Kind::kIndex:
      if (Node item = node[step.index]) nodes->push_back(item);
      break;
    case Kind::kAll:
      for (Node item : node.Items()) nodes->push_back(item);
      for (const auto& [key, value] : node.Entries()) nodes->push_back(value);
      break;
    case Kind::kNamed:
      for (Node item : node.Items()) {
        if (item[step.key].text() == step.value) nodes->push_back(item);
      }
      break;
    case Kind::kDescend: Descend(node, nodes); break;
  }
}

std::vector<Node> FieldPath::Select(Node from) const {
  std::vector<Node> nodes = {from};
  for (const Step& step : steps_) {
    std::vector<Node> next;
    for (Node node : nodes) Follow(step, node, &next);
    // Two ways may lead to one node: `**.**`, an alias.
    absl::flat_hash_set<uint32_t> seen;
    nodes.clear();
    for (Node node : next) {
      if (seen.insert(node.id()).second) nodes.push_back(node);
    }
  }
  return nodes;
}

Node FieldPath::Nearest(Node from) const {
  for (const Step& step : steps_) {
    std::vector<Node> next;
    Follow(step, from, &next);
    if (next.empty()) return from;
    from = next.front();
  }
  return from;
}

}  // namespace chartlint
