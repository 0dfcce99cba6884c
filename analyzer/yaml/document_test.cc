#include "analyzer/yaml/document.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

// The bytes of a node's span, as written.
std::string Written(const Node& node) {
  if (!node) return "<absent>";
  const Span span = node.span();
  return std::string(node.document()->text().substr(span.begin, span.end - span.begin));
}

std::string Place(const Node& node) {
  const Position begin = node.begin(), end = node.end();
  return absl::StrCat(begin.line, ":", begin.column, "-", end.line, ":", end.column);
}

std::string Json(absl::string_view text) {
  auto document = Document::Parse(text);
  if (document->problem()) return absl::StrCat("problem: ", document->problem()->message);
  return document->ToJson(document->root());
}

TEST(DocumentSpans, HoldTheNodeAndNothingElse) {
  struct Case {
    const char* text;
    const char* written;  // of the value of `k`
    const char* place;
  };
  const Case kCases[] = {
      {"k: v\n", "v", "1:4-1:5"},
      {"k: v  # comment\n", "v", "1:4-1:5"},
      {"k: 'it''s'\n", "'it''s'", "1:4-1:11"},
      {"k: \"a\\nb\"\nz: 1\n", "\"a\\nb\"", "1:4-1:10"},
      {"k: two\n  lines\nz: 1\n", "two\n  lines", "1:4-2:8"},
      {"k: |\n  a\n  b\n\n# comment\nz: 1\n", "|\n  a\n  b", "1:4-3:4"},
      {"k: >-\n  a\n\n\nz: 1\n", ">-\n  a", "1:4-2:4"},
      {"k: |\n\n\nz: 1\n", "|", "1:4-1:5"},
      {"k:\nz: 1\n", "", "1:3-1:3"},
      {"k: ~\n", "~", "1:4-1:5"},
      {"k: &a v\n", "v", "1:7-1:8"},
      {"k: !!str &a 12\n", "12", "1:13-1:15"},
      {"k: &a\nz: 1\n", "", "1:6-1:6"},
      {"k: &a\n  - x\n\nz: 1\n", "- x", "2:3-2:6"},
      {"k: &a\n- x\n\nz: 1\n", "- x", "2:1-2:4"},
      {"k: &a\n  x: y\nz: 1\n", "x: y", "2:3-2:7"},
      {"k: &a {x: y}\nz: 1\n", "{x: y}", "1:7-1:13"},
      {"k: ! [x]\n", "[x]", "1:6-1:9"},
      {"k:\n  - a\n  - b: c\n\n\nz: 1\n", "- a\n  - b: c", "2:3-3:9"},
      {"k:\n- a\n-\n\nz: 1\n", "- a\n-", "2:1-3:2"},
      {"k:\n  a: 1\n  b:\n\n# comment\nz: 1\n", "a: 1\n  b:", "2:3-3:5"},
      {"k:\n  a: |\n    text\n\nz: 1\n", "a: |\n    text", "2:3-3:9"},
      {"k: [a, b,\n  {c: d}]  # comment\nz: 1\n", "[a, b,\n  {c: d}]", "1:4-2:10"},
      {"k: {a: [], }\n", "{a: [], }", "1:4-1:13"},
      {"x: &a 1\nk:\n  b: *a\n\nz: 1\n", "b: *a", "3:3-3:8"},
      {"é: ü\nk: 'ä𝄞' # x\n", "'ä𝄞'", "2:4-2:8"},
      {"k:\r\n  a: b\r\nz: 1\r\n", "a: b", "2:3-2:7"},
      {"k: |\r\n  a\r\n\r\nz: 1\r\n", "|\r\n  a", "1:4-2:4"},
      {"\xEF\xBB\xBFk: v\n", "v", "1:4-1:5"},
      {"%YAML 1.1\n---\nk: v\n", "v", "3:4-3:5"},
      {"--- # comment\nk: v\n...\n", "v", "2:4-2:5"},
      {"{\"k\": \"v\", \"z\": [1]}", "\"v\"", "1:7-1:10"},
      {"{\n\t\"k\": {\"a\":\t1}\n}\n", "{\"a\":\t1}", "2:7-2:15"},
  };
  for (const Case& c : kCases) {
    auto document = Document::Parse(c.text);
    ASSERT_FALSE(document->problem()) << c.text << document->problem()->message;
    const Node node = document->root()["k"];
    EXPECT_EQ(Written(node), c.written) << c.text;
    EXPECT_EQ(Place(node), c.place) << c.text;
  }
}

TEST(DocumentSpans, CoverKeys) {
  auto document = Document::Parse("a: 1\n\"b c\": 2\n'd': 3\n? e\n: 4\n&x f: 5\n");
  ASSERT_FALSE(document->problem());
  std::vector<std::string> keys;
  for (const auto& [key, value] : document->root().Entries()) keys.push_back(absl::StrCat(Written(key), "@", Place(key)));
  EXPECT_EQ(keys, (std::vector<std::string>{"a@1:1-1:2", "\"b c\"@2:1-2:6", "'d'@3:1-3:4", "e@4:3-4:4", "f@6:4-6:5"}));
  EXPECT_EQ(Written(document->root().Key("b c")), "\"b c\"");
}

