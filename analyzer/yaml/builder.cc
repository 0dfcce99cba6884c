#include "analyzer/yaml/builder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "analyzer/yaml/failures.h"
#include "analyzer/yaml/scalars.h"

namespace chartlint {
namespace {

// Up to this many entries, comparing each with each is cheaper than hashing.
constexpr size_t kLinearEntries = 12;
constexpr uint64_t kBytesPerWeight = 64;

uint64_t SaturatingAdd(uint64_t a, uint64_t b) {
  return a > std::numeric_limits<uint64_t>::max() - b ? std::numeric_limits<uint64_t>::max() : a + b;
}

}  // namespace

DocumentBuilder::DocumentBuilder(Document* document, const YamlLimits& limits) : document_(document), limits_(limits) {
  // Manifests have a node for every twelve bytes or more.
  document_->nodes_.reserve(document_->text_.size() / 16 + 4);
  document_->children_.reserve(document_->text_.size() / 16 + 4);
}

void DocumentBuilder::Build() {
  EventReader reader(document_->text_);
  Event event;
  while (!document_->problem_ && reader.Next(&event)) Handle(event);
  if (!document_->problem_ && reader.failure()) FailFromReader(*reader.failure());
  if (!document_->problem_) return;
  document_->root_ = kNone;
  document_->nodes_ = {};
  document_->children_ = {};
  document_->decoded_ = {};
  document_->other_keys_ = {};
  document_->duplicate_keys_ = {};
}

bool DocumentBuilder::Handle(const Event& event) {
  bool brace = event.type == EventType::kMappingStart && event.flow;
  if (brace && last_brace_ != kNone && last_brace_ + 1 == event.span.begin && template_at_ == kNone) {
    template_at_ = last_brace_;
  }
  last_brace_ = brace ? event.span.begin : kNone;
  switch (event.type) {
    case EventType::kDocumentStart:
      if (++documents_ == 1) return true;
      return Fail(YamlProblem::Kind::kSyntax, "a second document begins here", event.span,
                  "the decoder reads the first one only; separate documents with `---` at the start of a line");
    case EventType::kScalar:
      return HandleScalar(event);
    case EventType::kAlias:
      return HandleAlias(event);
    case EventType::kSequenceStart:
    case EventType::kMappingStart:
      return HandleStart(event);
    case EventType::kCollectionEnd:
      return HandleEnd(event);
  }
  return true;
}

uint32_t DocumentBuilder::NewNode(NodeKind kind, Span span) {
  auto& nodes = document_->nodes_;
  if (nodes.size() >= limits_.max_nodes) {
    Fail(YamlProblem::Kind::kTooLarge, absl::StrCat("the document has more than ", limits_.max_nodes, " nodes"), span);
    return kNone;
  }
  nodes.emplace_back();
  nodes.back().kind = kind;
  nodes.back().span = span;
  return static_cast<uint32_t>(nodes.size() - 1);
}

// Most scalars are written as they read: then the text itself is kept, not a copy.
absl::string_view DocumentBuilder::Keep(const Event& event, Span content) {
  absl::string_view source = document_->text_.substr(content.begin, content.end - content.begin);
  if (source == event.value) return source;
  document_->decoded_.emplace_back(event.value);
  return document_->decoded_.back();
}

bool DocumentBuilder::HandleScalar(const Event& event) {
  Span content = event.span;
  bool quoted = event.style == ScalarStyle::kSingleQuoted || event.style == ScalarStyle::kDoubleQuoted;
  if (quoted && content.end - content.begin >= 2) ++content.begin, --content.end;
  last_end_ = std::max(last_end_, event.span.end);
  ScalarTag tag = ParseScalarTag(event.tag);
  NodeKind kind = NodeKind::kString;
  if (tag != ScalarTag::kNone) {
    auto resolved = ResolveTagged(tag, event.value);
    if (!resolved) {
      return Fail(YamlProblem::Kind::kSyntax,
                  absl::StrCat("`", Shortened(event.value), "` cannot be decoded as ", ScalarTagName(tag)), event.span);
    }
    kind = *resolved;
  } else if (event.implicit) {
    kind = ResolvePlain(event.value);
  }
  bool is_key = !open_.empty() && open_.back().pending_key == kNone &&
                document_->nodes_[open_.back().node].kind == NodeKind::kMapping;
  if (kind == NodeKind::kFloat && !is_key && !JsonOfScalar(kind, event.value)) {
    return Fail(YamlProblem::Kind::kSyntax, absl::StrCat("`", event.value, "` has no JSON value, the API server refuses it"),
                event.span, "quote the value");
  }
  uint32_t id = NewNode(kind, event.span);
  if (id == kNone) return false;
  NodeData& node = document_->nodes_[id];
  node.style = static_cast<uint8_t>(event.style);
  if (tag == ScalarTag::kBinary) {
    auto bytes = DecodeYamlBinary(event.value);
    if (!bytes) return Fail(YamlProblem::Kind::kSyntax, "!!binary holds invalid base64", event.span);
    document_->decoded_.push_back(*std::move(bytes));
    node.text = document_->decoded_.back();
  } else {
    node.text = Keep(event, content);
  }
  if (!event.anchor.empty()) {
    anchors_[event.anchor] = id;
    extents_[id] = Extent{1 + node.text.size() / kBytesPerWeight, 0};
  }
  if (event.value == "<<" && (event.implicit || tag == ScalarTag::kMerge)) merge_keys_.insert(id);
  Extent extent{1 + node.text.size() / kBytesPerWeight, 0};
  return Attach(id, false, event.span) && AddWeight(extent, event.span);
}

bool DocumentBuilder::HandleStart(const Event& event) {
  if (open_.size() >= limits_.max_depth) {
    return Fail(YamlProblem::Kind::kTooDeep, absl::StrCat("collections are nested deeper than ", limits_.max_depth, " levels"),
                event.span);
  }
  bool mapping = event.type == EventType::kMappingStart;
  uint32_t id = NewNode(mapping ? NodeKind::kMapping : NodeKind::kSequence, Span{event.span.begin, event.span.begin});
  if (id == kNone || !Attach(id, false, event.span)) return false;
  NodeData& node = document_->nodes_[id];
  node.style = event.flow ? 5 : 6;
  node.children_begin = kNone;  // open
  OpenCollection open;
  open.node = id;
  open.first_pending = static_cast<uint32_t>(pending_.size());
  open.extent.depth = 1;
  open.anchored = !event.anchor.empty();
  if (open.anchored) anchors_[event.anchor] = id;
  open_.push_back(open);
  last_end_ = std::max(last_end_, event.flow ? event.span.end : event.span.begin);
  return true;
}

bool DocumentBuilder::HandleEnd(const Event& event) {
  OpenCollection open = open_.back();
  if (event.span.end != 0) last_end_ = std::max(last_end_, event.span.end);
  if (open.has_merge && !ExpandMerges(open)) return false;
  NodeData& node = document_->nodes_[open.node];
  node.span.end = std::max(last_end_, node.span.begin);
  node.children_begin = static_cast<uint32_t>(document_->children_.size());
  node.children_count = static_cast<uint32_t>(pending_.size() - open.first_pending);
  document_->children_.insert(document_->children_.end(), pending_.begin() + open.first_pending, pending_.end());
  pending_.resize(open.first_pending);
  if (node.kind == NodeKind::kMapping) FindDuplicates(open.node);
  if (open.anchored) extents_[open.node] = open.extent;
  open_.pop_back();
  return AddWeight(open.extent, event.span);
}

bool DocumentBuilder::HandleAlias(const Event& event) {
  last_end_ = std::max(last_end_, event.span.end);
  auto anchor = anchors_.find(event.anchor);
  if (anchor == anchors_.end()) {
    return Fail(YamlProblem::Kind::kSyntax, absl::StrCat("anchor `", event.anchor, "` is not defined above its use"),
                event.span, event.anchor.empty() ? "" : "quote the value if it should begin with `*`");
  }
  uint32_t target = anchor->second;
  if (document_->nodes_[target].children_begin == kNone) {
    return Fail(YamlProblem::Kind::kSyntax, absl::StrCat("anchor `", event.anchor, "` contains itself"), event.span);
  }
  const Extent extent = extents_[target];
  if (open_.size() + extent.depth > limits_.max_depth) {
    return Fail(YamlProblem::Kind::kTooDeep,
                absl::StrCat("aliases nest collections deeper than ", limits_.max_depth, " levels"), event.span);
  }
  return AddWeight(extent, event.span) && Attach(target, true, event.span);
}

// A collection hands its sum up when it closes; so an open one knows all but its open children.
bool DocumentBuilder::AddWeight(const Extent& extent, Span place) {
  if (open_.empty()) return true;
  OpenCollection& parent = open_.back();
  parent.extent.weight = SaturatingAdd(parent.extent.weight, extent.weight);
  parent.extent.depth = std::max(parent.extent.depth, extent.depth + 1);
  if (parent.extent.weight <= limits_.max_expanded) return true;
  return Fail(YamlProblem::Kind::kAliasBomb,
              absl::StrCat("aliases expand the document to more than ", limits_.max_expanded, " nodes"), place);
}

bool DocumentBuilder::Attach(uint32_t id, bool alias, Span place) {
  if (open_.empty()) {
    document_->root_ = id;
    return true;
  }
  OpenCollection& open = open_.back();
  bool mapping = document_->nodes_[open.node].kind == NodeKind::kMapping;
  if (mapping && open.pending_key == kNone) return AttachKey(id, alias, place);
  uint32_t count = static_cast<uint32_t>(pending_.size()) - open.first_pending;
  if (!alias) {
    NodeData& node = document_->nodes_[id];
    node.parent = open.node;
    node.key = mapping ? open.pending_key : kNone;
    node.index = mapping ? count / 2 : count;
  }
  if (open.pending_key != kNone && IsMergeKey(open.pending_key)) open.has_merge = true;
  open.pending_key = kNone;
  pending_.push_back(id);
  return true;
}

bool DocumentBuilder::AttachKey(uint32_t id, bool alias, Span place) {
  NodeKind kind = document_->nodes_[id].kind;
  if (kind >= NodeKind::kSequence) {
    return Fail(YamlProblem::Kind::kSyntax, "a mapping key must be a scalar", place,
                document_->text_[place.begin] == '{' ? "quote the value if it should begin with `{`" : "");
  }
  if (alias) {
    // The key stands here: it needs a parent and a place of its own.
    absl::string_view text = document_->nodes_[id].text;
    id = NewNode(kind, place);
    if (id == kNone) return false;
    document_->nodes_[id].text = text;
  }
  OpenCollection& open = open_.back();
  NodeData& node = document_->nodes_[id];
  node.is_key = true;
  node.parent = open.node;
  node.index = (static_cast<uint32_t>(pending_.size()) - open.first_pending) / 2;
  if (kind != NodeKind::kString) {
    auto key = KeyOfScalar(kind, node.text);
    if (!key) {
      return Fail(YamlProblem::Kind::kSyntax,
                  absl::StrCat(kind == NodeKind::kNull ? "null" : "this number", " cannot be a mapping key"), place,
                  "quote the key");
    }
    if (*key != node.text) document_->other_keys_[id] = *std::move(key);
  }
  open.pending_key = id;
  pending_.push_back(id);
  return true;
}

bool DocumentBuilder::IsMergeKey(uint32_t id) const { return !merge_keys_.empty() && merge_keys_.contains(id); }

bool DocumentBuilder::AddMerged(uint32_t mapping, Span place, std::vector<uint32_t>* entries) {
  const NodeData& node = document_->nodes_[mapping];
  if (node.kind != NodeKind::kMapping) {
    return Fail(YamlProblem::Kind::kSyntax, "a merge key `<<` needs a mapping or a list of mappings", place);
  }
  merged_entries_ += node.children_count / 2;
  if (merged_entries_ > limits_.max_nodes) {
    return Fail(YamlProblem::Kind::kAliasBomb,
                absl::StrCat("merge keys expand the document to more than ", limits_.max_nodes, " entries"), place);
  }
  auto begin = document_->children_.begin() + node.children_begin;
  entries->insert(entries->end(), begin, begin + node.children_count);
  return true;
}

bool DocumentBuilder::ExpandMerges(const OpenCollection& open) {
  std::vector<uint32_t> entries;
  for (size_t i = open.first_pending; i + 1 < pending_.size(); i += 2) {
    uint32_t key = pending_[i], value = pending_[i + 1];
    if (!IsMergeKey(key)) {
      entries.push_back(key);
      entries.push_back(value);
      continue;
    }
    Span place = document_->nodes_[key].span;
    const NodeData& node = document_->nodes_[value];
    bool written_here = node.key == key;
    if (node.kind != NodeKind::kSequence || !written_here) {
      if (!AddMerged(value, place, &entries)) return false;
      continue;
    }
    // The first of a list wins: so it comes last.
    for (uint32_t item = node.children_count; item-- > 0;) {
      if (!AddMerged(document_->children_[node.children_begin + item], place, &entries)) return false;
    }
  }
  // Merged entries that a later one overrides are of no use to anybody; own ones are kept for reports.
  absl::flat_hash_set<absl::string_view> seen;
  std::vector<uint32_t> kept;
  for (size_t i = entries.size(); i >= 2; i -= 2) {
    uint32_t key = entries[i - 2];
    bool own = document_->nodes_[key].parent == open.node;
    if (!seen.insert(document_->KeyText(key)).second && !own) continue;
    kept.push_back(entries[i - 1]);
    kept.push_back(key);
  }
  std::reverse(kept.begin(), kept.end());
  for (size_t i = 0; i < kept.size(); ++i) {
    NodeData& node = document_->nodes_[kept[i]];
    if (node.parent == open.node) node.index = static_cast<uint32_t>(i / 2);
  }
  pending_.resize(open.first_pending);
  pending_.insert(pending_.end(), kept.begin(), kept.end());
  return true;
}

void DocumentBuilder::NoteOverridden(uint32_t mapping, uint32_t first_key, uint32_t second_key) {
  NodeData& node = document_->nodes_[mapping];
  node.has_overridden = true;
  bool own = document_->nodes_[first_key].parent == mapping && document_->nodes_[second_key].parent == mapping;
  if (!own) return;
  document_->duplicate_keys_.push_back(
      {document_->Wrap(mapping), document_->Wrap(first_key), document_->Wrap(second_key)});
}

void DocumentBuilder::FindDuplicates(uint32_t mapping) {
  const NodeData& node = document_->nodes_[mapping];
  const uint32_t* children = document_->children_.data() + node.children_begin;
  size_t count = node.children_count / 2;
  if (count <= kLinearEntries) {
    absl::string_view keys[kLinearEntries];
    for (size_t i = 0; i < count; ++i) keys[i] = document_->KeyText(children[2 * i]);
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = count - 1; j > i; --j) {
        if (keys[i] != keys[j]) continue;
        NoteOverridden(mapping, children[2 * i], children[2 * j]);
        break;
      }
    }
    return;
  }
  absl::flat_hash_map<absl::string_view, uint32_t> last;
  last.reserve(count);
  for (size_t i = 0; i < count; ++i) last[document_->KeyText(children[2 * i])] = children[2 * i];
  if (last.size() == count) return;
  for (size_t i = 0; i < count; ++i) {
    uint32_t winner = last[document_->KeyText(children[2 * i])];
    if (winner != children[2 * i]) NoteOverridden(mapping, children[2 * i], winner);
  }
}

bool DocumentBuilder::Fail(YamlProblem::Kind kind, std::string message, Span span, std::string hint) {
  if (document_->problem_) return false;
  YamlProblem problem{kind, std::move(message), span, std::move(hint)};
  if (kind == YamlProblem::Kind::kSyntax) SuspectTemplate(document_->text_, span.begin, template_at_, &problem);
  document_->problem_ = std::move(problem);
  return false;
}

void DocumentBuilder::FailFromReader(const EventFailure& failure) {
  YamlProblem problem = DescribeFailure(failure, document_->text_);
  if (problem.kind == YamlProblem::Kind::kSyntax) {
    SuspectTemplate(document_->text_, failure.offset, template_at_, &problem);
    SuspectTemplate(document_->text_, failure.context_offset, template_at_, &problem);
  }
  document_->problem_ = std::move(problem);
}

}  // namespace chartlint
