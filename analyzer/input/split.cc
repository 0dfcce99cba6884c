#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzer/input/renders.h"

namespace chartlint {
namespace {

constexpr absl::string_view kByteOrderMark = "\xEF\xBB\xBF";

// `---` or `...` at column 0, followed by nothing or a blank.
bool IsMarker(absl::string_view line, absl::string_view marker) {
  if (!absl::StartsWith(line, marker)) return false;
  return line.size() == marker.size() || line[marker.size()] == ' ' || line[marker.size()] == '\t' ||
         line[marker.size()] == '\r';
}

bool IsBlank(absl::string_view line) {
  for (char c : line) {
    if (c != ' ' && c != '\t' && c != '\r') return false;
  }
  return true;
}

bool IsComment(absl::string_view line) {
  line = absl::StripLeadingAsciiWhitespace(line);
  return !line.empty() && line[0] == '#';
}

// The value of Helm's `# Source: chart/templates/x.yaml`; empty for anything else, such as the address of a snippet.
absl::string_view SourceComment(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "# Source: ")) return {};
  line = absl::StripAsciiWhitespace(line);
  bool is_path = absl::StrContains(line, "/") && !absl::StrContains(line, "://");
  return is_path ? line : absl::string_view();
}

// Goes over the lines of a stream once and cuts it.
class Splitter {
 public:
  explicit Splitter(absl::string_view stream) : stream_(stream) {}

  std::vector<DocumentText> Run() {
    size_t position = 0;
    for (uint32_t number = 1; position < stream_.size(); ++number) {
      const char* begin = stream_.data() + position;
      auto newline = static_cast<const char*>(std::memchr(begin, '\n', stream_.size() - position));
      size_t length = newline == nullptr ? stream_.size() - position : newline - begin;
      size_t next = position + length + (newline == nullptr ? 0 : 1);
      TakeLine({absl::string_view(begin, length), position, next, number});
      position = next;
    }
    Close();
    return std::move(documents_);
  }

 private:
  struct Line {
    absl::string_view text;  // without its line break
    size_t begin;
    size_t next;  // where the next line begins
    uint32_t number;
  };
  // The document that is being read.
  struct Piece {
    bool began = false;  // `begin` and `first_line` are set
    bool has_content = false;
    bool has_source = false;
    bool has_directive = false;
    bool directives_only = false;  // `%YAML`, `---` and nothing else yet
    size_t begin = 0;
    size_t end = 0;
    uint32_t first_line = 1;
  };

  void TakeLine(Line line) {
    // At the start, and inside where files with a mark were joined.
    if (line.text.size() > 2 && line.text[0] == kByteOrderMark[0] && !piece_.has_content &&
        absl::ConsumePrefix(&line.text, kByteOrderMark)) {
      line.begin += kByteOrderMark.size();
    }
    char first = line.text.empty() ? '\0' : line.text[0];
    if (first == '-' && IsMarker(line.text, "---")) return TakeStart(line);
    if (first == '.' && IsMarker(line.text, "...")) return Close();
    if (IsBlank(line.text)) return;
    if (piece_.has_content) {
      piece_.end = line.next;
      if (piece_.directives_only && !IsComment(line.text)) piece_.directives_only = false;
      return;
    }
    if (IsComment(line.text)) {
      absl::string_view source = piece_.has_source ? absl::string_view() : SourceComment(line.text);
      if (source.empty()) return Begin(line);
      template_path_ = source;
      piece_.has_source = true;
      // Comments above belong to nobody; but a directive does not lose its document.
      if (!piece_.has_directive) piece_.began = false;
      return;
    }
    Begin(line);
    if (first == '%') {
      piece_.has_directive = true;
    } else {
      TakeContent(line);
    }
  }

  // A line of `---`, perhaps with a comment or with content.
  void TakeStart(const Line& line) {
    absl::string_view rest = absl::StripAsciiWhitespace(line.text.substr(3));
    bool bare = rest.empty() || rest[0] == '#';
    if (piece_.has_directive && !piece_.has_content) {
      piece_.directives_only = bare;
      TakeContent(line);
      return;
    }
    Close();
    if (bare) return;
    Begin(line);
    TakeContent(line);
  }

  void Begin(const Line& line) {
    if (piece_.began) return;
    piece_.began = true;
    piece_.begin = line.begin;
    piece_.first_line = line.number;
  }

  void TakeContent(const Line& line) {
    piece_.has_content = true;
    piece_.end = line.next;
  }

  void Close() {
    // Directives without a document are a document for the parser, which has to say what is wrong with them.
    if (piece_.has_directive && !piece_.has_content) {
      piece_.has_content = true;
      piece_.end = std::min(stream_.find('\n', piece_.begin), stream_.size());
    }
    if (piece_.has_content && !piece_.directives_only) {
      documents_.push_back({stream_.substr(piece_.begin, piece_.end - piece_.begin), template_path_, piece_.first_line});
    }
    piece_ = Piece();
  }

  absl::string_view stream_;
  absl::string_view template_path_;  // holds on until the next comment
  Piece piece_;
  std::vector<DocumentText> documents_;
};

}  // namespace

std::vector<DocumentText> SplitDocuments(absl::string_view stream) { return Splitter(stream).Run(); }

}  // namespace chartlint
