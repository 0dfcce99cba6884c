// Document::ToJson: the tree as the API server decodes it.
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/yaml/document.h"
#include "analyzer/yaml/scalars.h"

namespace chartlint {
namespace {

// Length of the well-formed UTF-8 sequence at the start; 0 if there is none.
size_t Utf8Length(absl::string_view text) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto trail = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  unsigned c = byte(0);
  if (c < 0x80) return 1;
  if (c >= 0xc2 && c <= 0xdf) return trail(1) ? 2 : 0;
  if (c >= 0xe0 && c <= 0xef) {
    if (!trail(1) || !trail(2) || (c == 0xe0 && byte(1) < 0xa0) || (c == 0xed && byte(1) >= 0xa0)) return 0;
    return 3;
  }
  if (c >= 0xf0 && c <= 0xf4) {
    if (!trail(1) || !trail(2) || !trail(3)) return 0;
    if ((c == 0xf0 && byte(1) < 0x90) || (c == 0xf4 && byte(1) >= 0x90)) return 0;
    return 4;
  }
  return 0;
}

void AppendJsonString(absl::string_view text, std::string* out) {
  constexpr char kHex[] = "0123456789abcdef";
  *out += '"';
  size_t run = 0;  // start of what is copied as it is
  for (size_t i = 0; i < text.size();) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    size_t length = c < 0x80 ? 1 : Utf8Length(text.substr(i));
    if (c >= 0x20 && c != '"' && c != '\\' && length != 0) {
      i += length;
      continue;
    }
    out->append(text.data() + run, i - run);
    run = ++i;
    switch (c) {
      case '"':
        *out += "\\\"";
        break;
      case '\\':
        *out += "\\\\";
        break;
      case '\n':
        *out += "\\n";
        break;
      case '\r':
        *out += "\\r";
        break;
      case '\t':
        *out += "\\t";
        break;
      default:
        if (c < 0x20) {
          absl::StrAppend(out, "\\u00", absl::string_view(&kHex[c >> 4], 1), absl::string_view(&kHex[c & 15], 1));
        } else {
          *out += "\xEF\xBF\xBD";  // not UTF-8: only `!!binary` can hold it
        }
    }
  }
  out->append(text.data() + run, text.size() - run);
  *out += '"';
}

}  // namespace

std::string Document::ToJson(Node start) const {
  if (!start) return "null";
  struct Frame {
    uint32_t node;
    std::vector<uint32_t> keys;  // of a mapping
    uint32_t next = 0;
  };
  std::string out;
  std::vector<Frame> stack;
  // Writes a scalar, or the opening bracket of a collection, which then waits on the stack.
  auto open = [&](uint32_t id) {
    const NodeData& node = nodes_[id];
    switch (node.kind) {
      case NodeKind::kNull:
        out += "null";
        break;
      case NodeKind::kString:
        AppendJsonString(node.text, &out);
        break;
      case NodeKind::kSequence:
        out += '[';
        stack.push_back({id, {}});
        break;
      case NodeKind::kMapping:
        out += '{';
        stack.push_back({id, EffectiveKeys(id)});
        break;
      default:
        out += JsonOfScalar(node.kind, node.text).value_or("null");
    }
  };
  open(start.id());
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const NodeData& node = nodes_[frame.node];
    bool mapping = node.kind == NodeKind::kMapping;
    if (frame.next == (mapping ? frame.keys.size() : node.children_count)) {
      out += mapping ? '}' : ']';
      stack.pop_back();
      continue;
    }
    if (frame.next > 0) out += ',';
    uint32_t child = node.children_begin + frame.next;
    if (mapping) {
      uint32_t key = frame.keys[frame.next];
      AppendJsonString(KeyText(children_[key]), &out);
      out += ':';
      child = key + 1;
    }
    ++frame.next;
    open(children_[child]);  // may move `frame`
  }
  return out;
}

}  // namespace chartlint
