#include "analyzer/helm/render_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

class RenderCacheTest : public testing::Test {
 protected:
  RenderCacheTest() {
    std::string pattern = absl::StrCat(testing::TempDir(), "/cache-XXXXXX");
    folder_ = mkdtemp(&pattern[0]);
  }
  ~RenderCacheTest() override { std::filesystem::remove_all(folder_); }

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

RenderResult Good(const std::string& text) {
  RenderResult result;
  result.ok = true;
  result.text = text;
  result.standard_error = "warning: x\n";
  result.elapsed = absl::Milliseconds(120);
  return result;
}

std::string BytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST_F(RenderCacheTest, GivesBackWhatWasStored) {
  const RenderCache cache(folder_);
  EXPECT_FALSE(cache.Find(KeyNumber(1)).has_value());
  const std::string text("---\nkind: A\n\0 binary too\n", 25);
  cache.Store(KeyNumber(1), Good(text));
  const auto found = cache.Find(KeyNumber(1));
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->ok);
  EXPECT_TRUE(found->from_cache);
  EXPECT_FALSE(found->schema_skipped);
  EXPECT_EQ(found->text, text);
  EXPECT_EQ(found->standard_error, "");  // warnings are not kept
  EXPECT_FALSE(cache.Find(KeyNumber(2)).has_value());
}

TEST_F(RenderCacheTest, EqualRendersAreEqualBytes) {
  RenderResult slower = Good("x");
  slower.elapsed = absl::Seconds(9);
  slower.standard_error = "warning: another place on disk\n";
  const RenderCache first(folder_ + "/first"), second(folder_ + "/second");
  first.Store(KeyNumber(1), Good("x"));
  second.Store(KeyNumber(1), slower);
  ASSERT_EQ(Files().size(), 2u);
  EXPECT_EQ(BytesOf(Files()[0]), BytesOf(Files()[1]));
}

TEST_F(RenderCacheTest, ReadOnlyFoldersAreReadAndNeverChanged) {
  const std::string given = folder_ + "/given";
  RenderCache(given).Store(KeyNumber(1), Good("given"));
  const std::string entry = Files()[0];
  Age(entry, 1000);
  const auto before = std::filesystem::last_write_time(entry);

  RenderCache cache("");  // keeps nothing of its own
  cache.AddReadOnly(folder_ + "/missing");
  cache.AddReadOnly(given);
  ASSERT_TRUE(cache.Find(KeyNumber(1)).has_value());
  EXPECT_EQ(cache.Find(KeyNumber(1))->text, "given");
  cache.Store(KeyNumber(2), Good("new"));
  cache.Trim();
  EXPECT_FALSE(cache.Find(KeyNumber(2)).has_value());
  EXPECT_EQ(Files(), std::vector<std::string>{entry});
  EXPECT_EQ(std::filesystem::last_write_time(entry), before);
}

TEST_F(RenderCacheTest, KeepsFailuresButNotTimeouts) {
  const RenderCache cache(folder_);
  RenderResult failed;
  failed.standard_error = "Error: execution error at (app/templates/a.yaml:7:11): host must be set\n";
  failed.error = ParseRenderError(failed.standard_error);
  cache.Store(KeyNumber(1), failed);
  const auto found = cache.Find(KeyNumber(1));
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(found->ok);
  EXPECT_EQ(found->error.kind, RenderErrorKind::kGuard);
  EXPECT_EQ(found->error.frames.size(), 1u);

  failed.error.kind = RenderErrorKind::kTimeout;
  cache.Store(KeyNumber(2), failed);
  EXPECT_FALSE(cache.Find(KeyNumber(2)).has_value());
  failed.standard_error = "Error: something about the machine\n";
  failed.error = ParseRenderError(failed.standard_error);
  cache.Store(KeyNumber(3), failed);
  EXPECT_FALSE(cache.Find(KeyNumber(3)).has_value());
}

