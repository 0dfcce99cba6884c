#include "analyzer/template/action_lexer.h"

#include "absl/strings/ascii.h"

namespace chartlint {
namespace {

bool IsActionSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Letters beyond ASCII are allowed in names; all bytes of them count, which is enough to find where a name
// ends.
bool IsNamePart(char c) {
  return c == '_' || absl::ascii_isalnum(c) || static_cast<unsigned char>(c) >= 0x80;
}

class ActionLexer {
 public:
  ActionLexer(absl::string_view source, uint32_t begin, uint32_t end)
      : s_(source.substr(0, end)), at_(begin) {}

  std::vector<ActionItem> Run() {
    while (at_ < s_.size() && (items_.empty() || items_.back().kind != ActionItemKind::kError)) Next();
    if (items_.empty() || items_.back().kind != ActionItemKind::kError) Add(ActionItemKind::kEnd, 0);
    return std::move(items_);
  }

 private:
  char Peek(size_t n) const { return at_ + n < s_.size() ? s_[at_ + n] : '\0'; }
  void Add(ActionItemKind kind, size_t length) {
    items_.push_back({kind, static_cast<uint32_t>(at_), s_.substr(at_, length), ""});
    at_ += length;
  }
  void Fail(const char* message) {
    items_.push_back({ActionItemKind::kError, static_cast<uint32_t>(at_), absl::string_view(), message});
  }
  size_t NameLength(size_t from) const {
    size_t n = from;
    while (at_ + n < s_.size() && IsNamePart(s_[at_ + n])) ++n;
    return n;
  }
  // A name must be followed by something that can end it (Go: "bad character").
  void AddName(ActionItemKind kind, size_t length) {
    const size_t after = at_ + length;
    if (after < s_.size()) {
      const char c = s_[after];
      if (!IsActionSpace(c) && c != '.' && c != ',' && c != '|' && c != ':' && c != ')' && c != '(') {
        at_ = after;
        Fail("bad character");
        return;
      }
    }
    Add(kind, length);
  }
  void Quoted(char quote) {
    size_t n = 1;
    while (at_ + n < s_.size() && s_[at_ + n] != quote) n += (quote != '`' && s_[at_ + n] == '\\') ? 2 : 1;
    if (at_ + n >= s_.size()) {
      Fail("unterminated quoted string");
      return;
    }
    Add(quote == '"'   ? ActionItemKind::kString
        : quote == '`' ? ActionItemKind::kRawString
                       : ActionItemKind::kChar,
        n + 1);
  }
  void Number() {
    size_t n = 1;
    while (at_ + n < s_.size()) {
      const char c = s_[at_ + n];
      const char before = s_[at_ + n - 1];
      const bool exponent_sign = (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p');
      if (!absl::ascii_isalnum(c) && c != '.' && c != '_' && !exponent_sign) break;
      ++n;
    }
    Add(ActionItemKind::kNumber, n);
  }
  void Next() {
    const char c = s_[at_];
    if (IsActionSpace(c)) {
      size_t n = 1;
      while (IsActionSpace(Peek(n))) ++n;
      Add(ActionItemKind::kSpace, n);
    } else if (c == '"' || c == '`' || c == '\'') {
      Quoted(c);
    } else if (c == '=') {
      Add(ActionItemKind::kAssign, 1);
    } else if (c == ':') {
      if (Peek(1) == '=') {
        Add(ActionItemKind::kDeclare, 2);
      } else {
        Fail("expected :=");
      }
    } else if (c == '|') {
      Add(ActionItemKind::kPipe, 1);
    } else if (c == ',') {
      Add(ActionItemKind::kComma, 1);
    } else if (c == '(') {
      Add(ActionItemKind::kLeftParen, 1);
    } else if (c == ')') {
      Add(ActionItemKind::kRightParen, 1);
    } else if (c == '$') {
      AddName(ActionItemKind::kVariable, NameLength(1));
    } else if (c == '.' && !absl::ascii_isdigit(Peek(1))) {
      const size_t n = NameLength(1);
      AddName(n == 1 ? ActionItemKind::kDot : ActionItemKind::kField, n);
    } else if (c == '.' || c == '+' || c == '-' || absl::ascii_isdigit(c)) {
      Number();
    } else if (IsNamePart(c)) {
      AddName(ActionItemKind::kIdentifier, NameLength(1));
    } else {
      Fail("unexpected character in action");
    }
  }

  absl::string_view s_;
  size_t at_;
  std::vector<ActionItem> items_;
};

}  // namespace

std::vector<ActionItem> LexAction(absl::string_view source, uint32_t begin, uint32_t end) {
  return ActionLexer(source, begin, end).Run();
}

}  // namespace chartlint
