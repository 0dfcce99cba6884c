// Texts that are no YAML, that would cost too much, or that look like YAML and are something else.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzer/yaml/document.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

using Kind = YamlProblem::Kind;

std::string Repeat(absl::string_view piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text.append(piece.data(), piece.size());
  return text;
}

// Each list holds the one before it nine times.
std::string AliasBomb(int levels) {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < levels; ++i) {
    absl::StrAppend(&text, "a", i, ": &a", i, " [", Repeat(absl::StrCat("*a", i - 1, ","), 9), "]\n");
  }
  return text;
}

TEST(HostileText, GivesAProblemWithAPlace) {
  struct Case {
    std::string text;
    Kind kind;
    const char* part;  // of the message
    uint32_t line;
    uint32_t column;
  };
  const Case kCases[] = {
      {"a: b: c\n", Kind::kSyntax, "mapping values are not allowed", 1, 5},
      {"a:\n\tb: c\n", Kind::kSyntax, "cannot start any token", 2, 1},
      {"a: @x\n", Kind::kSyntax, "cannot start any token", 1, 4},
      {"ä: 'ü\nb: c\n", Kind::kSyntax, "quote that opens here", 1, 4},
      {"a: b\n c: d\n", Kind::kSyntax, "mapping values", 2, 3},
      {"a: [b\nc: d\n", Kind::kSyntax, "did not find expected ',' or ']'", 2, 2},
      {"a: *b\n", Kind::kSyntax, "anchor `b` is not defined", 1, 4},
      {"&a [*a]\n", Kind::kSyntax, "contains itself", 1, 5},
      {"? [a]\n: b\n", Kind::kSyntax, "key must be a scalar", 1, 3},
      {"x:\n  ~: b\n", Kind::kSyntax, "null cannot be a mapping key", 2, 3},
      {"a: .inf\n", Kind::kSyntax, "no JSON value", 1, 4},
      {"a: !!int x\n", Kind::kSyntax, "cannot be decoded as !!int", 1, 10},
      {"a: b\n--- \nc: d\n", Kind::kSyntax, "second document", 2, 1},
      {"'a'\nb: c\n", Kind::kSyntax, "decoder ignores the rest", 2, 1},
      {"%YAML 1.2\n---\na: b\n", Kind::kSyntax, "%YAML 1.1", 1, 1},
      {"a: \"\\q\"\n", Kind::kSyntax, "unknown escape", 1, 5},
      {"a: {{ .Values.x }}\n", Kind::kTemplate, "template action", 1, 4},
      {"a: b\n{{- if .Values.x }}\nc: d\n", Kind::kTemplate, "template action", 2, 1},
      {"a: \"{{ .x | default \"y\" }}\"\n", Kind::kTemplate, "template action", 1, 5},
      {"{{ include \"x\" . }}\n", Kind::kTemplate, "template action", 1, 1},
      {"a: b\x01\n", Kind::kEncoding, "U+0001", 1, 5},
      {std::string("a: b\0\n", 6), Kind::kEncoding, "U+0000", 1, 5},
      {"é: \xff\n", Kind::kEncoding, "0xFF", 1, 4},
      {"a: \xc3", Kind::kEncoding, "0xC3", 1, 4},
      {"a: b\n\xEF\xBB\xBF" "c: d\n", Kind::kEncoding, "byte order mark", 2, 1},
      {Repeat("[", 100000), Kind::kTooDeep, "deeper than 200", 1, 201},
      {Repeat("- ", 100000), Kind::kTooDeep, "deeper than 200", 1, 401},
      {AliasBomb(12), Kind::kAliasBomb, "more than 20000000 nodes", 9, 0},
  };
  for (const Case& c : kCases) {
    auto document = Document::Parse(c.text);
    ASSERT_TRUE(document->problem()) << c.text.substr(0, 80);
    const YamlProblem& problem = *document->problem();
    EXPECT_FALSE(document->root());
    EXPECT_EQ(static_cast<int>(problem.kind), static_cast<int>(c.kind)) << c.text.substr(0, 80) << problem.message;
    EXPECT_TRUE(absl::StrContains(problem.message, c.part)) << problem.message;
    const Position position = document->PositionAt(problem.span.begin);
    EXPECT_EQ(position.line, c.line) << c.text.substr(0, 80);
    if (c.column != 0) {
      EXPECT_EQ(position.column, c.column) << c.text.substr(0, 80);
    }
    EXPECT_LE(problem.span.end, document->text().size());
  }
}

