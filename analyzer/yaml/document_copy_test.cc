#include "analyzer/yaml/document_copy.h"

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

std::string JsonOf(Node node) { return node.document()->ToJson(node); }

class DocumentCopyTest : public testing::Test {
 protected:
  DocumentCopy& CopyOf(absl::string_view text, const char* key = nullptr) {
    source_ = Document::Parse(text);
    copy_ = std::make_unique<DocumentCopy>(key == nullptr ? source_->root() : source_->root()[key]);
    return *copy_;
  }
  Node Added(const char* key) { return added_->root().Key(key); }
  Node AddedValue(const char* key) { return added_->root()[key]; }

  std::unique_ptr<Document> source_;
  std::unique_ptr<Document> added_ = Document::Parse("{a: 1, b: x, list: [1, {c: 2}], empty: {}}");
  std::unique_ptr<DocumentCopy> copy_;
};

TEST_F(DocumentCopyTest, SaysWhatItsSourceSays) {
  const char text[] =
      "a: {b: [1, two, null, {c: 0x10}]}\non: 1\n? 010\n: x\nb: &b {d: 1}\ne: *b\nf: {<<: *b, g: 2}\na: 3\n";
  const DocumentCopy& copy = CopyOf(text);
  EXPECT_EQ(JsonOf(copy.root()), JsonOf(source_->root()));
  EXPECT_EQ(copy.root()["true"].AsInt(), 1);
  EXPECT_EQ(copy.root()["8"].text(), "x");
  EXPECT_EQ(copy.root()["f"]["g"].Path(), "f.g");
  EXPECT_EQ(copy.root()["e"].Path(), source_->root()["e"].Path());
  EXPECT_EQ(copy.Written(copy.root()["f"]["g"]), source_->root()["f"]["g"]);
  EXPECT_FALSE(copy.IsAdded(copy.root()["f"]));
}

TEST_F(DocumentCopyTest, PathsBeginAtTheCopiedNode) {
  const DocumentCopy& copy = CopyOf("items: {b: [{c: 1}]}\nx: 1\n", "items");
  EXPECT_EQ(JsonOf(copy.root()), "{\"b\":[{\"c\":1}]}");
  EXPECT_EQ(copy.root()["b"][0]["c"].Path(), "b[0].c");
  EXPECT_EQ(copy.Written(copy.root()).Path(), "items");
  EXPECT_EQ(copy.root()["b"].begin().line, 1u) << "no places, and no crash";
  EXPECT_FALSE(CopyOf("x: 1", "nothing").root());
  EXPECT_EQ(JsonOf(CopyOf("x: 1", "x").root()), "1");
}

TEST_F(DocumentCopyTest, SetsAndOverrides) {
  DocumentCopy& copy = CopyOf("a: null\nz: {five: 5}\n");
  copy.Set(copy.root(), Added("a"), AddedValue("a"));
  copy.Set(copy.root(), Added("list"), AddedValue("list"));
  const Node z = copy.Own(copy.root(), "z", 1).node;
  copy.Set(z, Added("b"), z["five"], z["five"]);
  copy.Set(z, Added("empty"), AddedValue("empty"));
  copy.Set(copy.Own(z, "empty", 1).node, Added("b"), AddedValue("b"));
  EXPECT_EQ(JsonOf(copy.root()),
            "{\"z\":{\"five\":5,\"b\":5,\"empty\":{\"b\":\"x\"}},\"a\":1,\"list\":[1,{\"c\":2}]}");
  EXPECT_EQ(copy.root()["list"][1]["c"].Path(), "list[1].c");
  EXPECT_EQ(z["empty"]["b"].Path(), "z.empty.b");
  EXPECT_TRUE(copy.IsAdded(copy.root()["a"]));
  EXPECT_EQ(copy.Written(copy.root()["a"]), source_->root()["a"]) << "the null";
  EXPECT_TRUE(copy.IsAdded(copy.root()["list"][1]["c"]));
  EXPECT_EQ(copy.Written(copy.root()["list"][1]["c"]), source_->root());
  EXPECT_EQ(copy.Written(z["b"]), source_->root()["z"]["five"]);
  EXPECT_EQ(copy.Written(z["empty"]["b"]), source_->root()["z"]);
  EXPECT_FALSE(copy.IsAdded(z));
}

