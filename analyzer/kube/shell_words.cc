#include "analyzer/kube/shell_words.h"

#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace chartlint {
namespace {

bool IsNameByte(char c) { return absl::ascii_isalnum(c) || c == '_'; }

bool IsAssignment(absl::string_view word) {
  size_t i = 0;
  while (i < word.size() && IsNameByte(word[i])) ++i;
  return i > 0 && i < word.size() && word[i] == '=' && !absl::ascii_isdigit(word[0]);
}

// Words that begin a compound command, or whose effect is on the shell itself.
bool ChangesTheShell(absl::string_view word) {
  static constexpr absl::string_view kWords[] = {
      "if",     "for",    "while", "until", "case",  "select", "function", "{",     "}",      "!",    "[",
      "[[",     "test",   ".",     "eval",  "cd",    "source", "export",   "trap",  "ulimit", "time", "while",
      "unset",  "umask",  "alias", "read",  "shift", "return", "exit",     "local", "declare", "echo", "printf",
      "sleep",  "true",   ":"};
  for (absl::string_view w : kWords) {
    if (word == w) return true;
  }
  return false;
}

class Splitter {
 public:
  Splitter(absl::string_view text, const absl::flat_hash_set<absl::string_view>& variables)
      : text_(text), variables_(variables) {}

  // One list of words per line that has any; false if something is not plain.
  bool Run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        EndWord();
        EndLine();
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        EndWord();
        ++at_;
      } else if (c == '#' && !in_word_) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (c == '\\') {
        Backslash();
      } else if (c == '\'') {
        if (!SingleQuotes()) return false;
      } else if (c == '"') {
        if (!DoubleQuotes()) return false;
      } else if (c == '$') {
        if (!Dollar()) return false;
      } else if (absl::StrContains(";|&<>()`", absl::string_view(&c, 1)) || c == '\0') {
        return false;
      } else {
        Put(c);
        ++at_;
      }
    }
    EndWord();
    EndLine();
    return true;
  }

  std::vector<std::vector<std::string>> lines;

 private:
  void Put(char c) {
    word_.push_back(c);
    in_word_ = true;
  }
  void EndWord() {
    if (in_word_) line_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }
  void EndLine() {
    if (!line_.empty()) lines.push_back(std::move(line_));
    line_.clear();
  }
  void Backslash() {
    if (at_ + 1 >= text_.size()) {
      ++at_;
      return;
    }
    if (text_[at_ + 1] != '\n') Put(text_[at_ + 1]);
    at_ += 2;
  }
  bool SingleQuotes() {
    const size_t end = text_.find('\'', at_ + 1);
    if (end == absl::string_view::npos) return false;
    in_word_ = true;
    word_.append(text_.data() + at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return true;
  }
  bool DoubleQuotes() {
    in_word_ = true;
    for (++at_; at_ < text_.size(); ) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '`') return false;
      if (c == '$') {
        if (!Dollar()) return false;
        continue;
      }
      if (c == '\\' && at_ + 1 < text_.size() &&
          absl::StrContains("\\\"$`\n", absl::string_view(text_.data() + at_ + 1, 1))) {
        if (text_[at_ + 1] != '\n') Put(text_[at_ + 1]);
        at_ += 2;
        continue;
      }
      Put(c);
      ++at_;
    }
    return false;
  }
  // At a `$`: a variable, or a reference that the kubelet replaces, goes into the word as written.
  bool Dollar() {
    const size_t begin = at_++;
    if (at_ >= text_.size()) {
      Put('$');
      return true;
    }
    const char c = text_[at_];
    if (c == '(' || c == '{') {
      const size_t end = text_.find(c == '(' ? ')' : '}', at_);
      if (end == absl::string_view::npos) return false;
      const absl::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
      if (c == '(' && !variables_.contains(inside)) return false;
      if (c == '{' && (inside.empty() || absl::ascii_isdigit(inside[0]) || !IsNameByte(inside[0]))) return false;
      if (c == '{' && (absl::StrContains(inside, '$') || absl::StrContains(inside, '`'))) return false;
      at_ = end + 1;
    } else if (IsNameByte(c) && !absl::ascii_isdigit(c)) {
      while (at_ < text_.size() && IsNameByte(text_[at_])) ++at_;
    } else if (absl::ascii_isdigit(c) || absl::StrContains("@*#?$!-", absl::string_view(&c, 1))) {
      return false;
    }
    in_word_ = true;
    word_.append(text_.data() + begin, at_ - begin);
    return true;
  }

  absl::string_view text_;
  const absl::flat_hash_set<absl::string_view>& variables_;
  size_t at_ = 0;
  bool in_word_ = false;
  std::string word_;
  std::vector<std::string> line_;
};

}  // namespace

std::optional<std::vector<std::string>> PlainCommand(absl::string_view script,
                                                     const absl::flat_hash_set<absl::string_view>& variables) {
  Splitter splitter(script, variables);
  if (!splitter.Run()) return std::nullopt;
  std::vector<std::string>* command = nullptr;
  for (std::vector<std::string>& line : splitter.lines) {
    if (line.front() == "set") continue;
    if (command != nullptr) return std::nullopt;
    command = &line;
  }
  if (command == nullptr) return std::nullopt;
  size_t first = 0;
  while (first < command->size() && IsAssignment((*command)[first])) ++first;
  if (first < command->size() && (*command)[first] == "exec") ++first;
  if (first >= command->size() || (*command)[first].empty()) return std::nullopt;
  const std::string& program = (*command)[first];
  if (ChangesTheShell(program) || program[0] == '-' || program[0] == '$') return std::nullopt;
  return std::vector<std::string>(command->begin() + static_cast<std::ptrdiff_t>(first), command->end());
}

}  // namespace chartlint
