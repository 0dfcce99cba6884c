#include "analyzer/input/renders.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/input/transcode.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test.
class RenderReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  std::string Write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  std::vector<std::string> Paths() const {
    std::vector<std::string> paths;
    for (const Source& source : set_.sources) paths.push_back(fs::relative(source.path, folder_).string());
    return paths;
  }

  fs::path folder_;
  RenderSet set_;
  RenderReader reader_{&set_};
};

TEST_F(RenderReaderTest, EqualDocumentsAreOne) {
  const uint32_t a = reader_.Variant("a"), b = reader_.Variant("b");
  EXPECT_EQ(reader_.Variant("a"), a);
  reader_.AddText(b, "b.yaml", "---\n# Source: c/templates/x.yaml\nx: 1\n---\ny: 2\n");
  reader_.AddText(a, "a.yaml", "x: 1\n---\nz: 3\n---\nx: 1\n");
  reader_.Finish(3);
  ASSERT_EQ(set_.documents.size(), 3u);
  EXPECT_EQ(set_.occurrence_count(), 5u);
  EXPECT_EQ(set_.documents[0].document->root()["x"].AsInt(), 1);
  const auto& occurrences = set_.documents[0].occurrences;
  ASSERT_EQ(occurrences.size(), 3u);
  EXPECT_EQ(occurrences[0].variant, a);
  EXPECT_EQ(occurrences[0].first_line, 1u);
  EXPECT_EQ(occurrences[1].first_line, 5u);
  EXPECT_EQ(occurrences[2].variant, b);
  EXPECT_EQ(occurrences[2].first_line, 3u);
  EXPECT_EQ(occurrences[2].template_path, "c/templates/x.yaml");
  EXPECT_EQ(set_.documents_of_variant[a], (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(set_.documents_of_variant[b], (std::vector<uint32_t>{0, 2}));
}

TEST_F(RenderReaderTest, EqualFilesAreKeptOnce) {
  const std::string text = "a: 1\n---\nb: 2\n";
  reader_.AddPath(reader_.Variant("x"), Write("x.yaml", text));
  reader_.AddPath(reader_.Variant("y"), Write("y.yaml", text));
  reader_.AddPath(reader_.Variant("z"), Write("z.yaml", "a: 1\n---\nb: 3\n"));  // of the same size
  reader_.AddPath(reader_.Variant("v"), Write("v.yaml", text));
  reader_.Finish(1);
  EXPECT_EQ(set_.sources[0].text.data(), set_.sources[1].text.data());
  EXPECT_EQ(set_.sources[2].text, "a: 1\n---\nb: 3\n");
  EXPECT_EQ(set_.sources[3].text, text);
  EXPECT_EQ(set_.documents.size(), 3u);
  EXPECT_EQ(set_.documents[0].occurrences.size(), 4u);
  EXPECT_EQ(set_.documents_of_variant[0], set_.documents_of_variant[1]);
  EXPECT_EQ(set_.documents_of_variant[0], set_.documents_of_variant[3]);
}

TEST_F(RenderReaderTest, PipeAfterAnEmptyFileIsReadToItsEnd) {
  const std::string pipe = (folder_ / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  reader_.AddPath(reader_.Variant("x"), Write("empty.yaml", ""));
  std::thread writer([&pipe] { std::ofstream(pipe) << "a: 1\n"; });
  reader_.AddPath(reader_.Variant("x"), pipe);
  writer.join();
  reader_.Finish(1);
  EXPECT_EQ(set_.documents.size(), 1u);
}

TEST_F(RenderReaderTest, TheSameForAnyNumberOfThreads) {
  std::string stream;
  for (int i = 0; i < 500; ++i) absl::StrAppend(&stream, "---\nn: ", i % 300, "\nv: [", std::string(i, '1'), "]\n");
  std::string first;
  for (int jobs : {1, 2, 8}) {
    RenderSet set;
    RenderReader reader(&set);
    reader.AddText(reader.Variant("v"), "x", stream);
    reader.Finish(jobs);
    std::string all;
    for (const auto& document : set.documents) absl::StrAppend(&all, document.document->ToJson(document.document->root()), "\n");
    if (jobs == 1) first = all;
    EXPECT_EQ(all, first);
  }
}

TEST_F(RenderReaderTest, FoldersAreReadInOrderAndOnce) {
  Write("b.yaml", "b: 1\n");
  Write("a/z.yml", "z: 1\n");
  Write("a/y.json", "{}");
  Write("a/notes.txt", "no");
  Write(".git/config.yaml", "hidden: 1\n");
  fs::create_symlink(folder_ / "a", folder_ / "link");
  fs::create_symlink(folder_, folder_ / "a" / "loop");
  fs::create_symlink(folder_ / "b.yaml", folder_ / "c.yaml");
  reader_.AddPath(reader_.Variant("v"), folder_.string());
  reader_.Finish(1);
  EXPECT_EQ(Paths(), (std::vector<std::string>{"a/y.json", "a/z.yml", "b.yaml"}));
  EXPECT_TRUE(set_.problems.empty());
}

TEST_F(RenderReaderTest, WhatCannotBeReadIsToldWithItsPath) {
  const uint32_t v = reader_.Variant("v");
  const std::string gone = (folder_ / "gone.yaml").string();
  reader_.AddPath(v, gone);
  reader_.AddPath(v, Write("binary.yaml", std::string("\x7f" "ELF\0\0", 6)));
  fs::create_directories(folder_ / "empty");
  reader_.AddPath(v, (folder_ / "empty").string());
  Write("links/ok.yaml", "a: 1\n");
  fs::create_symlink(gone, folder_ / "links" / "dangling.yaml");
  reader_.AddPath(v, (folder_ / "links").string());
  const std::string large = Write("large.yaml", "");
  fs::resize_file(large, (uint64_t{512} << 20) + 1);  // sparse: takes no room
  reader_.AddPath(v, large);
  reader_.Finish(1);
  ASSERT_EQ(set_.problems.size(), 5u);
  const char* kParts[] = {"no such file", "binary", "holds no *.yaml", "no such file", "larger than 512 MiB"};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_TRUE(absl::StrContains(set_.problems[i].message, kParts[i])) << set_.problems[i].message;
    EXPECT_TRUE(set_.problems[i].fatal);
    EXPECT_FALSE(set_.problems[i].path.empty());
  }
  EXPECT_EQ(set_.documents.size(), 1u);
}

TEST_F(RenderReaderTest, PipesAreFiles) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "a: 1\n", 5), 5);
  close(ends[1]);
  reader_.AddPath(reader_.Variant("v"), absl::StrCat("/dev/fd/", ends[0]));
  reader_.Finish(1);
  close(ends[0]);
  ASSERT_EQ(set_.documents.size(), 1u);
  EXPECT_TRUE(set_.problems.empty());
}

TEST_F(RenderReaderTest, OneBadDocumentSparesTheOthers) {
  reader_.AddText(reader_.Variant("v"), "x", "a: 1\n---\nb: c: d\n---\nc: 1\n");
  reader_.Finish(2);
  ASSERT_EQ(set_.documents.size(), 3u);
  EXPECT_FALSE(set_.documents[0].document->problem());
  EXPECT_TRUE(set_.documents[1].document->problem());
  EXPECT_FALSE(set_.documents[2].document->problem());
}

TEST(Transcode, Utf16BecomesUtf8) {
  const std::string little("\xFF\xFE" "a\0:\0 \0\xE9\0\x34\xD8\x1E\xDD", 14);
  EXPECT_TRUE(IsUtf16(little));
  EXPECT_EQ(Utf8FromUtf16(little), "a: é𝄞");
  const std::string big("\xFE\xFF\0a\0:\0 \x20\xAC", 10);
  EXPECT_EQ(Utf8FromUtf16(big), "a: €");
  EXPECT_EQ(Utf8FromUtf16(std::string("\xFF\xFE\x34\xD8" "a", 5)), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_FALSE(IsUtf16("a: b"));
}

}  // namespace
}  // namespace chartlint
