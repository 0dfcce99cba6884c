#include "analyzer/report/uri.h"

#include <string>

#include "gtest/gtest.h"

namespace chartlint {
namespace {

TEST(UriOf, IsRelativeToTheRepositoryAndPercentEncoded) {
  const struct {
    std::string file, uri;
    bool in_repository;
  } cases[] = {
      {"out/a.yaml", "chart/out/a.yaml", true},  {"./out//a.yaml", "chart/out/a.yaml", true},
      {"../b c.yaml", "b%20c.yaml", true},       {"/repo/x/ü%#?.yaml", "x/%C3%BC%25%23%3F.yaml", true},
      {"../../c.yaml", "file:///c.yaml", false}, {"/repository/c.yaml", "file:///repository/c.yaml", false},
      {"<stdin>", "%3Cstdin%3E", true},
  };
  for (const auto& c : cases) {
    const FileUri uri = UriOf(c.file, "/repo/chart", "/repo");
    EXPECT_EQ(uri.uri, c.uri);
    EXPECT_EQ(uri.in_repository, c.in_repository) << c.file;
  }
}

TEST(UriOf, WithoutARepositoryRelativeFilesStayRelative) {
  EXPECT_EQ(UriOf("out/a.yaml", "/somewhere", "").uri, "out/a.yaml");
  EXPECT_EQ(UriOf("../a.yaml", "/some/where", "").uri, "file:///some/a.yaml");
  EXPECT_EQ(UriOf("/x/a.yaml", "/some/where", "").uri, "file:///x/a.yaml");
}

}  // namespace
}  // namespace chartlint