TEST_F(DocumentCopyTest, SharedValuesAreSplitOff) {
  DocumentCopy& copy = CopyOf("a: &x {k: {l: 1}}\nb: *x\nc: *x\nd: {<<: *x}\n");
  const DocumentCopy::Part b = copy.Own(copy.root(), "b", 1);
  EXPECT_TRUE(b.fresh);
  copy.Set(b.node, Added("a"), AddedValue("a"));
  const DocumentCopy::Part c = copy.Own(copy.root(), "c", 1);
  EXPECT_FALSE(c.fresh) << "the same change has been made";
  copy.Set(copy.Own(copy.root()["b"], "k", 1).node, Added("b"), AddedValue("b"));
  EXPECT_EQ(JsonOf(copy.root()),
            "{\"a\":{\"k\":{\"l\":1}},\"b\":{\"k\":{\"l\":1,\"b\":\"x\"},\"a\":1},\"c\":{\"k\":{\"l\":1,"
            "\"b\":\"x\"},\"a\":1},"
            "\"d\":{\"k\":{\"l\":1}}}");
  EXPECT_EQ(b.node.Path(), "b");
  EXPECT_EQ(copy.Written(b.node), source_->root()["a"]);
}

TEST_F(DocumentCopyTest, ChangesOfNoKindAreSplitEachTime) {
  DocumentCopy& copy = CopyOf("[&x {k: 1}, *x, *x]");
  for (size_t i = 0; i < 2; ++i)
    copy.Set(copy.Own(copy.root(), i, 0).node, Added(i == 0 ? "a" : "b"), AddedValue("a"));
  EXPECT_EQ(JsonOf(copy.root()), "[{\"k\":1,\"a\":1},{\"k\":1,\"b\":1},{\"k\":1}]");
}

TEST_F(DocumentCopyTest, SetsWhatIsMissing) {
  DocumentCopy& copy = CopyOf("to: {a: 1, b: null}\nfrom: {a: 2, b: 3, c: 4, d: [5], 010: 6}\n");
  copy.SetMissing(copy.Own(copy.root(), "to", 0).node, copy.root()["from"]);
  EXPECT_EQ(JsonOf(copy.root()["to"]), "{\"a\":1,\"b\":null,\"c\":4,\"8\":6}");
  EXPECT_EQ(copy.Written(copy.root()["to"]["c"]), source_->root()["from"]["c"]);
}

TEST_F(DocumentCopyTest, WhatIsNotThereIsNotOwned) {
  DocumentCopy& copy = CopyOf("a: [1]\nb: 2\n");
  EXPECT_FALSE(copy.Own(copy.root(), "c", 1).node);
  EXPECT_FALSE(copy.Own(copy.root()["b"], "c", 1).node);
  EXPECT_FALSE(copy.Own(copy.root()["a"], size_t{1}, 1).node);
  EXPECT_FALSE(copy.Own(Node(), "c", 1).node);
  copy.Set(copy.root()["b"], Added("a"), AddedValue("a"));
  copy.SetMissing(copy.root()["b"], copy.root());
  EXPECT_EQ(JsonOf(copy.root()), "{\"a\":[1],\"b\":2}");
}

// An alias bomb below the limit stays as small as it is written; one key is looked up in a large mapping a
// few times only.
TEST_F(DocumentCopyTest, LargeInputStaysLinear) {
  std::string text = "a0: &a0 {k: v}\n";
  for (int i = 1; i < 13; ++i) absl::StrAppend(&text, "a", i, ": &a", i, " [*a", i - 1, ", *a", i - 1, "]\n");
  DocumentCopy& copy = CopyOf(text);
  EXPECT_EQ(JsonOf(copy.root()), JsonOf(source_->root()));
  std::string wide = "to: {}\nfrom: {";
  for (int i = 0; i < 200000; ++i) absl::StrAppend(&wide, "k", i, ": 1, ");
  wide += "}\n";
  DocumentCopy& large = CopyOf(wide);
  const Node to = large.Own(large.root(), "to", 0).node;
  large.SetMissing(to, large.root()["from"]);
  EXPECT_EQ(to.size(), 200000u);
  for (int i = 0; i < 100; ++i) large.Set(to, Added("a"), AddedValue("a"));
  EXPECT_EQ(to["a"].AsInt(), 1);
}

}  // namespace
}  // namespace chartlint
