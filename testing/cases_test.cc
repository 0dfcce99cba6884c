// Pairs of renders beside the checkout, one with a fault and one without: what is found in the one, nothing
// in the other.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <system_error>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/json_report.h"
#include "testing/shared_data.h"

namespace chartlint {
namespace {

using ::testing::Each;
using ::testing::Field;
using ::testing::IsEmpty;

struct ExpectedFinding {
  std::string rule;
  std::string severity = "error";  // as it is, so that a change of heart shows
  std::string profile = "default";
};

const std::multimap<std::string, ExpectedFinding>& Expected() {
  static const auto* const kExpected = new std::multimap<std::string, ExpectedFinding>{
      {"flg-01-boolean-flag-two-items", {"flags-boolean-with-word"}},
      {"flg-04-duplicate-flag-last-wins", {"flags-duplicate"}},
      {"hpa-02-replicas-with-hpa", {"scaling-replicas-set", "warning"}},
      {"hpa-06-hpa-target-kind", {"scaling-target-missing"}},
      {"ldr-01-replicas-without-election", {"leader-election-missing", "note", "strict"}},
      {"ldr-09-readiness-waits-for-lease", {"probes-readiness-waits-for-lease", "note"}},
      {"ldr-10-lease-rbac-missing", {"leader-election-lease-denied"}},
      {"pdb-01-pdb-blocks-drain", {"budget-blocks-drain", "warning"}},
      {"prb-03-probe-port-differs-from-bind-flag", {"probes-port-differs-from-listener", "warning"}},
      {"prt-01-named-targetport-unresolved", {"ports-service-target-missing"}},
      {"prt-06-duplicate-ports", {"ports-duplicate"}},
      {"prt-06-duplicate-ports", {"ports-duplicate", "warning"}},
      {"prt-11-hostnetwork-hostport-differs", {"ports-host-network-mismatch"}},
      {"rbc-01-topology-without-nodes-rules", {"rbac-program-denied"}},
      {"rbc-07-role-for-cluster-scoped-resource", {"rbac-cluster-scoped-in-role", "warning"}},
      {"rbc-16-binding-names-other-serviceaccount", {"rbac-subject-missing"}},
      {"rol-01-hostnetwork-default-strategy", {"strategy-surge-host-port", "warning"}},
      {"rol-02-daemonset-hostport-surge", {"strategy-surge-host-port", "warning"}},
      {"rol-08-recreate-with-rollingupdate", {"strategy-recreate-with-rolling-update"}},
      {"rol-13-rwo-pvc-rolling-update", {"strategy-surge-exclusive-volume", "warning"}},
      {"rol-19-zero-available", {"strategy-zero-available", "warning"}},
  };
  return *kExpected;
}

// Faults of families without rules. Nothing may be said of them by other rules either.
const std::set<std::string>& NotCovered() {
  static const auto* const kNames = new std::set<std::string>{
      "hok-01-hook-needs-plain-serviceaccount",
      "hok-05-hook-needs-plain-configmap",
      "hok-09-hook-without-before-creation",
      "hok-13-hook-swallows-failure",
      "upg-01-version-in-selector",
      "upg-07-version-in-volumeclaimtemplates",
  };
  return *kNames;
}

class CasesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::error_code error;
    if (SharedDataDir()) folder_ = *SharedDataDir() + "/cases";
    if (!std::filesystem::is_directory(folder_, error))
      GTEST_SKIP() << "no folder cases in $CHARTLINT_SHARED";
  }
  std::string File(const std::string& name) const { return folder_ + "/" + name + ".yaml"; }

  std::string folder_;
};

TEST_F(CasesTest, EachFaultIsFound) {
  for (const auto& [name, expected] : Expected()) {
    SCOPED_TRACE(name);
    const std::vector<ReportedFinding> findings = Check({"--profile", expected.profile, File(name)});
    const auto is_expected = [&expected = expected](const ReportedFinding& finding) {
      return finding.rule == expected.rule && finding.severity == expected.severity;
    };
    EXPECT_EQ(std::count_if(findings.begin(), findings.end(), is_expected), 1)
        << expected.severity << " " << expected.rule << ", but " << ::testing::PrintToString(findings);
  }
}

TEST_F(CasesTest, NothingElseIsSaidOfAFault) {
  for (const auto& [name, expected] : Expected()) {
    SCOPED_TRACE(name);
    EXPECT_THAT(Check({File(name)}), Each(Field(&ReportedFinding::rule, expected.rule)));
  }
}

TEST_F(CasesTest, NothingIsSaidOfTheMendedFile) {
  std::set<std::string> names = NotCovered();
  for (const auto& [name, expected] : Expected()) names.insert(name);
  for (const std::string& name : names) EXPECT_THAT(Check({File(name + ".ok")}), IsEmpty()) << name;
}

TEST_F(CasesTest, EachPairIsListed) {
  size_t pairs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".yaml" || std::filesystem::path(name).extension() == ".ok") continue;
    ++pairs;
    EXPECT_EQ(Expected().count(name) + NotCovered().count(name) > 0, true) << name;
    EXPECT_TRUE(Expected().count(name) == 0 || NotCovered().count(name) == 0) << name;
  }
  EXPECT_GT(pairs, 0u);
}

}  // namespace
}  // namespace chartlint
