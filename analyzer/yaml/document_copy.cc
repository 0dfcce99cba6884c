#include "analyzer/yaml/document_copy.h"

#include <string>

#include "absl/container/flat_hash_set.h"

namespace chartlint {

DocumentCopy::DocumentCopy(Node source) : source_(source.document()), document_(new Document()) {
  document_->line_starts_.push_back(0);
  if (source) document_->root_ = CopyBelow(source, nullptr);
}

uint32_t DocumentCopy::NewNode(const Document& from, uint32_t id, const Origin* place) {
  const uint32_t copy = static_cast<uint32_t>(document_->nodes_.size());
  Document::NodeData data = from.nodes_[id];
  data.span = {};
  data.parent = data.key = kNone;
  data.index = 0;
  document_->nodes_.push_back(data);
  const auto other = from.other_keys_.find(id);
  if (other != from.other_keys_.end()) {
    std::string text = other->second;  // `from` may be this copy, whose map grows
    document_->other_keys_.emplace(copy, std::move(text));
  }
  origins_.push_back(place == nullptr ? Origin{id, false} : *place);
  uses_.push_back(0);
  return copy;
}

// In the order of the text, so that a shared node is met where it was anchored before its aliases. Depth
// costs no C++ stack.
uint32_t DocumentCopy::CopyBelow(Node from, const Origin* place) {
  const Document& source = *from.document();
  absl::flat_hash_map<uint32_t, uint32_t> copies;
  struct Frame {
    uint32_t source, copy;
    uint32_t next = 0;
  };
  std::vector<Frame> stack;
  const auto open = [&](uint32_t id) {
    const uint32_t copy = NewNode(source, id, place);
    copies.emplace(id, copy);
    Document::NodeData& data = document_->nodes_[copy];
    data.children_begin = static_cast<uint32_t>(document_->children_.size());
    document_->children_.resize(document_->children_.size() + data.children_count, kNone);
    if (data.children_count > 0) stack.push_back({id, copy});
    return copy;
  };
  const uint32_t root = open(from.id());
  document_->nodes_[root].is_key = false;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const uint32_t parent = frame.copy, at = frame.next++;
    const uint32_t child = source.children_[source.nodes_[frame.source].children_begin + at];
    if (frame.next == document_->nodes_[parent].children_count) stack.pop_back();  // `frame` is gone
    const auto known = copies.find(child);
    const uint32_t copy = known == copies.end() ? open(child) : known->second;
    const uint32_t slot = document_->nodes_[parent].children_begin + at;
    document_->children_[slot] = copy;
    if (uses_[copy]++ > 0) continue;
    Document::NodeData& data = document_->nodes_[copy];
    const bool mapping = document_->nodes_[parent].kind == NodeKind::kMapping;
    data.parent = parent;
    data.index = mapping ? at / 2 : at;
    if (mapping && at % 2 == 1) data.key = document_->children_[slot - 1];
  }
  return root;
}

Node DocumentCopy::Written(Node node) const { return node ? source_->Wrap(origins_[node.id()].id) : Node(); }

DocumentCopy::Part DocumentCopy::Own(Node mapping, absl::string_view key, uint32_t change) {
  if (!mapping) return {};
  const uint32_t slot = document_->FindKey(mapping.id(), key);
  return slot == kNone ? Part() : OwnAt(mapping.id(), slot + 1, document_->children_[slot], change);
}

DocumentCopy::Part DocumentCopy::Own(Node sequence, size_t index, uint32_t change) {
  if (!sequence.IsSequence() || index >= sequence.size()) return {};
  const uint32_t slot = document_->nodes_[sequence.id()].children_begin + static_cast<uint32_t>(index);
  return OwnAt(sequence.id(), slot, kNone, change);
}

DocumentCopy::Part DocumentCopy::OwnAt(uint32_t parent, uint32_t slot, uint32_t key, uint32_t change) {
  const uint32_t shared = document_->children_[slot];
  if (uses_[shared] == 1) return {document_->Wrap(shared), true};
  --uses_[shared];
  const auto known = change == 0 ? split_.end() : split_.find({shared, change});
  const bool fresh = known == split_.end();
  const uint32_t own = fresh ? SplitOff(shared) : known->second;
  if (fresh) {
    if (change != 0) split_.emplace(std::make_pair(shared, change), own);
    const Document::NodeData& above = document_->nodes_[parent];
    Document::NodeData& data = document_->nodes_[own];
    data.parent = parent;
    data.key = key;
    data.index =
        above.kind == NodeKind::kMapping ? (slot - above.children_begin) / 2 : slot - above.children_begin;
  }
  ++uses_[own];
  document_->children_[slot] = own;
  return {document_->Wrap(own), fresh};
}

// A node like `shared` with the same children.
uint32_t DocumentCopy::SplitOff(uint32_t shared) {
  const Origin origin = origins_[shared];
  const uint32_t own = NewNode(*document_, shared, &origin);
  Document::NodeData& data = document_->nodes_[own];
  const uint32_t begin = data.children_begin;
  data.children_begin = static_cast<uint32_t>(document_->children_.size());
  for (uint32_t i = 0; i < data.children_count; ++i) {
    const uint32_t child = document_->children_[begin + i];
    ++uses_[child];
    document_->children_.push_back(child);
  }
  return own;
}

// Children lie side by side: those of a mapping that grows are moved to the end, if they are not there yet.
void DocumentCopy::Append(uint32_t mapping, uint32_t key, uint32_t value) {
  std::vector<uint32_t>& children = document_->children_;
  Document::NodeData& data = document_->nodes_[mapping];
  if (data.children_begin + data.children_count != children.size()) {
    const uint32_t begin = data.children_begin;
    data.children_begin = static_cast<uint32_t>(children.size());
    for (uint32_t i = 0; i < data.children_count; ++i) {
      const uint32_t child = children[begin + i];
      children.push_back(child);
    }
  }
  children.push_back(key);
  children.push_back(value);
  document_->nodes_[key].is_key = true;
  document_->nodes_[key].parent = document_->nodes_[value].parent = mapping;
  document_->nodes_[key].index = document_->nodes_[value].index = data.children_count / 2;
  document_->nodes_[value].key = key;
  uses_[key] = uses_[value] = 1;
  data.children_count += 2;
}

void DocumentCopy::Set(Node mapping, Node key, Node value, Node place) {
  if (!mapping.IsMapping() || !key || !value) return;
  const Node overridden = mapping[key.document()->KeyText(key.id())];
  const Node at = place ? place : overridden ? overridden : mapping;
  const Origin origin = {origins_[at.id()].id, true};
  if (overridden) document_->nodes_[mapping.id()].has_overridden = true;
  const uint32_t key_copy = CopyBelow(key, &origin), value_copy = CopyBelow(value, &origin);
  Append(mapping.id(), key_copy, value_copy);
}

void DocumentCopy::SetMissing(Node mapping, Node from) {
  if (!mapping.IsMapping()) return;
  absl::flat_hash_set<std::string> there;
  for (const auto& [key, value] : mapping.Entries()) there.emplace(document_->KeyText(key.id()));
  for (const auto& [key, value] : from.Entries()) {
    if (!value.IsScalar() || !there.emplace(document_->KeyText(key.id())).second) continue;
    const Origin origin = {origins_[value.id()].id, true};
    const uint32_t key_copy = CopyBelow(key, &origin), value_copy = CopyBelow(value, &origin);
    Append(mapping.id(), key_copy, value_copy);
  }
}

}  // namespace chartlint
