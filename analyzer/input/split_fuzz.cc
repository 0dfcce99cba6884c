// The pieces of a stream come in order, do not overlap, know their lines, and leave nothing out but blank lines, comments,
// markers and directives.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/input/renders.h"
#include "tools/fuzz/fuzz_target.h"

namespace chartlint {
namespace {

void Check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void CheckGap(absl::string_view gap) {
  for (absl::string_view line : absl::StrSplit(gap, '\n')) {
    absl::ConsumePrefix(&line, "\xEF\xBB\xBF");
    const absl::string_view word = absl::StripAsciiWhitespace(line);
    Check(word.empty() || word[0] == '#' || line[0] == '%' || absl::StartsWith(line, "---") || absl::StartsWith(line, "..."),
          "nothing is left out");
  }
}

}  // namespace
}  // namespace chartlint

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace chartlint;
  const absl::string_view stream(reinterpret_cast<const char*>(bytes), size);
  size_t end = 0;
  uint32_t line = 1;
  for (const DocumentText& piece : SplitDocuments(stream)) {
    Check(!piece.text.empty() && piece.text.data() >= stream.data() + end, "pieces come in order");
    const size_t begin = piece.text.data() - stream.data();
    Check(begin + piece.text.size() <= size, "a piece lies in the stream");
    const absl::string_view gap = stream.substr(end, begin - end);
    CheckGap(gap);
    line += static_cast<uint32_t>(std::count(gap.begin(), gap.end(), '\n'));
    Check(piece.first_line == line, "a piece knows its line");
    line += static_cast<uint32_t>(std::count(piece.text.begin(), piece.text.end(), '\n'));
    end = begin + piece.text.size();
  }
  CheckGap(stream.substr(end));
  return 0;
}
