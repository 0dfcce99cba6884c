#include "analyzer/helm/archive.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "analyzer/helm/tar_writer_for_test.h"

namespace chartlint {
namespace {

std::string Refusal(const std::string& gzipped) {
  const auto files = ReadChartArchive(gzipped);
  return files.ok() ? "accepted" : std::string(files.status().message());
}

TEST(ReadChartArchive, GivesNamesInsideTheChart) {
  const auto files = ReadChartArchive(Tgz(TarEntry("app/", "", '5') + TarEntry("app/Chart.yaml", "name: app\n") +
                                          TarEntry("app/templates/./a.yaml", "\xef\xbb\xbfkind: A\n") +
                                          TarEntry("app/link", "", '2')));
  ASSERT_TRUE(files.ok()) << files.status();
  ASSERT_EQ(files->size(), 3u);
  EXPECT_EQ((*files)[0].name, "Chart.yaml");
  EXPECT_EQ((*files)[0].bytes, "name: app\n");
  EXPECT_EQ((*files)[1].name, "templates/a.yaml");
  EXPECT_EQ((*files)[1].bytes, "kind: A\n");
  EXPECT_EQ((*files)[2].name, "link");
  EXPECT_EQ((*files)[2].bytes, "");
}

TEST(ReadChartArchive, ReadsLongNamesOfBothKinds) {
  const std::string name = "app/templates/" + std::string(150, 'x') + ".yaml";
  const std::string record = "path=" + name + "\n";
  const std::string pax = std::to_string(record.size() + 4) + " " + record;
  for (const std::string& prefix : {TarEntry("././@LongLink", name + '\0', 'L'), TarEntry("pax", pax, 'x')}) {
    const auto files = ReadChartArchive(Tgz(prefix + TarEntry("app/cut", "text") + TarEntry("app/b", "")));
    ASSERT_TRUE(files.ok()) << files.status();
    EXPECT_EQ((*files)[0].name, name.substr(4));
    EXPECT_EQ((*files)[1].name, "b");
  }
}

TEST(ReadChartArchive, ReadsWindowsPathsAndSeveralGzipMembers) {
  const std::string tar = TarEntry("app\\templates\\a.yaml", "x") + std::string(1024, '\0');
  const auto files = ReadChartArchive(Gzip(tar.substr(0, 700)) + Gzip(tar.substr(700)));
  ASSERT_TRUE(files.ok()) << files.status();
  EXPECT_EQ((*files)[0].name, "templates/a.yaml");
}

TEST(ReadChartArchive, RefusesWhatHelmRefuses) {
  EXPECT_EQ(Refusal("kind: ConfigMap\n"), "this is no gzipped archive");
  EXPECT_EQ(Refusal(""), "this is no gzipped archive");
  EXPECT_EQ(Refusal(Tgz("")), "the archive holds no files");
  EXPECT_TRUE(absl::StrContains(Refusal(Tgz(TarEntry("app/../../etc/passwd", "x"))), "leads out of the chart"));
  EXPECT_TRUE(absl::StrContains(Refusal(Tgz(TarEntry("app//etc/passwd", "x"))), "absolute paths"));
  EXPECT_TRUE(absl::StrContains(Refusal(Tgz(TarEntry("/Chart.yaml/..", "x"))), "outside of the chart"));
  EXPECT_TRUE(absl::StrContains(Refusal(Tgz(TarEntry("app/c:/x", "x"))), "drive letter"));
  EXPECT_TRUE(absl::StrContains(Refusal(Tgz(TarEntry("Chart.yaml", "x"))), "not inside a folder"));
}

TEST(ReadChartArchive, RefusesDamage) {
  const std::string whole = Tgz(TarEntry("app/Chart.yaml", std::string(3000, 'x')));
  EXPECT_TRUE(absl::StrContains(Refusal(whole.substr(0, whole.size() / 2)), "damaged or cut short"));
  EXPECT_TRUE(absl::StrContains(Refusal(Gzip(TarEntry("app/a", "xxx").substr(0, 512))), "damaged or cut short"));
  std::string wrong = TarEntry("app/a", "x");
  wrong[0] = 'b';
  EXPECT_TRUE(absl::StrContains(Refusal(Tgz(wrong)), "no valid header"));
  // Every prefix and every single damaged byte ends in a status, not in a crash.
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
    ReadChartArchive(damaged).status().IgnoreError();
    ReadChartArchive(whole.substr(0, i)).status().IgnoreError();
  }
}

TEST(ReadChartArchive, HoldsHelmsLimits) {
  EXPECT_TRUE(absl::StrContains(Refusal(Tgz(TarEntry("app/a", std::string(kMaxChartFileBytes + 1, 'x')))), "5 MiB"));
  const std::string block = TarEntry("app/a", std::string(kMaxChartFileBytes, 'x'));
  std::string tar;
  for (int i = 0; i < 21; ++i) tar += block;
  EXPECT_TRUE(absl::StrContains(Refusal(Tgz(tar)), "100 MiB"));
}

}  // namespace
}  // namespace chartlint
