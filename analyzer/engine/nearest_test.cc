#include "analyzer/engine/nearest.h"

#include "gtest/gtest.h"

namespace chartlint {
namespace {

TEST(Nearest, CountsEdits) {
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("ports", "prots"), 2u);
  EXPECT_EQ(EditDistance("same", "same"), 0u);
}

TEST(Nearest, OffersTheNearestFirst) {
  const std::vector<absl::string_view> ids = {"flags-duplicate", "flags-duplicate-env", "ports-duplicate", "rbac-role-missing"};
  EXPECT_EQ(Nearest("flag-duplicate", ids).front(), "flags-duplicate");
  EXPECT_EQ(DidYouMean("role-missing", ids), "; did you mean 'rbac-role-missing'?");
  EXPECT_EQ(DidYouMean("zzz", ids), "");
}

}  // namespace
}  // namespace chartlint
