#include "analyzer/yaml/events.h"

#include <yaml.h>

#include <algorithm>
#include <cstring>

#include "absl/strings/match.h"

namespace chartlint {
namespace {

bool IsAscii(absl::string_view text) {
  const char* p = text.data();
  const char* end = p + text.size();
  for (; end - p >= 8; p += 8) {
    uint64_t word;
    std::memcpy(&word, p, sizeof(word));
    if (word & 0x8080808080808080u) return false;
  }
  return std::all_of(p, end, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

absl::string_view View(const yaml_char_t* text) {
  return text == nullptr ? absl::string_view() : absl::string_view(reinterpret_cast<const char*>(text));
}

// `&anchor` and `!tag` belong to the event, not to the node's own text.
uint32_t SkipProperties(absl::string_view text, uint32_t begin, uint32_t end) {
  while (begin < end) {
    char c = text[begin];
    if (c == '&' || c == '!') {
      while (begin < end && !IsBlank(text[begin])) ++begin;
    } else if (c == '#') {
      while (begin < end && text[begin] != '\n' && text[begin] != '\r') ++begin;
    } else if (IsBlank(c)) {
      ++begin;
    } else {
      break;
    }
  }
  return begin;
}

// `! x`: libyaml drops this tag, but not its place.
bool BeginsWithTag(absl::string_view text, Span span) { return span.begin < span.end && text[span.begin] == '!'; }

// The first character of a collection that has properties: the start event ends with it, or just before it.
uint32_t CollectionBegin(absl::string_view text, uint32_t end, bool flow) {
  if (flow) return end - 1;
  bool dash_before = end > 0 && text[end - 1] == '-' && (end == text.size() || text[end] != '-');
  return dash_before ? end - 1 : end;
}

}  // namespace

struct EventReader::Parser {
  yaml_parser_t state;
  yaml_event_t event;
  bool has_event = false;

  void DropEvent() {
    if (has_event) yaml_event_delete(&event);
    has_event = false;
  }
};

EventReader::EventReader(absl::string_view text) : text_(text), parser_(std::make_unique<Parser>()) {
  if (absl::StartsWith(text, "\xEF\xBB\xBF")) start_ = 3;
  cursor_offset_ = start_;
  ascii_ = IsAscii(text.substr(start_));
  if (yaml_parser_initialize(&parser_->state) == 0) {
    parser_.reset();
    failure_.emplace();
    failure_->kind = YamlProblem::Kind::kTooLarge;
    failure_->problem = "no memory";
    return;
  }
  yaml_parser_set_encoding(&parser_->state, YAML_UTF8_ENCODING);
  // libyaml skips a mark at the start of any line, go-yaml takes it as part of the word that follows.
  size_t mark = ascii_ ? absl::string_view::npos : text.find("\n\xEF\xBB\xBF");
  if (mark != absl::string_view::npos) {
    failure_.emplace();
    failure_->kind = YamlProblem::Kind::kEncoding;
    failure_->problem = "byte order mark";
    failure_->offset = failure_->context_offset = static_cast<uint32_t>(mark + 1);
    return;
  }
  absl::string_view input = text.empty() ? absl::string_view("") : text.substr(start_);  // libyaml wants no null pointer
  yaml_parser_set_input_string(&parser_->state, reinterpret_cast<const unsigned char*>(input.data()), input.size());
}

EventReader::~EventReader() {
  if (parser_ == nullptr) return;
  parser_->DropEvent();
  yaml_parser_delete(&parser_->state);
}

uint32_t EventReader::ByteOffset(size_t index) {
  uint32_t size = static_cast<uint32_t>(text_.size());
  if (ascii_) return static_cast<uint32_t>(std::min<size_t>(start_ + index, size));
  // Marks move forward, nearly always; so the cost over a document is its length.
  while (cursor_index_ < index && cursor_offset_ < size) {
    ++cursor_offset_;
    while (cursor_offset_ < size && IsContinuation(text_[cursor_offset_])) ++cursor_offset_;
    ++cursor_index_;
  }
  while (cursor_index_ > index && cursor_offset_ > start_) {
    --cursor_offset_;
    while (cursor_offset_ > start_ && IsContinuation(text_[cursor_offset_])) --cursor_offset_;
    --cursor_index_;
  }
  return cursor_offset_;
}

void EventReader::Fail() {
  const yaml_parser_t& state = parser_->state;
  failure_.emplace();
  if (state.problem != nullptr) failure_->problem = state.problem;
  if (state.context != nullptr) failure_->context = state.context;
  if (state.error == YAML_READER_ERROR) {
    failure_->kind = YamlProblem::Kind::kEncoding;
    failure_->offset = static_cast<uint32_t>(std::min(start_ + state.problem_offset, text_.size()));
    failure_->context_offset = failure_->offset;
    failure_->value = state.problem_value;
    return;
  }
  if (state.error == YAML_MEMORY_ERROR) {
    failure_->kind = YamlProblem::Kind::kTooLarge;
    failure_->problem = "no memory";
    return;
  }
  failure_->offset = ByteOffset(state.problem_mark.index);
  failure_->context_offset = state.context == nullptr ? failure_->offset : ByteOffset(state.context_mark.index);
}

bool EventReader::Next(Event* out) {
  if (failure_) return false;
  while (true) {
    parser_->DropEvent();
    if (yaml_parser_parse(&parser_->state, &parser_->event) == 0) {
      Fail();
      return false;
    }
    parser_->has_event = true;
    const yaml_event_t& event = parser_->event;
    if (event.type == YAML_NO_EVENT || event.type == YAML_STREAM_END_EVENT) return false;
    if (event.type == YAML_STREAM_START_EVENT || event.type == YAML_DOCUMENT_END_EVENT) continue;

    *out = Event();
    if (event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT) {
      out->type = EventType::kCollectionEnd;
      // A block collection "ends" where the next token begins, which may be far away; a flow collection with its bracket.
      bool bracket = event.end_mark.index > event.start_mark.index;
      if (bracket) {
        out->span.begin = ByteOffset(event.start_mark.index);
        out->span.end = ByteOffset(event.end_mark.index);
        char last = text_[out->span.end - 1];
        if (last != ']' && last != '}') out->span = Span();
      }
      return true;
    }
    out->span.begin = ByteOffset(event.start_mark.index);
    out->span.end = ByteOffset(event.end_mark.index);
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (const auto* version = event.data.document_start.version_directive) {
          // libyaml takes 1.2 as well, go-yaml v2 does not.
          if (version->major != 1 || version->minor != 1) {
            failure_.emplace();
            failure_->problem = "the decoder takes `%YAML 1.1` only";
            failure_->offset = failure_->context_offset = out->span.begin;
            return false;
          }
        }
        out->type = EventType::kDocumentStart;
        break;
      case YAML_ALIAS_EVENT:
        out->type = EventType::kAlias;
        out->anchor = View(event.data.alias.anchor);
        break;
      case YAML_SCALAR_EVENT: {
        const auto& scalar = event.data.scalar;
        out->type = EventType::kScalar;
        out->value = absl::string_view(reinterpret_cast<const char*>(scalar.value), scalar.length);
        out->anchor = View(scalar.anchor);
        out->tag = View(scalar.tag);
        out->implicit = scalar.plain_implicit != 0;
        if (scalar.anchor != nullptr || scalar.tag != nullptr || BeginsWithTag(text_, out->span)) {
          out->span.begin = SkipProperties(text_, out->span.begin, out->span.end);
        }
        switch (scalar.style) {
          case YAML_SINGLE_QUOTED_SCALAR_STYLE:
            out->style = ScalarStyle::kSingleQuoted;
            break;
          case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
            out->style = ScalarStyle::kDoubleQuoted;
            break;
          case YAML_LITERAL_SCALAR_STYLE:
          case YAML_FOLDED_SCALAR_STYLE:
            out->style =
                scalar.style == YAML_LITERAL_SCALAR_STYLE ? ScalarStyle::kLiteral : ScalarStyle::kFolded;
            while (out->span.end > out->span.begin && IsBlank(text_[out->span.end - 1])) --out->span.end;
            break;
          default:
            break;
        }
        break;
      }
      case YAML_SEQUENCE_START_EVENT:
      case YAML_MAPPING_START_EVENT: {
        bool sequence = event.type == YAML_SEQUENCE_START_EVENT;
        out->type = sequence ? EventType::kSequenceStart : EventType::kMappingStart;
        out->flow = sequence ? event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                             : event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        out->anchor = View(sequence ? event.data.sequence_start.anchor : event.data.mapping_start.anchor);
        out->tag = View(sequence ? event.data.sequence_start.tag : event.data.mapping_start.tag);
        if (!out->anchor.empty() || !out->tag.empty() || BeginsWithTag(text_, out->span)) {
          out->span.begin = CollectionBegin(text_, out->span.end, out->flow);
        }
        break;
      }
      default:
        continue;
    }
    return true;
  }
}

}  // namespace chartlint