TEST(DocumentPositions, CountCharactersAndUtf16Units) {
  auto document = Document::Parse("a: 'é𝄞' # x\nb: 1");
  const Position end = document->root()["a"].end();
  EXPECT_EQ(end.line, 1u);
  EXPECT_EQ(end.column, 8u);
  EXPECT_EQ(end.utf16_column, 9u);
  EXPECT_EQ(document->line_count(), 2u);
  EXPECT_EQ(document->Line(2), "b: 1");
  EXPECT_EQ(document->Line(3), "");
  EXPECT_EQ(document->PositionAt(1000).line, 2u);
}

TEST(DocumentNodes, LookUpsNeedNoTests) {
  auto document = Document::Parse("a: {b: [x, 7, 1e3, 1.5, yes, null, '8', 0x10]}\n");
  const Node list = document->root()["a"]["b"];
  EXPECT_EQ(list.size(), 8u);
  EXPECT_EQ(list[0].AsString(), "x");
  EXPECT_EQ(list[1].AsInt(), 7);
  EXPECT_EQ(list[1].AsString(), std::nullopt);
  EXPECT_EQ(list[1].AsText(), "7");
  EXPECT_EQ(list[2].AsInt(), 1000);
  EXPECT_EQ(list[3].AsInt(), std::nullopt);
  EXPECT_EQ(list[3].AsDouble(), 1.5);
  EXPECT_TRUE(list[4].IsTrue());
  EXPECT_TRUE(list[5].IsNull() && list[5].IsUnset() && list[5]);
  EXPECT_TRUE(list[6].IsQuoted());
  EXPECT_EQ(list[7].AsInt(), 16);
  EXPECT_FALSE(list[8]);
  const Node absent = document->root()["x"]["y"][3]["z"];
  EXPECT_FALSE(absent);
  EXPECT_TRUE(absent.IsUnset());
  EXPECT_FALSE(absent.IsNull());
  EXPECT_EQ(absent.size(), 0u);
  EXPECT_EQ(absent.Path(), "");
  EXPECT_TRUE(absent.Items().empty() && absent.Entries().empty());
  EXPECT_FALSE(list["key"]);
  EXPECT_FALSE(document->root()[0]);
}

TEST(DocumentNodes, IntegersKeepTheirRange) {
  auto document = Document::Parse("[9223372036854775807, -9223372036854775808, 18446744073709551615, -0, 1e19, 00]");
  EXPECT_EQ(document->root()[0].AsInt(), INT64_MAX);
  EXPECT_EQ(document->root()[1].AsInt(), INT64_MIN);
  EXPECT_EQ(document->root()[2].AsInt(), std::nullopt);
  EXPECT_EQ(document->root()[2].AsDouble(), 18446744073709551615.0);
  EXPECT_EQ(document->root()[3].AsInt(), 0);
  EXPECT_EQ(document->root()[4].AsInt(), std::nullopt);
  EXPECT_EQ(document->root()[5].AsInt(), 0);
}

TEST(DocumentNodes, PathsAreThoseOfKubernetes) {
  auto document = Document::Parse("spec:\n  containers:\n  - args: [a, b]\n    yes: 1\nmetadata: {annotations: {a/b: c, '': d}}\n");
  const Node root = document->root();
  EXPECT_EQ(root.Path(), "");
  const Node arg = root["spec"]["containers"][0]["args"][1];
  EXPECT_EQ(arg.Path(), "spec.containers[0].args[1]");
  EXPECT_EQ(arg.Parent().KeyNode().Path(), "spec.containers[0].args");
  EXPECT_EQ(root["metadata"]["annotations"]["a/b"].Path(), "metadata.annotations[\"a/b\"]");
  EXPECT_EQ(root["metadata"]["annotations"][""].Path(), "metadata.annotations[\"\"]");
  EXPECT_EQ(root["spec"]["containers"][0]["true"].Path(), "spec.containers[0].true");
  EXPECT_FALSE(root.Parent());
}

TEST(DocumentKeys, AreThoseOfTheJsonObject) {
  auto document = Document::Parse("on: 1\n010: 2\n1e3: 3\n'on': 4\n");
  const Node root = document->root();
  EXPECT_EQ(root["true"].AsInt(), 1);
  EXPECT_EQ(root.Key("true").text(), "on");
  EXPECT_EQ(root["8"].AsInt(), 2);
  EXPECT_EQ(root["1000"].AsInt(), 3);
  EXPECT_EQ(root["on"].AsInt(), 4);
}

