// Any bytes give a document whose nodes lie inside the text and inside their parents, and whose JSON reads the same again.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "analyzer/yaml/document.h"
#include "tools/fuzz/fuzz_target.h"

namespace chartlint {
namespace {

void Check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void CheckNode(const Document& document, const Node& node) {
  const Span span = node.span();
  Check(span.begin <= span.end && span.end <= document.text().size(), "a span lies in the text");
  const Position begin = node.begin(), end = node.end();
  Check(begin.line >= 1 && end.line <= document.line_count(), "a position is a line of the text");
  Check(begin.line < end.line || begin.column <= end.column, "a node ends after it begins");
  if (const Node parent = node.Parent()) {
    Check(parent.span().begin <= span.begin && span.end <= parent.span().end, "a parent spans its children");
  }
  node.Path();
  node.AsInt();
  node.AsDouble();
}

void CheckTree(const Document& document) {
  std::vector<Node> open = {document.root()};
  for (int budget = 20000; !open.empty() && budget > 0; --budget) {
    const Node node = open.back();
    open.pop_back();
    if (!node) continue;
    CheckNode(document, node);
    for (const Node& item : node.Items()) open.push_back(item);
    for (const auto& [key, value] : node.Entries()) {
      Check(static_cast<bool>(key) && static_cast<bool>(value), "an entry has a key and a value");
      CheckNode(document, key);
      open.push_back(value);
    }
  }
}

// JSON is YAML, but for line breaks that YAML has and JSON has not, and for the sign of zero.
void CheckRoundTrip(const std::string& json) {
  for (const char* exception : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9", "-0"}) {
    if (absl::StrContains(json, exception)) return;
  }
  auto again = Document::Parse(json);
  if (again->problem()) return;  // such as a key of more than 1,024 characters
  Check(again->ToJson(again->root()) == json, "JSON reads as what it is");
}

}  // namespace
}  // namespace chartlint

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace chartlint;
  const absl::string_view text(reinterpret_cast<const char*>(bytes), size);
  YamlLimits limits;
  limits.max_expanded = 20000;
  limits.max_nodes = 20000;
  auto document = Document::Parse(text, limits);
  if (document->problem()) {
    Check(!document->root(), "a problem leaves no tree");
    Check(!document->problem()->message.empty(), "a problem has a message");
    const Span span = document->problem()->span;
    Check(span.begin <= span.end && span.end <= size, "a problem lies in the text");
    document->Line(document->PositionAt(span.begin).line);
    return 0;
  }
  CheckTree(*document);
  CheckRoundTrip(document->ToJson(document->root()));
  return 0;
}
