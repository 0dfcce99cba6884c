#include "analyzer/helm/disk_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace chartlint {
namespace {

constexpr char kKind[] = "text";

class DiskCacheTest : public testing::Test {
 protected:
  DiskCacheTest() {
    std::string pattern = absl::StrCat(testing::TempDir(), "/cache-XXXXXX");
    folder_ = mkdtemp(&pattern[0]);
  }
  ~DiskCacheTest() override { std::filesystem::remove_all(folder_); }

  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) files.push_back(entry.path().string());
    }
    return files;
  }

  // Makes the entry that holds `text` look as if it was used that long ago.
  void Age(const std::string& path, int seconds) {
    const timespec when = absl::ToTimespec(absl::Now() - absl::Seconds(seconds));
    const timespec times[2] = {when, when};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }

  std::string folder_;
};

std::string KeyNumber(int n) { return absl::StrCat(absl::Hex(n, absl::kZeroPad16), absl::Hex(n, absl::kZeroPad16)); }

TEST_F(DiskCacheTest, GivesBackWhatWasStored) {
  const DiskCache cache(folder_);
  EXPECT_FALSE(cache.Find(KeyNumber(1), kKind).has_value());
  const std::string text("a\n\0 binary too\n", 15);
  cache.Store(KeyNumber(1), kKind, text);
  cache.Store(KeyNumber(2), kKind, "");
  EXPECT_EQ(cache.Find(KeyNumber(1), kKind), text);
  EXPECT_EQ(cache.Find(KeyNumber(2), kKind), "");
  EXPECT_FALSE(cache.Find(KeyNumber(1), "other").has_value());
  EXPECT_FALSE(cache.Find(KeyNumber(3), kKind).has_value());
}

TEST(CacheKey, PartsCannotBeMistakenForEachOther) {
  EXPECT_NE(CacheKey().Add("ab").Add("c").Hex(), CacheKey().Add("a").Add("bc").Hex());
  EXPECT_NE(CacheKey().Add(std::vector<std::string>{"a", "b"}).Hex(),
            CacheKey().Add(std::vector<std::string>{"a"}).Add("b").Hex());
  EXPECT_EQ(CacheKey().Add("ab").Hex(), CacheKey().Add("ab").Hex());
}

TEST_F(DiskCacheTest, DamagedEntriesCountAsAbsent) {
  const DiskCache cache(folder_);
  cache.Store(KeyNumber(1), kKind, "text of some length");
  ASSERT_EQ(Files().size(), 1u);
  const std::string path = Files()[0];
  std::string whole(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(&whole[0], static_cast<std::streamsize>(whole.size()));
  for (size_t i = 0; i < whole.size(); ++i) {
    std::ofstream(path, std::ios::binary) << whole.substr(0, i);
    EXPECT_FALSE(cache.Find(KeyNumber(1), kKind).has_value()) << "cut at " << i;
    std::string damaged = whole;
    damaged[i] ^= 1;
    std::ofstream(path, std::ios::binary) << damaged;
    EXPECT_FALSE(cache.Find(KeyNumber(1), kKind).has_value()) << "damaged at " << i;
  }
  std::ofstream(path, std::ios::binary) << whole;
  EXPECT_TRUE(cache.Find(KeyNumber(1), kKind).has_value());
}

TEST_F(DiskCacheTest, AFolderThatCannotBeUsedIsNoTrouble) {
  std::ofstream(folder_ + "/file") << "x";
  const DiskCache cache(folder_ + "/file/below");
  cache.Store(KeyNumber(1), kKind, "x");
  EXPECT_FALSE(cache.Find(KeyNumber(1), kKind).has_value());
  cache.Trim();
}

TEST_F(DiskCacheTest, TrimDropsTheLeastRecentlyUsed) {
  const DiskCache cache(folder_, 100'000);
  for (int i = 0; i < 10; ++i) {
    cache.Store(KeyNumber(i), kKind, std::string(15'000, 'x'));
    for (const std::string& path : Files()) {
      if (path.find(KeyNumber(i).substr(2)) != std::string::npos) Age(path, 1000 - i);
    }
  }
  EXPECT_TRUE(cache.Find(KeyNumber(0), kKind).has_value());  // used now, although written first
  std::ofstream(folder_ + "/v2/00/abandoned.tmp") << "x";
  Age(folder_ + "/v2/00/abandoned.tmp", 10'000);
  std::ofstream(folder_ + "/v2/00/fresh.tmp") << "x";
  cache.Trim();
  EXPECT_EQ(Files().size(), 5u + 1u);
  EXPECT_TRUE(cache.Find(KeyNumber(0), kKind).has_value());
  EXPECT_FALSE(cache.Find(KeyNumber(1), kKind).has_value());
  EXPECT_FALSE(cache.Find(KeyNumber(5), kKind).has_value());
  EXPECT_TRUE(cache.Find(KeyNumber(6), kKind).has_value());
  EXPECT_TRUE(cache.Find(KeyNumber(9), kKind).has_value());
}

TEST_F(DiskCacheTest, ManyThreadsWriteAndReadTheSameEntries) {
  const DiskCache cache(folder_, 200'000);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const int key = i % 7;
        cache.Store(KeyNumber(key), kKind, std::string(20'000, static_cast<char>('a' + key)));
        const auto found = cache.Find(KeyNumber(key), kKind);
        if (found.has_value() && *found != std::string(20'000, static_cast<char>('a' + key))) ++wrong[t];
        if (i % 50 == 0) cache.Trim();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

TEST(DiskCache, DefaultFolderFollowsTheBaseDirectorySpecification) {
  setenv("HOME", "/home/someone", 1);
  setenv("XDG_CACHE_HOME", "/var/cache/x", 1);
  EXPECT_EQ(DiskCache::DefaultFolder(), "/var/cache/x/chartlint");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(DiskCache::DefaultFolder(), "/home/someone/.cache/chartlint");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(DiskCache::DefaultFolder(), "/home/someone/.cache/chartlint");
  unsetenv("HOME");
  EXPECT_EQ(DiskCache::DefaultFolder(), "");
}

}  // namespace
}  // namespace chartlint
