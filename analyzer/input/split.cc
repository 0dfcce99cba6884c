#include <cstring>

#include "analyzer/input/renders.h"

namespace chartlint {
namespace {

// Position of the next '\n' at or after `from`, or the end.
size_t LineEnd(absl::string_view text, size_t from) {
  const void* found = std::memchr(text.data() + from, '\n', text.size() - from);
  return found == nullptr ? text.size() : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// `---` or `...` alone, or followed by a blank.
bool IsMarker(absl::string_view line, char c) {
  return line.size() >= 3 && line[0] == c && line[1] == c && line[2] == c && (line.size() == 3 || IsBlank(line[3]));
}

absl::string_view Trim(absl::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

bool IsBlankOrComment(absl::string_view line) {
  line = Trim(line);
  return line.empty() || line.front() == '#';
}

// "# Source: chart/templates/x.yaml" -> the path; empty if the line is something else.
absl::string_view SourceOf(absl::string_view line) {
  constexpr absl::string_view kMark = "# Source:";
  if (line.substr(0, kMark.size()) != kMark) return "";
  return Trim(line.substr(kMark.size()));
}

class Splitter {
 public:
  explicit Splitter(absl::string_view stream) : stream_(stream) {}

  std::vector<DocumentText> Split() {
    size_t at = 0;
    if (stream_.substr(0, 3) == "\xEF\xBB\xBF") at = 3;
    Begin(at, 1);
    for (uint32_t line_number = 1; at < stream_.size(); ++line_number) {
      const size_t end = LineEnd(stream_, at);
      const absl::string_view line = stream_.substr(at, end - at);
      const size_t next = end < stream_.size() ? end + 1 : end;
      if (IsMarker(line, '-')) {
        End(at);
        // `--- text` begins the document with that text; `---` and `--- # comment` with the next line.
        const absl::string_view rest = Trim(line.substr(3));
        if (rest.empty() || rest.front() == '#') {
          Begin(next, line_number + 1);
        } else {
          Begin(at, line_number);
          blank_ = false;
          in_head_ = false;
        }
      } else if (IsMarker(line, '.')) {
        End(at);
        Begin(next, line_number + 1);
      } else {
        Line(line, next, line_number);
      }
      at = next;
    }
    End(stream_.size());
    return std::move(documents_);
  }

 private:
  void Begin(size_t at, uint32_t line_number) {
    begin_ = at;
    first_line_ = line_number;
    in_head_ = true;
    blank_ = true;
  }

  // Comments before the content are left out up to the last `# Source:`, so that equal objects of different templates,
  // and of renders with other paths, are equal texts.
  void Line(absl::string_view line, size_t next, uint32_t line_number) {
    if (!in_head_) return;
    if (const absl::string_view source = SourceOf(line); !source.empty()) {
      source_ = source;
      begin_ = next;
      first_line_ = line_number + 1;
    } else if (!IsBlankOrComment(line)) {
      in_head_ = false;
      blank_ = false;
    }
  }

  void End(size_t end) {
    if (blank_) return;
    documents_.push_back({stream_.substr(begin_, end - begin_), source_, first_line_});
  }

  absl::string_view stream_;
  std::vector<DocumentText> documents_;
  absl::string_view source_;
  size_t begin_ = 0;
  uint32_t first_line_ = 1;
  bool in_head_ = true;  // nothing but blank lines, comments so far
  bool blank_ = true;
};

}  // namespace

std::vector<DocumentText> SplitDocuments(absl::string_view stream) { return Splitter(stream).Split(); }

}  // namespace chartlint
