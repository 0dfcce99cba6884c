#include "analyzer/template/lexer.h"

#include <algorithm>

namespace chartlint {
namespace {

bool IsTemplateSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// One past the quoted string, character or raw string that begins at `at`; npos when it does not end. As in
// Go, only a raw string may hold a newline.
size_t SkipQuoted(absl::string_view s, size_t at) {
  const char quote = s[at];
  if (quote == '`') {
    const size_t close = s.find('`', at + 1);
    return close == absl::string_view::npos ? close : close + 1;
  }
  for (size_t i = at + 1; i < s.size() && s[i] != '\n'; ++i) {
    if (s[i] == '\\') {
      if (i + 1 < s.size() && s[i + 1] == '\n') break;
      ++i;
    } else if (s[i] == quote) {
      return i + 1;
    }
  }
  return absl::string_view::npos;
}

const char* UnterminatedWord(char quote) {
  if (quote == '`') return "unterminated raw quoted string";
  return quote == '"' ? "unterminated quoted string" : "unterminated character constant";
}

// At the right delimiter, with or without a trim marker (" -}}")?
bool AtRightDelimiter(absl::string_view s, size_t at, bool* trim) {
  *trim =
      at + 3 < s.size() && IsTemplateSpace(s[at]) && s[at + 1] == '-' && s[at + 2] == '}' && s[at + 3] == '}';
  return *trim || (at + 1 < s.size() && s[at] == '}' && s[at + 1] == '}');
}

}  // namespace

TemplateLines::TemplateLines(absl::string_view source) {
  starts_.push_back(0);
  for (size_t i = source.find('\n'); i != absl::string_view::npos; i = source.find('\n', i + 1)) {
    starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

int32_t TemplateLines::Line(uint32_t offset) const {
  return static_cast<int32_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin());
}

TemplatePos TemplateLines::Locate(int32_t file, uint32_t offset) const {
  TemplatePos pos;
  pos.file = file;
  pos.offset = offset;
  pos.line = Line(offset);
  pos.column = static_cast<int32_t>(offset - starts_[pos.line - 1]) + 1;
  return pos;
}

std::optional<TemplateSyntaxError> TokenizeTemplate(absl::string_view source, int32_t file,
                                                    const TemplateLines& lines,
                                                    std::vector<TemplateToken>* tokens) {
  tokens->clear();
  auto error = [&](size_t at, const char* message) {
    return TemplateSyntaxError{lines.Locate(file, static_cast<uint32_t>(at)), message};
  };
  size_t at = 0;
  bool trim_next = false;  // the action before ended in " -}}"
  while (true) {
    const size_t open = std::min(source.find("{{", at), source.size());
    const bool trim_left =
        open + 3 < source.size() && source[open + 2] == '-' && IsTemplateSpace(source[open + 3]);
    size_t begin = at;
    size_t end = open;
    while (trim_next && begin < end && IsTemplateSpace(source[begin])) ++begin;
    while (trim_left && end > begin && IsTemplateSpace(source[end - 1])) --end;
    if (end > begin) {
      TemplateToken text;
      text.begin = static_cast<uint32_t>(begin);
      text.end = static_cast<uint32_t>(end);
      text.line = lines.Line(text.begin);
      tokens->push_back(text);
    }
    if (open >= source.size()) return std::nullopt;

    TemplateToken token;
    token.begin = static_cast<uint32_t>(open);
    token.line = lines.Line(token.begin);
    token.trim_left = trim_left;
    size_t i = open + (trim_left ? 4 : 2);
    token.inner_begin = static_cast<uint32_t>(i);
    if (source.substr(i, 2) == "/*") {
      token.kind = TemplateTokenKind::kComment;
      const size_t close = source.find("*/", i + 2);
      if (close == absl::string_view::npos) return error(open, "unclosed comment");
      i = close + 2;
      if (!AtRightDelimiter(source, i, &token.trim_right))
        return error(i, "comment ends before closing delimiter");
    } else {
      token.kind = TemplateTokenKind::kAction;
      while (!AtRightDelimiter(source, i, &token.trim_right)) {
        if (i >= source.size()) return error(open, "unclosed action");
        const char c = source[i];
        if (c == '"' || c == '`' || c == '\'') {
          const size_t next = SkipQuoted(source, i);
          if (next == absl::string_view::npos) return error(i, UnterminatedWord(c));
          i = next;
        } else {
          ++i;
        }
      }
    }
    token.inner_end = static_cast<uint32_t>(i);
    token.end = static_cast<uint32_t>(i + (token.trim_right ? 4 : 2));
    tokens->push_back(token);
    at = token.end;
    trim_next = token.trim_right;
  }
}

}  // namespace chartlint
