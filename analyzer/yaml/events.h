// The events of a YAML text, with places in bytes: the only door to libyaml.
//
// Contract: Next() gives one event after the other until it returns false: at the end of the stream, or at a failure
// (then failure() is set). Never throws, never recurses. libyaml's marks count characters and reach too far at places;
// the spans given here are bytes and trimmed: a scalar from its first character (quote, `|`) to its last one, without
// anchor, tag, trailing blanks and comments.
// Lifetime: an Event's views are valid until the next call of Next(); the text must outlive the reader.
//
// Upstream: libyaml 0.2.5; go-yaml v2, which the API server and Helm use, is a port of it.
#ifndef CHARTLINT_ANALYZER_YAML_EVENTS_H_
#define CHARTLINT_ANALYZER_YAML_EVENTS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

enum class EventType : uint8_t { kDocumentStart, kAlias, kScalar, kSequenceStart, kMappingStart, kCollectionEnd };

enum class ScalarStyle : uint8_t { kPlain, kSingleQuoted, kDoubleQuoted, kLiteral, kFolded };

struct Event {
  EventType type = EventType::kScalar;
  ScalarStyle style = ScalarStyle::kPlain;
  bool flow = false;      // collections: `[`, `{`
  bool implicit = false;  // scalars: the tag is to be resolved from the text
  // kCollectionEnd of a block collection has no place of its own: end == begin == 0.
  Span span;
  absl::string_view value;   // scalars: decoded
  absl::string_view anchor;  // its name, or that of an alias
  absl::string_view tag;
};

// What stopped the reader, in libyaml's words.
struct EventFailure {
  YamlProblem::Kind kind = YamlProblem::Kind::kSyntax;
  std::string problem;
  std::string context;      // "while parsing a block mapping"; may be empty
  uint32_t offset = 0;      // of the problem
  uint32_t context_offset = 0;
  int value = -1;           // the byte or character of an encoding failure
};

class EventReader {
 public:
  explicit EventReader(absl::string_view text);
  ~EventReader();
  EventReader(const EventReader&) = delete;
  EventReader& operator=(const EventReader&) = delete;

  bool Next(Event* event);
  const std::optional<EventFailure>& failure() const { return failure_; }

 private:
  struct Parser;  // libyaml's state

  // Byte offset of a mark's character index.
  uint32_t ByteOffset(size_t index);
  void Fail();

  absl::string_view text_;
  std::unique_ptr<Parser> parser_;
  std::optional<EventFailure> failure_;
  bool ascii_ = true;
  uint32_t start_ = 0;         // after a byte order mark
  size_t cursor_index_ = 0;    // a character index, and
  uint32_t cursor_offset_ = 0; // the byte where it lies
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_YAML_EVENTS_H_