TEST(HostileText, TemplateActionsInsideStringsAreText) {
  for (const char* text : {"a: '{{ .x }}'\n", "a: x-{{ .Values.y }}\n", "a: |\n  {{- if .x }}\n"}) {
    EXPECT_FALSE(Document::Parse(text)->problem()) << text;
  }
  // A slip elsewhere is not blamed on them.
  auto document = Document::Parse("a: |\n  {{ .x }}\nb: c: d\n");
  ASSERT_TRUE(document->problem());
  EXPECT_EQ(static_cast<int>(document->problem()->kind), static_cast<int>(Kind::kSyntax));
}

TEST(HostileText, LimitsAreKept) {
  YamlLimits limits;
  limits.max_nodes = 10;
  EXPECT_FALSE(Document::Parse("[1, 2, 3, 4, 5, 6, 7, 8, 9]", limits)->problem());
  ASSERT_TRUE(Document::Parse("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", limits)->problem());
  // An alias that would take the tree below the limit of depth.
  std::string chain = "a0: &a0 [x]\n";
  for (int i = 1; i < 300; ++i) absl::StrAppend(&chain, "a", i, ": &a", i, " [*a", i - 1, "]\n");
  auto deep = Document::Parse(chain);
  ASSERT_TRUE(deep->problem());
  EXPECT_EQ(static_cast<int>(deep->problem()->kind), static_cast<int>(Kind::kTooDeep));
  // Merge keys that double the entries at every step stay small, because equal keys are one entry.
  std::string merges = "a0: &a0 {x: 1}\n";
  for (int i = 1; i < 15; ++i) absl::StrAppend(&merges, "a", i, ": &a", i, " {<<: [*a", i - 1, ", *a", i - 1, "]}\n");
  auto merged = Document::Parse(merges);
  ASSERT_FALSE(merged->problem()) << merged->problem()->message;
  EXPECT_EQ(merged->root()["a14"].size(), 1u);
}

TEST(HostileText, AliasesThatAreManyButSmallAreFine) {
  const std::string text = AliasBomb(5);
  auto document = Document::Parse(text);
  ASSERT_FALSE(document->problem());
  EXPECT_EQ(document->root()["a4"].size(), 9u);
}

TEST(HostileText, TakesLinearTime) {
  const std::string kTexts[] = {
      Repeat("k: v\n", 200000),                                  // one mapping of duplicates
      absl::StrCat("{", Repeat("\"k\": [1, 2], ", 100000), "}"),  // big JSON
      absl::StrCat("a: \"", Repeat("é", 500000), "\"\nb: c\n"),
      Repeat("é: ü\n", 100000),
      Repeat("#\n", 500000),
      Repeat("\n", 1000000),
      absl::StrCat("a: |\n", Repeat("  x\n\n", 200000)),
  };
  for (const std::string& text : kTexts) {
    const auto start = std::chrono::steady_clock::now();
    Document::Parse(text);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    EXPECT_LT(seconds.count(), 20) << text.substr(0, 20);  // milliseconds, were it not for sanitizers
  }
}

// Every file of testdata/input: named after what becomes of it, `<kind>-<what>.yaml`.
TEST(HostileText, FilesComeToTheEndTheyAreNamedAfter) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("testdata/input")) {
    const std::string name = entry.path().filename().string();
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    auto document = Document::Parse(text);
    const char* kNames[] = {"syntax-", "template-", "deep-", "large-", "bomb-", "encoding-"};
    const char* end = document->problem() ? kNames[static_cast<int>(document->problem()->kind)] : "fine-";
    EXPECT_TRUE(absl::StartsWith(name, end)) << name << " ends as " << end
                                             << (document->problem() ? document->problem()->message : "");
    ++count;
  }
  EXPECT_GE(count, 15);
}

}  // namespace
}  // namespace chartlint
