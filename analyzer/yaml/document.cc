#include "analyzer/yaml/document.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/yaml/builder.h"
#include "analyzer/yaml/scalars.h"

namespace chartlint {
namespace {

// `a.b/c` cannot stand bare in a path.
bool IsPlainPathKey(absl::string_view key) {
  return !key.empty() &&
         std::all_of(key.begin(), key.end(), [](char c) { return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '$'; });
}

std::string QuotedKey(absl::string_view key) {
  std::string out = "[\"";
  for (char c : key) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + "\"]";
}

}  // namespace

std::unique_ptr<Document> Document::Parse(absl::string_view text, const YamlLimits& limits) {
  std::unique_ptr<Document> document(new Document());
  if (text.size() >= std::numeric_limits<uint32_t>::max()) {
    document->IndexLines();
    document->problem_ = YamlProblem{YamlProblem::Kind::kTooLarge, "the document is larger than 4 GiB", {}, ""};
    return document;
  }
  document->text_ = text;
  document->IndexLines();
  DocumentBuilder(document.get(), limits).Build();
  return document;
}

void Document::IndexLines() {
  line_starts_.push_back(0);
  if (text_.empty()) return;
  const char* begin = text_.data();
  const char* end = begin + text_.size();
  for (const char* p = begin; (p = static_cast<const char*>(std::memchr(p, '\n', end - p))) != nullptr;) {
    if (++p == end) break;
    line_starts_.push_back(static_cast<uint32_t>(p - begin));
  }
}

Node Document::root() const { return Wrap(root_); }

Position Document::PositionAt(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  Position position;
  position.line = static_cast<uint32_t>(after - line_starts_.begin());
  uint32_t start = *std::prev(after);
  if (start == 0 && absl::StartsWith(text_, "\xEF\xBB\xBF")) start = 3;
  for (uint32_t i = start; i < offset; ++i) {
    unsigned char c = static_cast<unsigned char>(text_[i]);
    if ((c & 0xc0) == 0x80) continue;
    ++position.column;
    position.utf16_column += c >= 0xf0 ? 2 : 1;
  }
  return position;
}

uint32_t Document::line_count() const { return static_cast<uint32_t>(line_starts_.size()); }

absl::string_view Document::Line(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  uint32_t begin = line_starts_[line - 1];
  size_t end = text_.find('\n', begin);
  absl::string_view result = text_.substr(begin, end == absl::string_view::npos ? end : end - begin);
  if (absl::EndsWith(result, "\r")) result.remove_suffix(1);
  return result;
}

absl::string_view Document::KeyText(uint32_t id) const {
  const NodeData& node = nodes_[id];
  if (node.kind == NodeKind::kString) return node.text;
  auto other = other_keys_.find(id);
  return other == other_keys_.end() ? node.text : absl::string_view(other->second);
}

uint32_t Document::FindKey(uint32_t mapping, absl::string_view key) const {
  const NodeData& node = nodes_[mapping];
  if (node.kind != NodeKind::kMapping) return kNone;
  for (uint32_t i = node.children_begin + node.children_count; i > node.children_begin; i -= 2) {
    if (KeyText(children_[i - 2]) == key) return i - 2;
  }
  return kNone;
}

std::vector<uint32_t> Document::EffectiveKeys(uint32_t mapping) const {
  const NodeData& node = nodes_[mapping];
  std::vector<uint32_t> result;
  result.reserve(node.children_count / 2);
  if (!node.has_overridden) {
    for (uint32_t i = 0; i < node.children_count; i += 2) result.push_back(node.children_begin + i);
    return result;
  }
  absl::flat_hash_map<absl::string_view, uint32_t> last;
  for (uint32_t i = 0; i < node.children_count; i += 2) {
    last[KeyText(children_[node.children_begin + i])] = node.children_begin + i;
  }
  for (uint32_t i = 0; i < node.children_count; i += 2) {
    uint32_t index = node.children_begin + i;
    if (last[KeyText(children_[index])] == index) result.push_back(index);
  }
  return result;
}

NodeKind Node::kind() const { return document_ == nullptr ? NodeKind::kNull : document_->nodes_[id_].kind; }

Node Node::operator[](absl::string_view key) const {
  if (document_ == nullptr) return Node();
  uint32_t index = document_->FindKey(id_, key);
  return index == Document::kNone ? Node() : document_->Wrap(document_->children_[index + 1]);
}

Node Node::operator[](size_t index) const {
  if (!IsSequence()) return Node();
  const auto& node = document_->nodes_[id_];
  return index < node.children_count ? document_->Wrap(document_->children_[node.children_begin + index]) : Node();
}

Node Node::Key(absl::string_view key) const {
  if (document_ == nullptr) return Node();
  uint32_t index = document_->FindKey(id_, key);
  return index == Document::kNone ? Node() : document_->Wrap(document_->children_[index]);
}

size_t Node::size() const {
  if (document_ == nullptr) return 0;
  const auto& node = document_->nodes_[id_];
  return node.kind == NodeKind::kMapping ? node.children_count / 2 : node.children_count;
}

std::vector<Node> Node::Items() const {
  std::vector<Node> items;
  if (!IsSequence()) return items;
  const auto& node = document_->nodes_[id_];
  items.reserve(node.children_count);
  for (uint32_t i = 0; i < node.children_count; ++i) {
    items.push_back(document_->Wrap(document_->children_[node.children_begin + i]));
  }
  return items;
}

std::vector<std::pair<Node, Node>> Node::Entries() const {
  std::vector<std::pair<Node, Node>> entries;
  if (!IsMapping()) return entries;
  std::vector<uint32_t> keys = document_->EffectiveKeys(id_);
  entries.reserve(keys.size());
  for (uint32_t i : keys) {
    entries.emplace_back(document_->Wrap(document_->children_[i]), document_->Wrap(document_->children_[i + 1]));
  }
  return entries;
}

absl::string_view Node::text() const { return document_ == nullptr ? absl::string_view() : document_->nodes_[id_].text; }

std::optional<absl::string_view> Node::AsString() const {
  if (!IsString()) return std::nullopt;
  return text();
}

std::optional<int64_t> Node::AsInt() const {
  if (kind() == NodeKind::kInt) {
    auto value = ParseYamlInteger(text());
    if (!value) return std::nullopt;
    if (value->negative) return static_cast<int64_t>(-value->magnitude);
    if (value->magnitude >> 63 != 0) return std::nullopt;
    return static_cast<int64_t>(value->magnitude);
  }
  auto value = AsDouble();
  if (!value || *value != std::floor(*value)) return std::nullopt;
  if (*value < -9223372036854775808.0 || *value >= 9223372036854775808.0) return std::nullopt;
  return static_cast<int64_t>(*value);
}

std::optional<double> Node::AsDouble() const {
  if (kind() != NodeKind::kInt && kind() != NodeKind::kFloat) return std::nullopt;
  return ParseYamlFloat(text());
}

std::optional<bool> Node::AsBool() const {
  if (kind() != NodeKind::kBool) return std::nullopt;
  return ParseYamlBool(text());
}

Span Node::span() const { return document_ == nullptr ? Span() : document_->nodes_[id_].span; }

Position Node::begin() const { return document_ == nullptr ? Position() : document_->PositionAt(span().begin); }

Position Node::end() const { return document_ == nullptr ? Position() : document_->PositionAt(span().end); }

bool Node::IsQuoted() const { return IsScalar() && document_->nodes_[id_].style != 0; }

bool Node::IsBlockScalar() const { return IsScalar() && document_->nodes_[id_].style >= 3; }

Node Node::Parent() const { return document_ == nullptr ? Node() : document_->Wrap(document_->nodes_[id_].parent); }

Node Node::KeyNode() const { return document_ == nullptr ? Node() : document_->Wrap(document_->nodes_[id_].key); }

Node Node::ValueOfKey() const {
  const Node mapping = Parent();
  if (!mapping || !document_->nodes_[id_].is_key) return Node();
  const auto& data = document_->nodes_[mapping.id_];
  for (uint32_t i = 0; i + 1 < data.children_count; i += 2) {
    if (document_->children_[data.children_begin + i] == id_) {
      return document_->Wrap(document_->children_[data.children_begin + i + 1]);
    }
  }
  return Node();
}

std::string Node::Path() const {
  if (document_ == nullptr) return "";
  std::vector<uint32_t> steps;  // innermost first
  for (uint32_t id = id_; id != Document::kNone; id = document_->nodes_[id].parent) steps.push_back(id);
  std::string path;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const auto& node = document_->nodes_[*step];
    uint32_t key = node.is_key ? *step : node.key;
    if (key != Document::kNone) {
      absl::string_view text = document_->KeyText(key);
      if (IsPlainPathKey(text)) {
        absl::StrAppend(&path, path.empty() ? "" : ".", text);
      } else {
        absl::StrAppend(&path, QuotedKey(text));
      }
    } else if (node.parent != Document::kNone) {
      absl::StrAppend(&path, "[", node.index, "]");
    }
  }
  return path;
}

}  // namespace chartlint
