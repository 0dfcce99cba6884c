// One YAML document, parsed once, as the Kubernetes API server would decode it.
//
// Contract
//   Document::Parse never throws and always returns a document. A text that cannot be parsed, or that exceeds a limit,
//   gives a document without a root and with a problem() that has a place and a sentence.
//   Scalars resolve as sigs.k8s.io/yaml (YAML 1.1 rules of its go-yaml fork) does: `yes`, `on`, `y` are booleans, `010`
//   is 8, `0o10` is 8, `08` is 8, `1_000` is 1000, `1:30` and dates are strings; explicit tags (!!str, !!int, ...) count.
//   Mapping keys keep the order of the text. A duplicate key is kept and listed in duplicate_keys(); look-ups give the
//   last one, as the API server's non-strict decoder does. Merge keys (`<<`) are resolved: merged entries stand in the
//   place of the `<<` and share the nodes of the anchor. As in go-yaml v2 an own entry after the `<<` overrides a merged
//   one, but one *before* it is overridden by it. Aliases share the anchored node; its Parent() is the place where it was
//   anchored.
//   A key is looked up as the JSON object key that it becomes: `on: 1` is found as "true", `010: 1` as "8"; text() of the
//   key node is what was written.
// Units
//   Span offsets are bytes into text(). Lines and columns (Position) are 1-based; `column` counts characters
//   (code points), `utf16_column` UTF-16 code units as SARIF wants them.
// Lifetime
//   text must outlive the Document; a Node is a cheap handle (pointer + index) that is valid as long as its Document.
// Thread safety
//   Immutable after Parse: any number of threads may read.
//
// Upstream: sigs.k8s.io/yaml (yaml.go, Unmarshal), go.yaml.in/yaml/v2 (decode.go, resolve.go), k8s.io/apimachinery.
#ifndef CHARTLINT_ANALYZER_YAML_DOCUMENT_H_
#define CHARTLINT_ANALYZER_YAML_DOCUMENT_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace chartlint {

class Document;

enum class NodeKind : uint8_t { kNull, kBool, kInt, kFloat, kString, kSequence, kMapping };

// Bytes [begin, end) of Document::text().
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// 1-based place inside a document's text.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;        // in characters
  uint32_t utf16_column = 1;  // in UTF-16 code units
};

// Handle of a node; default-constructed = absent. Every accessor is safe on an absent node and on a node of another kind
// (it gives absent, nullopt, empty or 0), so that paths can be followed without tests: `object["spec"]["replicas"].AsInt()`.
class Node {
 public:
  Node() = default;

  // True if the node exists in the text (an explicit `key: null` or `key:` exists and IsNull()).
  explicit operator bool() const { return document_ != nullptr; }
  bool operator==(const Node& other) const { return document_ == other.document_ && id_ == other.id_; }
  bool operator!=(const Node& other) const { return !(*this == other); }

  NodeKind kind() const;  // kNull if absent
  // Absent or null: what the API server treats as "not set".
  bool IsUnset() const { return document_ == nullptr || kind() == NodeKind::kNull; }
  bool IsNull() const { return document_ != nullptr && kind() == NodeKind::kNull; }
  bool IsMapping() const { return document_ != nullptr && kind() == NodeKind::kMapping; }
  bool IsSequence() const { return document_ != nullptr && kind() == NodeKind::kSequence; }
  bool IsString() const { return document_ != nullptr && kind() == NodeKind::kString; }
  bool IsScalar() const { return document_ != nullptr && kind() < NodeKind::kSequence; }

  // Mapping look-up by key text (last duplicate wins, merged ones included).
  Node operator[](absl::string_view key) const;
  Node operator[](const char* key) const { return (*this)[absl::string_view(key)]; }
  // Sequence item.
  Node operator[](size_t index) const;
  Node operator[](int index) const { return (*this)[static_cast<size_t>(index)]; }
  // The key node of `key` in a mapping (for reports on something that is there but should not be).
  Node Key(absl::string_view key) const;

  // Number of items of a sequence or entries of a mapping (duplicates and merged ones included).
  size_t size() const;
  // Items of a sequence; empty for anything else.
  std::vector<Node> Items() const;
  // Entries (key node, value node) of a mapping, without overridden duplicates; empty for anything else.
  std::vector<std::pair<Node, Node>> Entries() const;

  // The scalar's decoded content, as written (`010` stays "010"); empty for collections and absent nodes.
  absl::string_view text() const;
  // The string value if the node is a string; nullopt for every other kind (numbers, booleans, null).
  std::optional<absl::string_view> AsString() const;
  // The string or, for numbers and booleans, the written text: for places where people forget quotes.
  absl::string_view AsText() const { return text(); }
  std::optional<int64_t> AsInt() const;  // integers, and floats without a fraction (1e3)
  std::optional<double> AsDouble() const;
  std::optional<bool> AsBool() const;
  bool IsTrue() const { return AsBool().value_or(false); }

