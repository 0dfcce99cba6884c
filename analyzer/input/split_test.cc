#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/input/renders.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

// `line|template|text`, line breaks as `/`.
std::vector<std::string> Pieces(const std::string& stream) {
  std::vector<std::string> out;
  for (const DocumentText& piece : SplitDocuments(stream)) {
    std::string text(piece.text);
    for (char& c : text) {
      if (c == '\n') c = '/';
      if (c == '\r') c = '<';
    }
    out.push_back(absl::StrCat(piece.first_line, "|", piece.template_path, "|", text));
  }
  return out;
}

TEST(SplitDocuments, CutsAtMarkersOnly) {
  struct Case {
    const char* stream;
    std::vector<std::string> pieces;
  };
  const Case kCases[] = {
      {"", {}},
      {"\n\n# c\n---\n# d\n", {}},
      {"a: 1", {"1||a: 1"}},
      {"a: 1\n---\nb: 2\n", {"1||a: 1/", "3||b: 2/"}},
      {"---\na: 1\n--- # comment\nb: 2\n---   \nc: 3\n", {"2||a: 1/", "4||b: 2/", "6||c: 3/"}},
      {"a: 1\n...\nb: 2\n... # end\n---\nc: 3\n", {"1||a: 1/", "3||b: 2/", "6||c: 3/"}},
      {"--- {a: 1}\n--- |\n  text\n", {"1||--- {a: 1}/", "2||--- |/  text/"}},
      {"a: |\n  ---\n  b\n---\nc: 1\n", {"1||a: |/  ---/  b/", "5||c: 1/"}},
      {"a: b\n---x: 1\n-----\n", {"1||a: b/---x: 1/-----/"}},
      {"a: 1\r\n---\r\nb: 2\r\n", {"1||a: 1</", "3||b: 2</"}},
      {"\xEF\xBB\xBF---\na: 1\n", {"2||a: 1/"}},
      {"\xEF\xBB\xBF" "a: 1\n---\n\xEF\xBB\xBF" "b: 1\n", {"1||a: 1/", "3||b: 1/"}},
      {"\n\na: 1\n\n\n---\n\n\nb: 2\n\n", {"3||a: 1/", "9||b: 2/"}},
      {"%YAML 1.1\n# c\n---\na: 1\n---\nb: 2\n", {"1||%YAML 1.1/# c/---/a: 1/", "6||b: 2/"}},
      {"%YAML 1.1\n--- {a: 1}\n", {"1||%YAML 1.1/--- {a: 1}/"}},
      {"%YAML 1.1\n---\n# nothing\n", {}},
      {"%YAML 1.1\n# c\n", {"1||%YAML 1.1"}},
      {"a: 1\n%b: 2\n", {"1||a: 1/%b: 2/"}},
  };
  for (const Case& c : kCases) EXPECT_EQ(Pieces(c.stream), c.pieces) << c.stream;
}

TEST(SplitDocuments, KnowsTheTemplate) {
  struct Case {
    const char* stream;
    std::vector<std::string> pieces;
  };
  const Case kCases[] = {
      {"---\n# Source: c/templates/a.yaml\na: 1\n---\n# Source: c/templates/b.yaml\n\n# note\nb: 2\n",
       {"3|c/templates/a.yaml|a: 1/", "7|c/templates/b.yaml|# note/b: 2/"}},
      // A CRD file with several documents has one comment for all of them.
      {"---\n# Source: c/crds/a.yaml\na: 1\n---\n# plain comment\nb: 2\n", {"3|c/crds/a.yaml|a: 1/", "5|c/crds/a.yaml|# plain comment/b: 2/"}},
      {"---\n# licence\n# Source: c/templates/a.yaml\na: 1\n", {"4|c/templates/a.yaml|a: 1/"}},
      // A document that is empty still names the template of the next one.
      {"---\n# Source: c/templates/a.yaml\n# nothing\n---\na: 1\n", {"5|c/templates/a.yaml|a: 1/"}},
      // Comments of the chart's author, not of Helm.
      {"# Source: https://example.com/x.yaml\na: 1\n", {"1||# Source: https://example.com/x.yaml/a: 1/"}},
      {"---\n# Source: c/templates/a.yaml\na: 1\n# Source: c/templates/b.yaml\nb: 1\n",
       {"3|c/templates/a.yaml|a: 1/# Source: c/templates/b.yaml/b: 1/"}},
      {"---\r\n# Source: c/templates/a.yaml\r\na: 1\r\n", {"3|c/templates/a.yaml|a: 1</"}},
      {"a: 0\n---\n# Source: c/templates/a.yaml\na: 1\n", {"1||a: 0/", "4|c/templates/a.yaml|a: 1/"}},
  };
  for (const Case& c : kCases) EXPECT_EQ(Pieces(c.stream), c.pieces) << c.stream;
}

}  // namespace
}  // namespace chartlint
