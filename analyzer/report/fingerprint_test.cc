#include "analyzer/report/fingerprint.h"

#include <string>

#include "gtest/gtest.h"

namespace chartlint {
namespace {

TEST(Fingerprints, AreTheSameInEveryBuild) {
  // Stored alerts and baselines hold these; a change of the recipe would reopen all of them.
  EXPECT_EQ(Fingerprints().Next("flags-duplicate", "Deployment", "", "web", "spec.args[]", "flag v"),
            "26eb22565514a116");
}

TEST(Fingerprints, EveryPartCounts) {
  Fingerprints fingerprints;
  const std::string base = fingerprints.Next("r", "k", "ns", "n", "p", "s");
  EXPECT_NE(base, Fingerprints().Next("x", "k", "ns", "n", "p", "s"));
  EXPECT_NE(base, Fingerprints().Next("r", "x", "ns", "n", "p", "s"));
  EXPECT_NE(base, Fingerprints().Next("r", "k", "", "nsn", "p", "s"));
  EXPECT_NE(base, Fingerprints().Next("r", "k", "ns", "n", "ps", ""));
  EXPECT_EQ(base, Fingerprints().Next("r", "k", "ns", "n", "p", "s"));
}

TEST(Fingerprints, EqualOnesAreCounted) {
  Fingerprints fingerprints;
  const std::string first = fingerprints.Next("r", "k", "", "n", "p", "s");
  const std::string second = fingerprints.Next("r", "k", "", "n", "p", "s");
  EXPECT_NE(first, second);
  Fingerprints again;
  EXPECT_EQ(again.Next("r", "k", "", "n", "p", "s"), first);
  EXPECT_EQ(again.Next("r", "k", "", "n", "p", "s"), second);
}

TEST(PathFrom, ItemsOfAListDoNotKnowTheirList) {
  EXPECT_EQ(PathFrom("items[3]", "items[3].spec.replicas"), "spec.replicas");
  EXPECT_EQ(PathFrom("", "spec.replicas"), "spec.replicas");
  EXPECT_EQ(PathFrom("items[3]", "items[3]"), "");
}

}  // namespace
}  // namespace chartlint
