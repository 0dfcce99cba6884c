// The version is what release archives and SARIF's semanticVersion need: three plain numbers.
#include "analyzer/version.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "gtest/gtest.h"

namespace chartlint {
namespace {

TEST(VersionTest, IsThreeNumbers) {
  const std::string version = kVersion;
  EXPECT_EQ(std::count(version.begin(), version.end(), '.'), 2);
  EXPECT_TRUE(std::all_of(version.begin(), version.end(),
                          [](unsigned char c) { return c == '.' || std::isdigit(c); }));
}

}  // namespace
}  // namespace chartlint
