#include "analyzer/yaml/failures.h"

#include <algorithm>
#include <limits>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace chartlint {
namespace {

constexpr uint32_t kNoAction = std::numeric_limits<uint32_t>::max();

Span CharacterAt(absl::string_view text, uint32_t offset) {
  uint32_t size = static_cast<uint32_t>(text.size());
  offset = std::min(offset, size);
  uint32_t end = std::min(offset + 1, size);
  while (end < size && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
  return Span{offset, end};
}

char At(absl::string_view text, uint32_t offset) { return offset < text.size() ? text[offset] : '\0'; }

std::string HintFor(const EventFailure& failure, absl::string_view text) {
  absl::string_view problem = failure.problem;
  if (problem == "mapping values are not allowed in this context") {
    return "quote a value that contains `: `, or check the indentation";
  }
  if (problem == "found character that cannot start any token") {
    char c = At(text, failure.offset);
    if (c == '\t') return "indent with spaces, YAML takes no tabs";
    return absl::StrCat("quote a value that begins with `", absl::string_view(&c, 1), "`");
  }
  if (problem == "did not find expected key") return "check the indentation of this line and the quotes before it";
  if (problem == "could not find expected ':'") return "check that the line is `key: value` and its indentation";
  if (absl::StrContains(problem, "tab character")) return "indent with spaces, YAML takes no tabs";
  if (problem == "found unknown escape character") return "double the backslash, or use single quotes";
  return "";
}

}  // namespace

YamlProblem DescribeFailure(const EventFailure& failure, absl::string_view text) {
  YamlProblem problem;
  problem.kind = failure.kind;
  problem.span = CharacterAt(text, failure.offset);
  if (failure.kind == YamlProblem::Kind::kEncoding) {
    if (failure.problem == "byte order mark") {
      problem.message = "a byte order mark inside the document becomes part of the word after it";
      problem.hint = "save the files of the chart without a byte order mark";
    } else if (absl::StrContains(failure.problem, "control character")) {
      problem.message = absl::StrFormat("the control character U+%04X is not allowed in YAML", failure.value);
      if (failure.value == 0) problem.hint = "this looks like a binary file";
    } else {
      unsigned char byte = static_cast<unsigned char>(At(text, failure.offset));
      problem.message = absl::StrFormat("the byte 0x%02X is not valid UTF-8 here", byte);
      problem.hint = "save the file as UTF-8";
    }
    return problem;
  }
  if (failure.problem == "found unexpected end of stream" && absl::StrContains(failure.context, "quoted scalar")) {
    problem.span = CharacterAt(text, failure.context_offset);
    problem.message = "the quote that opens here is never closed";
    return problem;
  }
  if (failure.problem == "did not find expected <document start>") {
    problem.message = "the document has ended before this place, the decoder ignores the rest";
    problem.hint = "check the indentation, and whether a `---` is missing";
    return problem;
  }
  problem.message = failure.problem.empty() ? "this is not YAML" : failure.problem;
  if (!failure.context.empty()) absl::StrAppend(&problem.message, " ", failure.context);
  problem.hint = HintFor(failure, text);
  return problem;
}

void SuspectTemplate(absl::string_view text, uint32_t offset, uint32_t action, YamlProblem* problem) {
  if (problem->kind != YamlProblem::Kind::kSyntax) return;
  if (action == kNoAction) {
    offset = std::min(offset, static_cast<uint32_t>(text.size()));
    size_t begin = offset == 0 ? absl::string_view::npos : text.rfind('\n', offset - 1);
    begin = begin == absl::string_view::npos ? 0 : begin + 1;
    size_t found = text.find("{{", begin);
    if (found == absl::string_view::npos || found >= text.find('\n', offset)) return;
    action = static_cast<uint32_t>(found);
  }
  size_t end = std::min({text.find("}}", action), text.find('\n', action), text.size()});
  if (absl::StartsWith(text.substr(end), "}}")) end += 2;
  problem->kind = YamlProblem::Kind::kTemplate;
  problem->span = Span{action, static_cast<uint32_t>(end)};
  problem->message = absl::StrCat("a template action where YAML is expected: ", problem->message);
  problem->hint = "this looks like an unrendered template: run `helm template` and check its output";
}

std::string Shortened(absl::string_view text) {
  constexpr size_t kMost = 40;
  std::string out = absl::Utf8SafeCEscape(text.substr(0, kMost));
  if (text.size() > kMost) out += "…";
  return out;
}

}  // namespace chartlint
