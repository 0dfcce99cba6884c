#include "analyzer/report/excerpt.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

TEST(Printable, NothingReachesTheTerminalAsACommand) {
  EXPECT_EQ(Printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(Printable("a\nb\r\x7f"), "a\\x0ab\\x0d\\x7f");
  EXPECT_EQ(Printable("\xc2\x9b"
                      "31m"),
            "\\x9b31m");                                // C1: CSI
  EXPECT_EQ(Printable("x\xe2\x80\xaey"), "x\\u202ey");  // right-to-left override
  EXPECT_EQ(Printable("x\xe2\x80\xa8y"), "x\\u2028y");  // line separator
  EXPECT_EQ(Printable("\xff\xc0\xaf\xed\xa0\x80"), "\\xff\\xc0\\xaf\\xed\\xa0\\x80");
  EXPECT_EQ(Printable("grün, 中"), "grün, 中");
}

TEST(Excerpt, UnderlinesTheColumns) {
  const Excerpt excerpt = ExcerptOf("  replicas: 10", 13, 15, 80);
  EXPECT_EQ(excerpt.line, "  replicas: 10");
  EXPECT_EQ(excerpt.underline, "            ^~");
}

TEST(Excerpt, TabsAndWideCharactersKeepTheCaretInPlace) {
  const Excerpt tab = ExcerptOf("a:\t\"x\"", 4, 7, 80);
  EXPECT_EQ(tab.line, "a: \"x\"");
  EXPECT_EQ(tab.underline, "   ^~~");
  const Excerpt wide = ExcerptOf("中文: x", 5, 6, 80);
  EXPECT_EQ(wide.underline, "      ^");
  const Excerpt combining = ExcerptOf("e\xcc\x81: x", 5, 6, 80);
  EXPECT_EQ(combining.underline, "   ^");
}

TEST(Excerpt, CutsLongLinesAroundTheCaret) {
  const std::string line = absl::StrCat(std::string(100000, 'a'), "XYZ", std::string(100000, 'b'));
  const Excerpt excerpt = ExcerptOf(line, 100001, 100004, 40);
  EXPECT_EQ(excerpt.line, absl::StrCat("…", std::string(13, 'a'), "XYZ", std::string(22, 'b'), "…"));
  EXPECT_EQ(excerpt.underline, absl::StrCat(std::string(14, ' '), "^~~"));
}

TEST(Excerpt, ColumnsBehindTheEndDoNoHarm) {
  EXPECT_EQ(ExcerptOf("abc", 50, 60, 80).underline, "   ^");
  EXPECT_EQ(ExcerptOf("", 1, 2, 80).underline, "^");
  EXPECT_EQ(ExcerptOf("abc", 0, 0, 80).underline, "^");
}

}  // namespace
}  // namespace chartlint
