#include "analyzer/kube/command_line.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/kube/program_table.h"
#include "analyzer/kube/shell_words.h"

namespace chartlint {
namespace {

// One word as the program gets it, and the item that brings it.
struct Word {
  std::string text;
  Node node;
};
using Words = std::vector<Word>;

bool IsFlagWord(absl::string_view text) {
  // A lone dash means stdin; -1 is a number; ---x is nothing that a flag library reads.
  if (text.size() < 2 || text[0] != '-' || absl::ascii_isdigit(text[1])) return false;
  return absl::StartsWith(text, "--") ? text.size() > 2 && text[2] != '-' && text[2] != '=' : text[1] != '=';
}

// Moves `at` past wrappers (tini -g --) to the word that names the program. True if there was one.
bool SkipWrappers(const Words& words, size_t* at) {
  bool any = false;
  while (*at < words.size()) {
    const Wrapper* wrapper = WrapperNamed(BaseName(words[*at].text));
    if (wrapper == nullptr) break;
    size_t next = *at + 1;
    int own_words = wrapper->words;
    for (; next < words.size(); ++next) {
      const std::string& text = words[next].text;
      if (text == "--") {
        ++next;
        break;
      }
      const bool assignment = wrapper->assignments && absl::StrContains(text, '=');
      if (absl::StartsWith(text, "-")) {
        if (std::find(wrapper->takes_value.begin(), wrapper->takes_value.end(), text) != wrapper->takes_value.end()) ++next;
      } else if (!assignment && own_words-- <= 0) {
        break;
      }
    }
    if (next >= words.size()) break;
    *at = next;
    any = true;
  }
  return any;
}

// The script word of `sh -c script`, `bash -o pipefail -ec script`; words.size() if the shell runs no -c script.
size_t ScriptAfter(const Words& words, size_t shell) {
  for (size_t i = shell + 1; i < words.size(); ++i) {
    const absl::string_view text = words[i].text;
    if (text.empty() || (text[0] != '-' && text[0] != '+')) break;
    if (absl::StartsWith(text, "--")) continue;
    if (text[0] == '-' && absl::StrContains(text, 'c')) {
      size_t script = i + 1;
      // Options may stand between -c and the script (`sh -c -e "…"`).
      while (script < words.size() && words[script].text.size() > 1 && words[script].text[0] == '-' &&
             !absl::StrContains(words[script].text, ' ')) {
        ++script;
      }
      return script;
    }
    if (absl::EndsWith(text, "o")) ++i;
  }
  return words.size();
}

absl::flat_hash_set<absl::string_view> VariablesOf(Node container) {
  absl::flat_hash_set<absl::string_view> names;
  for (Node item : container["env"].Items()) names.insert(item["name"].text());
  return names;
}

class FlagReader {
 public:
  FlagReader(const Words& words, size_t first, CommandLine* out) : words_(words), first_(first), out_(out) {}

  void Run() {
    bool seen_flag = false;
    for (size_t i = first_; i < words_.size(); ++i) {
      const std::string& text = words_[i].text;
      if (text == "--") {
        for (size_t rest = i + 1; rest < words_.size(); ++rest) out_->after_terminator.push_back(words_[rest].node);
        return;
      }
      if (!IsFlagWord(text)) {
        // Words before the first flag are sub-commands, whatever the library.
        if (out_->library == FlagLibrary::kGoFlag && seen_flag) return;
        continue;
      }
      seen_flag = true;
      i = ReadFlag(i);
    }
  }

 private:
  // Gives the index of the last word that belongs to the flag at `i`.
  size_t ReadFlag(size_t i) {
    FlagOccurrence flag;
    flag.node = words_[i].node;
    absl::string_view body = words_[i].text;
    flag.dashes = absl::ConsumePrefix(&body, "--") ? 2 : 1;
    if (flag.dashes == 1) body.remove_prefix(1);
    const size_t equals = body.find('=');
    flag.name = std::string(body.substr(0, equals));
    if (flag.dashes == 1 && out_->library == FlagLibrary::kPflag && flag.name.size() > 1) {
      // pflag reads one dash as letters: -nfoo is -n foo.
      flag.name = std::string(body.substr(0, 1));
      flag.value = std::string(body.substr(1));
      flag.form = FlagForm::kEquals;
    } else if (equals != absl::string_view::npos) {
      flag.value = std::string(body.substr(equals + 1));
      flag.form = FlagForm::kEquals;
    } else if (TakesNextWord(flag.name, i)) {
      ++i;
      flag.value = words_[i].text;
      flag.value_node = words_[i].node;
      flag.form = FlagForm::kNextWord;
    }
    out_->occurrences.push_back(std::move(flag));
    return i;
  }