TEST(DocumentKeys, DuplicatesAreKeptAndTheLastCounts) {
  auto document = Document::Parse("a: 1\nb: {c: 1, c: 2}\na: 2\nyes: 1\ntrue: 2\na: 3\n");
  EXPECT_EQ(document->root()["a"].AsInt(), 3);
  EXPECT_EQ(document->root().size(), 6u);
  EXPECT_EQ(document->root().Entries().size(), 3u);
  ASSERT_EQ(document->duplicate_keys().size(), 4u);
  EXPECT_EQ(Place(document->duplicate_keys()[0].first), "2:5-2:6");
  EXPECT_EQ(Place(document->duplicate_keys()[0].second), "2:11-2:12");
  EXPECT_EQ(Place(document->duplicate_keys()[1].first), "1:1-1:2");
  EXPECT_EQ(Place(document->duplicate_keys()[1].second), "6:1-6:2");
  EXPECT_EQ(Place(document->duplicate_keys()[2].first), "3:1-3:2");
  EXPECT_EQ(Json("a: 1\nb: {c: 1, c: 2}\na: 2\n"), R"({"b":{"c":2},"a":2})");
  std::string many;
  for (int i = 0; i < 40; ++i) absl::StrAppend(&many, "k", i, ": ", i, "\n");
  EXPECT_TRUE(Document::Parse(many)->duplicate_keys().empty());
  EXPECT_EQ(Document::Parse(many + "k7: x\n")->duplicate_keys().size(), 1u);
}

// What sigs.k8s.io/yaml makes of each, tried with it.
TEST(DocumentMerges, FollowTheDecoder) {
  const std::pair<const char*, const char*> kCases[] = {
      {"x: &a {a: 2}\nb: {<<: *a, c: 1}", R"({"x":{"a":2},"b":{"a":2,"c":1}})"},
      {"x: &a {a: 2}\nb: {<<: *a, a: 1}", R"({"x":{"a":2},"b":{"a":1}})"},
      {"x: &a {a: 2}\nb: {a: 1, <<: *a}", R"({"x":{"a":2},"b":{"a":2}})"},
      {"x: &a {a: 2}\nz: &b {a: 3, d: 4}\nb: {<<: [*a, *b]}", R"({"x":{"a":2},"z":{"a":3,"d":4},"b":{"d":4,"a":2}})"},
      {"b: {<<: {a: 1}, <<: [{c: 2}]}", R"({"b":{"a":1,"c":2}})"},
      {"x: &a {a: 2}\nz: &b {<<: *a, e: 1}\nb:\n  <<: *b\n", R"({"x":{"a":2},"z":{"a":2,"e":1},"b":{"a":2,"e":1}})"},
      {"b: {\"<<\": 1}", R"({"b":{"<<":1}})"},
      {"b: <<", R"({"b":"<<"})"},
      {"b: {<<: 1}", "problem: a merge key `<<` needs a mapping or a list of mappings"},
      {"x: &a [{a: 1}]\nb: {<<: *a}", "problem: a merge key `<<` needs a mapping or a list of mappings"},
  };
  for (const auto& [text, json] : kCases) EXPECT_EQ(Json(text), json) << text;
  EXPECT_TRUE(Document::Parse("x: &a {a: 2}\nb: {a: 1, <<: *a}")->duplicate_keys().empty());
}

TEST(DocumentAliases, ShareTheNode) {
  auto document = Document::Parse("a: &x {b: 1}\nc: *x\nd: [*x]\n*k : 1\n");
  EXPECT_TRUE(document->problem());
  document = Document::Parse("a: &x {b: 1}\nc: *x\nd: [*x]\ne: &k key\n*k : 1\n");
  ASSERT_FALSE(document->problem());
  const Node root = document->root();
  EXPECT_EQ(root["c"], root["a"]);
  EXPECT_EQ(root["d"][0]["b"].Path(), "a.b");
  EXPECT_EQ(root["key"].AsInt(), 1);
  EXPECT_EQ(Place(root.Key("key")), "5:1-5:3");
  EXPECT_EQ(document->ToJson(root), R"({"a":{"b":1},"c":{"b":1},"d":[{"b":1}],"e":"key","key":1})");
}

TEST(DocumentJson, EscapesAndNumbers) {
  EXPECT_EQ(Json("\"a\\\"\\\\\\n\\t\\u0007é\""), R"("a\"\\\n\t\u0007é")");
  EXPECT_EQ(Json("[1e3, 1e21, 1e20, 1e-7, 0.000001, 1.50, -0.0, .5, 1_000, 08, 0o10, -0x1F]"),
            "[1000,1e+21,100000000000000000000,1e-7,0.000001,1.5,-0,0.5,1000,8,8,-31]");
  EXPECT_EQ(Json("!!binary /w=="), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(Json(""), "null");
  EXPECT_EQ(Json(absl::string_view()), "null");
  EXPECT_EQ(Json("# only a comment\n"), "null");
  EXPECT_EQ(Json("{}"), "{}");
}

}  // namespace
}  // namespace chartlint
