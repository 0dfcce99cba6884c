#include "analyzer/helm/ignore_rules.h"

#include <gtest/gtest.h>

namespace chartlint {
namespace {

TEST(MatchesGlob, IsGosFilepathMatch) {
  const struct {
    const char* pattern;
    const char* text;
    bool matches;
  } cases[] = {
      {"abc", "abc", true},      {"*", "abc", true},        {"*c", "abc", true},       {"a*", "a", true},
      {"a*", "ab/c", false},     {"a*/b", "abc/b", true},   {"a*/b", "a/c/b", false},  {"a*b*c*d*e*/f", "axbxcxdxe/f", true},
      {"ab[c]", "abc", true},    {"ab[b-d]", "abc", true},  {"ab[^e-g]", "abc", true}, {"ab[^b-d]", "abc", false},
      {"a\\*b", "a*b", true},    {"a\\*b", "ab", false},    {"a?b", "a\xe2\x98\xba" "b", true}, {"a?b", "a/b", false},
      {"a[^a]b", "a\xe2\x98\xba" "b", true}, {"[a-\xce\xb6]*", "\xce\xb1", true}, {"*[a-z]", "aB", false},
      {"[\\]a]", "]", true},     {"[\\-x]", "-", true},     {"[]a]", "]", false},      {"[-]", "-", false},
      {"[a", "a", false},        {"a\\", "a", false},       {"*x", "xxx", true},       {"", "", true},
      {"**", "abc", true},       {"a***b", "axyb", true},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(MatchesGlob(c.pattern, c.text), c.matches) << c.pattern << " on " << c.text;
  }
  EXPECT_FALSE(IsValidGlob("[a"));
  EXPECT_FALSE(IsValidGlob("x[]"));
  EXPECT_FALSE(IsValidGlob("a\\"));
  EXPECT_FALSE(IsValidGlob("[a-]]"));
}

TEST(MatchesGlob, ManyStarsAreNoTrouble) {
  EXPECT_FALSE(MatchesGlob("*a*a*a*a*a*a*a*a*a*a*b", std::string(20'000, 'a')));
}

TEST(IgnoreRules, FirstDecisionWins) {
  const auto rules = IgnoreRules::Parse("\xef\xbb\xbf# comment\n\n*.orig\n/ci/\ndocs/*.md\nbuild/\n");
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_TRUE(rules->Ignores("templates/a.yaml.orig", false));
  EXPECT_TRUE(rules->Ignores("ci", true));
  EXPECT_FALSE(rules->Ignores("ci", false));
  EXPECT_FALSE(rules->Ignores("charts/x/ci", true));
  EXPECT_TRUE(rules->Ignores("docs/a.md", false));
  EXPECT_FALSE(rules->Ignores("docs/b/a.md", false));
  EXPECT_TRUE(rules->Ignores("x/build", true));
  EXPECT_FALSE(rules->Ignores("templates/a.yaml", false));
  EXPECT_TRUE(rules->Ignores("templates/.a.swp", false));
  EXPECT_FALSE(rules->Ignores(".helmignore", false));
}

TEST(IgnoreRules, ANegatedRuleIgnoresAllElse) {
  const auto rules = IgnoreRules::Parse("!Chart.yaml\n");
  ASSERT_TRUE(rules.ok());
  EXPECT_TRUE(rules->Ignores("values.yaml", false));
  EXPECT_FALSE(rules->Ignores("Chart.yaml", false));
}

TEST(IgnoreRules, NamesTheLineThatHelmRefuses) {
  EXPECT_EQ(IgnoreRules::Parse("*.md\n**/x\n").status().message(), "line 2: Helm does not support ** in .helmignore");
  EXPECT_EQ(IgnoreRules::Parse("[a\n").status().message(), "line 1: \"[a\" is no valid pattern");
}

}  // namespace
}  // namespace chartlint