  bool TakesNextWord(absl::string_view name, size_t i) const {
    if (i + 1 >= words_.size() || absl::StrContains(name, ' ')) return false;
    const std::string& next = words_[i + 1].text;
    return next != "--" && !IsFlagWord(next) && KindOfFlag(name, out_->program) != FlagKind::kBool;
  }

  const Words& words_;
  const size_t first_;
  CommandLine* const out_;
};

// An image without a command whose first argument is a path: the entry point is a wrapper, and this is the program.
bool LooksLikeProgramPath(absl::string_view text) {
  const absl::string_view base = BaseName(text);
  return absl::StartsWith(text, "/") && !base.empty() && !absl::StrContains(text, ' ') &&
         (!absl::StrContains(base, '.') || absl::EndsWith(base, ".sh") || absl::EndsWith(base, ".py"));
}

}  // namespace

CommandLine ReadCommandLine(Node container, absl::string_view image) {
  CommandLine line;
  Words words;
  for (const char* field : {"command", "args"}) {
    for (Node item : container[field].Items()) {
      line.items.push_back(item);
      words.push_back({std::string(item.text()), item});
    }
  }
  line.known = !words.empty();
  line.program = std::string(ImageProgram(image));
  size_t at = 0;
  bool named = container["command"].size() > 0;
  if (SkipWrappers(words, &at)) named = true;
  if (!named && at < words.size() && (LooksLikeProgramPath(words[at].text) || IsPosixShell(words[at].text))) named = true;
  if (named && at < words.size()) {
    const absl::string_view first = BaseName(words[at].text);
    if (IsOtherShell(first) || IsPosixShell(first)) {
      const size_t script = IsPosixShell(first) ? ScriptAfter(words, at) : words.size();
      line.library = FlagLibrary::kShell;
      if (script >= words.size()) {
        // A script file or another shell's syntax: nothing is known of its words.
        line.program = std::string(first);
        line.shell_script = true;
        return line;
      }
      line.script_node = words[script].node;
      line.script = line.script_node.text();
      std::optional<std::vector<std::string>> plain = PlainCommand(line.script, VariablesOf(container));
      if (!plain.has_value()) {
        line.program = std::string(first);
        line.shell_script = true;
        return line;
      }
      words.clear();
      for (std::string& text : *plain) words.push_back({std::move(text), line.script_node});
      at = 0;
      SkipWrappers(words, &at);
    }
    line.program = std::string(BaseName(words[at].text));
    ++at;
  }
  line.library = LibraryOf(line.program);
  FlagReader(words, at, &line).Run();
  return line;
}

const FlagOccurrence* CommandLine::Winner(absl::string_view flag) const {
  for (auto it = occurrences.rbegin(); it != occurrences.rend(); ++it) {
    if (it->name == flag) return &*it;
  }
  return nullptr;
}

std::vector<const FlagOccurrence*> CommandLine::All(absl::string_view flag) const {
  std::vector<const FlagOccurrence*> all;
  for (const FlagOccurrence& occurrence : occurrences) {
    if (occurrence.name == flag) all.push_back(&occurrence);
  }
  return all;
}

std::string FlagOccurrence::Said() const {
  std::string said = absl::StrCat(dashes == 1 ? "-" : "--", name);
  if (form == FlagForm::kEquals) absl::StrAppend(&said, "=", value);
  if (form == FlagForm::kNextWord) absl::StrAppend(&said, " ", value.empty() ? "\"\"" : value);
  return said;
}

std::optional<bool> ParseGoBool(absl::string_view text) {
  for (absl::string_view word : {"1", "t", "T", "TRUE", "true", "True"}) {
    if (text == word) return true;
  }
  for (absl::string_view word : {"0", "f", "F", "FALSE", "false", "False"}) {
    if (text == word) return false;
  }
  return std::nullopt;
}

}  // namespace chartlint