TEST_F(RenderCacheTest, DamagedEntriesCountAsAbsent) {
  const RenderCache cache(folder_);
  cache.Store(KeyNumber(1), Good("text of some length"));
  ASSERT_EQ(Files().size(), 1u);
  const std::string path = Files()[0];
  std::string whole(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(&whole[0], static_cast<std::streamsize>(whole.size()));
  const size_t body = whole.find('\n') + 1;
  for (size_t i = 0; i < whole.size(); ++i) {
    std::ofstream(path, std::ios::binary) << whole.substr(0, i);
    EXPECT_FALSE(cache.Find(KeyNumber(1)).has_value()) << "cut at " << i;
    if (i < body) continue;
    std::string damaged = whole;
    damaged[i] ^= 1;
    std::ofstream(path, std::ios::binary) << damaged;
    EXPECT_FALSE(cache.Find(KeyNumber(1)).has_value()) << "damaged at " << i;
  }
  std::ofstream(path, std::ios::binary) << whole;
  EXPECT_TRUE(cache.Find(KeyNumber(1)).has_value());
}

TEST_F(RenderCacheTest, AFolderThatCannotBeUsedIsNoTrouble) {
  std::ofstream(folder_ + "/file") << "x";
  const RenderCache cache(folder_ + "/file/below");
  cache.Store(KeyNumber(1), Good("x"));
  EXPECT_FALSE(cache.Find(KeyNumber(1)).has_value());
  cache.Trim();
}

TEST_F(RenderCacheTest, TrimDropsTheLeastRecentlyUsed) {
  const RenderCache cache(folder_, 100'000);
  for (int i = 0; i < 10; ++i) {
    cache.Store(KeyNumber(i), Good(std::string(15'000, 'x')));
    for (const std::string& path : Files()) {
      if (path.find(KeyNumber(i).substr(2)) != std::string::npos) Age(path, 1000 - i);
    }
  }
  EXPECT_TRUE(cache.Find(KeyNumber(0)).has_value());  // used now, although written first
  std::ofstream(folder_ + "/v1/00/abandoned.tmp") << "x";
  Age(folder_ + "/v1/00/abandoned.tmp", 10'000);
  std::ofstream(folder_ + "/v1/00/fresh.tmp") << "x";
  cache.Trim();
  EXPECT_EQ(Files().size(), 5u + 1u);
  EXPECT_TRUE(cache.Find(KeyNumber(0)).has_value());
  EXPECT_FALSE(cache.Find(KeyNumber(1)).has_value());
  EXPECT_FALSE(cache.Find(KeyNumber(5)).has_value());
  EXPECT_TRUE(cache.Find(KeyNumber(6)).has_value());
  EXPECT_TRUE(cache.Find(KeyNumber(9)).has_value());
}

TEST_F(RenderCacheTest, ManyThreadsWriteAndReadTheSameEntries) {
  const RenderCache cache(folder_, 200'000);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const int key = i % 7;
        cache.Store(KeyNumber(key), Good(std::string(20'000, static_cast<char>('a' + key))));
        const auto found = cache.Find(KeyNumber(key));
        if (found.has_value() && found->text != std::string(20'000, static_cast<char>('a' + key))) ++wrong[t];
        if (i % 50 == 0) cache.Trim();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

TEST(RenderCache, DefaultFolderFollowsTheBaseDirectorySpecification) {
  setenv("HOME", "/home/someone", 1);
  setenv("XDG_CACHE_HOME", "/var/cache/x", 1);
  EXPECT_EQ(RenderCache::DefaultFolder(), "/var/cache/x/chartlint");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(RenderCache::DefaultFolder(), "/home/someone/.cache/chartlint");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(RenderCache::DefaultFolder(), "/home/someone/.cache/chartlint");
  unsetenv("HOME");
  EXPECT_EQ(RenderCache::DefaultFolder(), "");
}

}  // namespace
}  // namespace chartlint
