#include "analyzer/template/semver.h"

#include <gtest/gtest.h>

namespace chartlint {
namespace {

bool Meets(absl::string_view constraint, absl::string_view version) {
  return MeetsConstraint(constraint, *ReadSemanticVersion(version)).value();
}

TEST(SemverTest, ReadsVersionsWithPartsLeftOut) {
  const auto version = ReadSemanticVersion("v1.34-rc.1+build.7");
  ASSERT_TRUE(version.has_value());
  EXPECT_EQ(version->parts[1], 34u);
  EXPECT_EQ(version->parts[2], 0u);
  EXPECT_EQ(version->prerelease, "rc.1");
  EXPECT_EQ(version->metadata, "build.7");
  for (const char* const no : {"", "v", "latest", "1.2.3.4", "1.x", "1.2-", "-1"}) {
    EXPECT_FALSE(ReadSemanticVersion(no).has_value()) << no;
  }
}

TEST(SemverTest, OrdersPrereleasesBeforeTheRelease) {
  const char* const rising[] = {"1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2",
                                "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1-0"};
  for (size_t i = 1; i < std::size(rising); ++i) {
    EXPECT_LT(CompareVersions(*ReadSemanticVersion(rising[i - 1]), *ReadSemanticVersion(rising[i])), 0)
        << rising[i];
  }
}

TEST(SemverTest, ComparesAsMastermindsDoes) {
  const struct {
    const char* constraint;
    const char* version;
    bool meets;
  } cases[] = {
      {"*", "1.2.3", true},
      {"*", "1.2.3-rc.1", false},
      {">=1.25-0", "1.25.0-eks.1", true},
      {">=1.25", "1.25.0-eks.1", false},
      {">=1.14.0-0, <9.9.9-9", "v1.34.0", true},
      {"<9.9.9-9", "9.9.9", false},
      {">= v1.32.1-gke.1729000", "1.34.0", true},
      {">= v1.32.1-gke.1729000", "1.32.1-gke.1729001", true},
      {">= v1.32.1-gke.1729000", "1.32.1-gke.99", false},
      {">1.2", "1.2.9", false},
      {">1.2", "1.3.0", true},
      {">1", "1.9.0", false},
      {"<=1.2", "1.2.9", true},
      {"<=1.2", "1.3.0", false},
      {"<1.2", "1.2.0", false},
      {"1.2", "1.2.7", true},
      {"=1.2.3", "1.2.4", false},
      {"!=1.2", "1.2.3", false},
      {"!=1.2.3", "1.2.4", true},
      {"~1", "1.9.0", true},
      {"~1.2.3", "1.2.9", true},
      {"~1.2.3", "1.3.0", false},
      {"^1.2.3", "1.9.0", true},
      {"^1.2.3", "2.0.0", false},
      {"^0.2.3", "0.2.9", true},
      {"^0.2.3", "0.3.0", false},
      {"^0.0.3", "0.0.4", false},
      {"1.2 - 1.4", "1.3.9", true},
      {"1.2 - 1.4", "1.5.0", false},
      {"<1.0 || >=2.0 <3", "2.5.0", true},
      {"<1.0 || >=2.0 <3", "1.5.0", false},
      {"1.2.x", "1.2.9", true},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(Meets(c.constraint, c.version), c.meets) << c.constraint << " with " << c.version;
  }
}

TEST(SemverTest, SaysWhenAConstraintCannotBeRead) {
  for (const char* const no : {"", ">=", "abc", ">=1.2 ||", "><1", "> = 1", "1.2.3.4"}) {
    EXPECT_FALSE(MeetsConstraint(no, *ReadSemanticVersion("1.0.0")).has_value()) << no;
  }
}

}  // namespace
}  // namespace chartlint
