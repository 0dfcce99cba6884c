#include "analyzer/helm/guard_sites.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

struct Site {
  std::string file;  // Helm's path
  uint32_t line = 0;
  uint32_t column = 0;
};

bool IsWordCharacter(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// True if `text` has `word` as a whole word.
bool HasWord(absl::string_view text, absl::string_view word) {
  for (size_t at = text.find(word); at != absl::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !IsWordCharacter(text[at - 1])) && (end == text.size() || !IsWordCharacter(text[end]))) return true;
  }
  return false;
}

// A literal's text with its escapes taken back; `text` starts at the opening quote. Sets `size` to its length in bytes.
std::string ReadLiteral(absl::string_view text, size_t* size) {
  const char quote = text[0];
  std::string literal;
  size_t i = 1;
  for (; i < text.size() && text[i] != quote; ++i) {
    if (quote == '"' && text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      literal.push_back(text[i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i]);
    } else {
      literal.push_back(text[i]);
    }
  }
  *size = std::min(i + 1, text.size());
  return literal;
}

// The fixed texts between printf's verbs; `%%` is a percent sign.
std::vector<std::string> FixedParts(absl::string_view literal) {
  std::vector<std::string> parts(1);
  for (size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '%' || i + 1 == literal.size()) {
      parts.back().push_back(literal[i]);
      continue;
    }
    ++i;
    if (literal[i] == '%') {
      parts.back().push_back('%');
      continue;
    }
    while (i + 1 < literal.size() && !absl::ascii_isalpha(static_cast<unsigned char>(literal[i]))) ++i;
    parts.emplace_back();
  }
  return parts;
}

bool Fits(absl::string_view literal, absl::string_view message) {
  if (literal == message) return true;
  const std::vector<std::string> parts = FixedParts(literal);
  if (parts.size() < 2) return false;
  // Without a few words of its own a format fits everything.
  size_t fixed = 0;
  for (const std::string& part : parts) fixed += part.size();
  constexpr size_t kMinFixed = 8;
  if (fixed < kMinFixed || !absl::StartsWith(message, parts.front())) return false;
  size_t at = parts.front().size();
  for (size_t i = 1; i + 1 < parts.size(); ++i) {
    const size_t found = message.find(parts[i], at);
    if (found == absl::string_view::npos) return false;
    at = found + parts[i].size();
  }
  return message.size() >= at + parts.back().size() && absl::EndsWith(message, parts.back());
}

// Adds the literals of one action, `{{ … }}`, that fit.
void SearchAction(absl::string_view text, size_t begin, size_t end, absl::string_view message, const std::string& file,
                  std::vector<Site>* sites) {
  const absl::string_view action = text.substr(begin, end - begin);
  if (!HasWord(action, "required") && !HasWord(action, "fail")) return;
  for (size_t i = 0; i < action.size();) {
    if (action[i] != '"' && action[i] != '`') {
      ++i;
      continue;
    }
    size_t size = 0;
    if (Fits(ReadLiteral(action.substr(i), &size), message)) {
      const absl::string_view before = text.substr(0, begin + i);
      Site site;
      site.file = file;
      site.line = static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
      site.column = static_cast<uint32_t>(before.size() - (before.rfind('\n') + 1) + 1);
      sites->push_back(std::move(site));
    }
    i += size;
  }
}

// Where the action that begins at `begin` ends: `}}` outside of literals.
size_t EndOfAction(absl::string_view text, size_t begin) {
  for (size_t i = begin; i < text.size();) {
    if (text[i] == '"' || text[i] == '`') {
      size_t size = 0;
      ReadLiteral(text.substr(i), &size);
      i += size;
    } else if (text.compare(i, 2, "}}") == 0) {
      return i;
    } else {
      ++i;
    }
  }
  return text.size();
}

void SearchChart(const Chart& chart, const std::string& helm_path, absl::string_view message, std::vector<Site>* sites) {
  for (const ChartFile* file : chart.Templates()) {
    const absl::string_view text = file->bytes;
    for (size_t at = text.find("{{"); at != absl::string_view::npos; at = text.find("{{", at)) {
      const size_t after = at + 2;
      const bool comment = absl::StartsWith(absl::StripLeadingAsciiWhitespace(text.substr(after, 8)), "/*") ||
                           absl::StartsWith(text.substr(after), "- /*");
      const size_t comment_end = comment ? text.find("*/", after) : absl::string_view::npos;
      const size_t end = comment ? std::min(comment_end, text.size()) : EndOfAction(text, after);
      if (!comment) SearchAction(text, after, end, message, absl::StrCat(helm_path, "/", file->name), sites);
      at = std::max(end, after);
    }
  }
  for (const ChartDependency& dependency : chart.metadata.dependencies) {
    const Chart* subchart = chart.Subchart(dependency);
    if (subchart == nullptr) continue;
    SearchChart(*subchart, absl::StrCat(helm_path, "/charts/", dependency.EffectiveName()), message, sites);
  }
}

}  // namespace

void LocateGuard(const Chart& chart, RenderError* error) {
  if (error->kind != RenderErrorKind::kGuard || error->message.empty()) return;
  std::vector<Site> sites;
  SearchChart(chart, chart.metadata.name, error->message, &sites);
  if (sites.size() != 1) return;
  const bool known = !error->frames.empty() && error->frames[0].file == sites[0].file &&
                     error->frames[0].line == sites[0].line;
  if (known) return;
  RenderErrorFrame frame;
  frame.file = sites[0].file;
  frame.line = sites[0].line;
  frame.column = sites[0].column;
  error->frames.insert(error->frames.begin(), std::move(frame));
}

}  // namespace chartlint
