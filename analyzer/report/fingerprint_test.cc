#include "analyzer/report/fingerprint.h"

#include <string>

#include "analyzer/report/view.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

// A report to which one finding after the other is added.
class Report {
 public:
  std::string Next(const char* rule, const char* kind, const char* ns, const char* name, const char* path, const char* subject) {
    findings_.emplace_back();
    findings_.back().identity = IdentityOf({rule, kind, ns, name, path, subject});
    AssignFingerprints(&findings_);
    return findings_.back().fingerprint;
  }

 private:
  std::vector<FindingView> findings_;
};

TEST(Fingerprints, AreTheSameInEveryBuild) {
  // Stored alerts and baselines hold these; a change of the recipe would reopen all of them.
  EXPECT_EQ(Report().Next("flags-duplicate", "Deployment", "", "web", "spec.args[]", "flag v"),
            "26eb22565514a116");
}

TEST(Fingerprints, EveryPartCounts) {
  Report fingerprints;
  const std::string base = fingerprints.Next("r", "k", "ns", "n", "p", "s");
  EXPECT_NE(base, Report().Next("x", "k", "ns", "n", "p", "s"));
  EXPECT_NE(base, Report().Next("r", "x", "ns", "n", "p", "s"));
  EXPECT_NE(base, Report().Next("r", "k", "", "nsn", "p", "s"));
  EXPECT_NE(base, Report().Next("r", "k", "ns", "n", "ps", ""));
  EXPECT_EQ(base, Report().Next("r", "k", "ns", "n", "p", "s"));
}

TEST(Fingerprints, EqualOnesAreCounted) {
  Report fingerprints;
  const std::string first = fingerprints.Next("r", "k", "", "n", "p", "s");
  const std::string second = fingerprints.Next("r", "k", "", "n", "p", "s");
  EXPECT_NE(first, second);
  Report again;
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
