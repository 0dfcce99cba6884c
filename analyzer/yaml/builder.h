// Builds a Document's nodes from events. Internal to analyzer/yaml.
//
// Contract: Build() reads the text to its end or to the first problem, which it stores in the document. Its own stack
// holds the open collections, so that depth costs no C++ stack; every limit is checked while building. Aliases are shared,
// never copied; each anchored node carries the number of nodes that it stands for when expanded (saturating), and its
// depth, so that an alias bomb is found without expanding it.
#ifndef CHARTLINT_ANALYZER_YAML_BUILDER_H_
#define CHARTLINT_ANALYZER_YAML_BUILDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"
#include "analyzer/yaml/events.h"

namespace chartlint {

class DocumentBuilder {
 public:
  DocumentBuilder(Document* document, const YamlLimits& limits);
  void Build();

 private:
  using NodeData = Document::NodeData;
  static constexpr uint32_t kNone = Document::kNone;

  // What an anchored node stands for.
  struct Extent {
    uint64_t weight = 1;  // nodes; long scalars count as more
    uint32_t depth = 0;   // of the collections below it, itself included
  };
  struct OpenCollection {
    uint32_t node;
    uint32_t first_pending;        // into pending_
    uint32_t pending_key = kNone;  // the key that waits for its value
    bool has_merge = false;
    bool anchored = false;
    Extent extent;
  };

  bool Handle(const Event& event);
  bool HandleScalar(const Event& event);
  bool HandleStart(const Event& event);
  bool HandleEnd(const Event& event);
  bool HandleAlias(const Event& event);
  // Puts a complete or just opened node under the innermost open collection.
  bool Attach(uint32_t node, bool alias, Span place);
  bool AttachKey(uint32_t node, bool alias, Span place);
  // A merge key's `<<` entries in pending_[first...] become the entries they stand for.
  bool ExpandMerges(const OpenCollection& open);
  bool AddMerged(uint32_t mapping, Span place, std::vector<uint32_t>* entries);
  void FindDuplicates(uint32_t mapping);
  void NoteOverridden(uint32_t mapping, uint32_t first_key, uint32_t second_key);
  bool AddWeight(const Extent& extent, Span place);

  uint32_t NewNode(NodeKind kind, Span span);
  absl::string_view Keep(const Event& event, Span content);
  bool IsMergeKey(uint32_t node) const;
  bool Fail(YamlProblem::Kind kind, std::string message, Span span, std::string hint = "");
  void FailFromReader(const EventFailure& failure);

  Document* document_;
  const YamlLimits limits_;
  std::vector<OpenCollection> open_;
  std::vector<uint32_t> pending_;  // children of the open collections
  absl::flat_hash_map<std::string, uint32_t> anchors_;
  absl::flat_hash_map<uint32_t, Extent> extents_;  // of anchored nodes
  absl::flat_hash_set<uint32_t> merge_keys_;
  uint64_t merged_entries_ = 0;
  uint32_t documents_ = 0;
  uint32_t last_end_ = 0;          // where the last token with a place of its own ended
  uint32_t last_brace_ = kNone;    // `{` of the last event, if it was one
  uint32_t template_at_ = kNone;   // the first `{{` that was read as two flow mappings
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_YAML_BUILDER_H_
