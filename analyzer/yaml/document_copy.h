// A copy of what is below one node of a document, to which entries can be added: an object with its defaults filled in.
//
// Contract
//   Nodes of the copy are read like any others, with paths from the copied node on. They have no places: Written() leads to
//   the node of the source that has one. Aliases stay shared, so that a copy is no larger than its source; a value that is
//   to be changed in one place only is split off by Own().
//   Entries are set, never taken away. A key that is there already, with nothing or something behind, is overridden.
// Cost: copying is linear in the nodes that are reached; Set() in the entries of the mapping, SetMissing() in those of both.
// Lifetime: the source, the documents of added nodes, and their texts must outlive the copy. Nodes of the copy stay valid
//   while entries are added.
// Thread safety: none while it is changed; any number of readers after.
#ifndef CHARTLINT_ANALYZER_YAML_DOCUMENT_COPY_H_
#define CHARTLINT_ANALYZER_YAML_DOCUMENT_COPY_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

class DocumentCopy {
 public:
  explicit DocumentCopy(Node source);

  Node root() const { return document_->root(); }

  // A value as it stands in one place, ready for changes. `change` says which: a value that aliases share is split off from
  // the others once for each kind of change, and `fresh` is false where that has been done before. 0 is no kind: such a
  // change depends on the place, and each place has its own.
  struct Part {
    Node node;  // absent if there is no such value
    bool fresh = true;
  };
  Part Own(Node mapping, absl::string_view key, uint32_t change);
  Part Own(Node sequence, size_t index, uint32_t change);

  // Sets `key` to a copy of `value`; both may be nodes of this copy or of another document. `place`, of this copy, is where
  // Written() leads from there; if absent, to a value that is overridden, else to the mapping. `mapping` must be one that
  // Own() gave, or the root.
  void Set(Node mapping, Node key, Node value, Node place = {});
  // Sets what `from`, another mapping of this copy, has and `mapping` has not, as far as it is scalar. The places are those
  // of the values.
  void SetMissing(Node mapping, Node from);

  bool IsAdded(Node node) const { return origins_[node.id()].added; }
  // The node of the source that this one was copied from; for an added one, the nearest that is written.
  Node Written(Node node) const;

 private:
  static constexpr uint32_t kNone = Document::kNone;
  struct Origin {
    uint32_t id = 0;  // in the source
    bool added = false;
  };

  // Copies what is below a node of any document. `place`: the origin of added nodes; null for nodes of the source.
  uint32_t CopyBelow(Node from, const Origin* place);
  uint32_t NewNode(const Document& from, uint32_t id, const Origin* place);
  uint32_t SplitOff(uint32_t shared);
  void Append(uint32_t mapping, uint32_t key, uint32_t value);
  Part OwnAt(uint32_t parent, uint32_t slot, uint32_t key, uint32_t change);

  const Document* source_;
  std::unique_ptr<Document> document_;
  std::vector<Origin> origins_;   // by node
  std::vector<uint32_t> uses_;    // by node: in how many places it stands
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, uint32_t> split_;  // (shared node, change) -> its own copy
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_YAML_DOCUMENT_COPY_H_