  // The node's own text: a scalar with its quotes, a collection from its first to its last character.
  Span span() const;
  Position begin() const;
  Position end() const;
  // True if quoted or a block scalar.
  bool IsQuoted() const;
  // `|` or `>` scalar.
  bool IsBlockScalar() const;

  const Document* document() const { return document_; }
  uint32_t id() const { return id_; }
  // The collection that holds this node (absent for the root). For a key node: its mapping.
  Node Parent() const;
  // The key node under which a mapping holds this value; absent for items, keys and the root.
  Node KeyNode() const;
  // For a key node: the value of this very entry, also where a later duplicate of the key wins.
  Node ValueOfKey() const;
  // Kubernetes-style path from the document's root: `spec.template.spec.containers[0].args[3]`; keys with dots or
  // slashes are bracketed: `metadata.annotations["a/b"]`. A key node has the path of its value.
  std::string Path() const;

 private:
  friend class Document;
  Node(const Document* document, uint32_t id) : document_(document), id_(id) {}
  const Document* document_ = nullptr;
  uint32_t id_ = 0;
};

// Why a text is no document.
struct YamlProblem {
  enum class Kind : uint8_t { kSyntax, kTemplate, kTooDeep, kTooLarge, kAliasBomb, kEncoding };
  Kind kind = Kind::kSyntax;
  std::string message;  // a sentence without the place, lower case, no full stop
  Span span;            // where
  std::string hint;     // what to do, may be empty ("this looks like an unrendered template: run `helm template`")
};

struct DuplicateKey {
  Node mapping;
  Node first;   // key node that is overridden
  Node second;  // key node that wins over it
};

struct YamlLimits {
  uint32_t max_depth = 200;
  uint32_t max_nodes = 5'000'000;
  uint64_t max_expanded = 20'000'000;  // nodes after expanding aliases, counted without expanding
};

class Document {
 public:
  static std::unique_ptr<Document> Parse(absl::string_view text, const YamlLimits& limits = {});

  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  absl::string_view text() const { return text_; }
  // Absent for an empty or comments-only document, and when there is a problem.
  Node root() const;
  const std::optional<YamlProblem>& problem() const { return problem_; }
  const std::vector<DuplicateKey>& duplicate_keys() const { return duplicate_keys_; }

  Position PositionAt(uint32_t offset) const;
  // The line's text without its line break; `line` is 1-based.
  absl::string_view Line(uint32_t line) const;
  uint32_t line_count() const;

  // The tree as one line of JSON the way the API server decodes it (aliases expanded, duplicates resolved, keys in the
  // order of the text). Floats print shortest.
  std::string ToJson(Node node) const;

 private:
  friend class Node;
  friend class DocumentBuilder;
  friend class DocumentCopy;

  struct NodeData {
    NodeKind kind = NodeKind::kNull;
    uint8_t style = 0;  // 0 plain, 1 single quoted, 2 double quoted, 3 literal, 4 folded, 5 flow, 6 block
    bool is_key = false;
    bool has_overridden = false;    // mapping: an entry is overridden by a later one of the same key
    Span span;
    uint32_t parent = kNone;
    uint32_t key = kNone;           // key node of a value in a mapping
    uint32_t index = 0;             // position among the parent's items or entries
    uint32_t children_begin = 0;    // into children_: items, or key, value, key, value ...
    uint32_t children_count = 0;    // number of ids
    absl::string_view text;         // decoded scalar
  };
  static constexpr uint32_t kNone = 0xffffffff;

  Document() = default;
  Node Wrap(uint32_t id) const { return id == kNone ? Node() : Node(this, id); }
  // The JSON object key that a key node becomes.
  absl::string_view KeyText(uint32_t id) const;
  // Indices into children_ of a mapping's key nodes, overridden entries left out.
  std::vector<uint32_t> EffectiveKeys(uint32_t mapping) const;
  // Index into children_ of the last entry with this key; kNone if there is none.
  uint32_t FindKey(uint32_t mapping, absl::string_view key) const;
  void IndexLines();

  absl::string_view text_;
  std::vector<NodeData> nodes_;
  std::vector<uint32_t> children_;
  std::deque<std::string> decoded_;     // scalars that differ from their source text
  absl::flat_hash_map<uint32_t, std::string> other_keys_;  // by key node: the JSON key where it is not the text
  std::vector<uint32_t> line_starts_;   // byte offset of each line
  uint32_t root_ = kNone;
  std::optional<YamlProblem> problem_;
  std::vector<DuplicateKey> duplicate_keys_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_YAML_DOCUMENT_H_
