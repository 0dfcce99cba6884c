#include "analyzer/engine/pattern.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "re2/re2.h"

namespace chartlint {
namespace {

// The glob as RE2. An unclosed bracket or brace stands for itself.
std::string ExpressionOf(absl::string_view glob) {
  absl::ConsumePrefix(&glob, "./");
  while (absl::ConsumeSuffix(&glob, "/")) {
  }
  std::string expression;
  int braces = 0;
  for (size_t i = 0; i < glob.size(); ++i) {
    const char c = glob[i];
    if (c == '*' && i + 1 < glob.size() && glob[i + 1] == '*') {
      ++i;
      const bool folder = i + 1 < glob.size() && glob[i + 1] == '/';
      if (folder) ++i;
      expression += folder ? "(?:.*/)?" : ".*";
    } else if (c == '*') {
      expression += "[^/]*";
    } else if (c == '?') {
      expression += "[^/]";
    } else if (c == '[' && glob.find(']', i + 2) != absl::string_view::npos) {
      const size_t end = glob.find(']', i + 2);
      absl::string_view set = glob.substr(i + 1, end - i - 1);
      const bool negated = absl::ConsumePrefix(&set, "!");
      absl::StrAppend(&expression, negated ? "[^/" : "[");
      for (char member : set) absl::StrAppend(&expression, member == '\\' || member == '[' || member == '^' ? "\\" : "", std::string(1, member));
      expression += "]";
      i = end;
    } else if (c == '{' && glob.find('}', i) != absl::string_view::npos) {
      ++braces;
      expression += "(?:";
    } else if (c == '}' && braces > 0) {
      --braces;
      expression += ")";
    } else if (c == ',' && braces > 0) {
      expression += "|";
    } else {
      expression += RE2::QuoteMeta(re2::StringPiece(&c, 1));
    }
  }
  return expression;
}

}  // namespace

struct Pattern::Compiled {
  explicit Compiled(const std::string& expression) : re(expression, RE2::Quiet) {}
  RE2 re;
};

Pattern Pattern::Expression(const std::string& re2) {
  Pattern pattern;
  pattern.compiled_ = std::make_shared<const Compiled>(re2);
  return pattern;
}

Pattern Pattern::Glob(absl::string_view glob) { return Expression(ExpressionOf(glob)); }

Pattern Pattern::GlobOrBelow(absl::string_view glob) {
  return Expression(absl::StrCat("(?:", ExpressionOf(glob), ")(?:/.*)?"));
}

bool Pattern::Matches(absl::string_view text) const {
  if (compiled_ == nullptr) return true;
  return compiled_->re.ok() && RE2::FullMatch(re2::StringPiece(text.data(), text.size()), compiled_->re);
}

}  // namespace chartlint
