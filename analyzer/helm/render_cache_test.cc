#include "analyzer/helm/render_cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

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

TEST_F(RenderCacheTest, GivesBackWhatWasStored) {
  const DiskCache disk(folder_);
  const RenderCache cache(&disk);
  EXPECT_FALSE(cache.Find(KeyNumber(1)).has_value());
  const std::string text("---\nkind: A\n\0 binary too\n", 25);
  cache.Store(KeyNumber(1), Good(text));
  const auto found = cache.Find(KeyNumber(1));
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->ok);
  EXPECT_TRUE(found->from_cache);
  EXPECT_FALSE(found->schema_skipped);
  EXPECT_EQ(found->text, text);
  EXPECT_EQ(found->standard_error, "warning: x\n");
  EXPECT_EQ(found->elapsed, absl::Milliseconds(120));
  EXPECT_FALSE(cache.Find(KeyNumber(2)).has_value());
}

TEST_F(RenderCacheTest, KeepsFailuresButNotTimeouts) {
  const DiskCache disk(folder_);
  const RenderCache cache(&disk);
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

}  // namespace
}  // namespace chartlint
