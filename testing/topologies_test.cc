// Variants of real charts, changed one fault at a time: each fault is found in the variants that have it, and
// only there.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/json_report.h"
#include "testing/run_program.h"
#include "testing/shared_data.h"

namespace chartlint {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

using Variants = std::map<std::string, std::string>;  // name, text
using Names = std::vector<std::string>;

// An empty text if there is no such file.
Variants ReadVariants(const std::string& folder, const std::string& prefix, const Names& names) {
  Variants variants;
  for (const std::string& name : names) {
    variants[name] =
        ReadWholeFile(SharedDataDir().value_or("") + "/corpus/" + folder + "/" + prefix + name + ".yaml");
  }
  return variants;
}

std::vector<ReportedFinding> CheckVariants(const Variants& variants, Names options = {}) {
  for (const auto& [name, text] : variants) {
    options.insert(options.end(),
                   {"--variant", name + "=" + WriteTemporaryFile("variants/" + name + ".yaml", text)});
  }
  return Check(options);
}

void Replace(std::string* text, const std::string& from, const std::string& to) {
  const size_t at = text->find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text->replace(at, from.size(), to);
}

auto Is(const std::string& rule, const std::string& severity, const std::string& path,
        const Names& variants) {
  return AllOf(Field(&ReportedFinding::rule, rule), Field(&ReportedFinding::severity, severity),
               Field(&ReportedFinding::path, path), Field(&ReportedFinding::variants, variants));
}

// An operator on the host network: one replica, maxSurge 1 / maxUnavailable 0, election on, both listeners
// off.
class InstallerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    variants_ =
        ReadVariants("cozystack+cozystack/core-installer", "variant-", {"talos", "generic", "hosted"});
    if (variants_["talos"].empty())
      GTEST_SKIP() << "the installer's renders are not in $CHARTLINT_SHARED/corpus";
  }

  void Change(const Names& names, const std::string& from, const std::string& to) {
    for (const std::string& name : names) Replace(&variants_[name], from, to);
  }
  // The first `image` is the operator's.
  void AddToContainer(const Names& names, const std::string& lines) {
    Change(names, "        image:", lines + "        image:");
  }

  Variants variants_;
  const std::string container_ = "spec.template.spec.containers[0]";
  const std::string surge_ = "spec.strategy.rollingUpdate.maxSurge";
};

TEST_F(InstallerTest, IsSilentAsItIs) {
  EXPECT_THAT(CheckVariants(variants_), IsEmpty());
  EXPECT_THAT(CheckVariants(variants_, {"--profile", "all"}), IsEmpty());
}

TEST_F(InstallerTest, ContainerPortInOneVariant) {
  AddToContainer({"hosted"}, "        ports:\n        - containerPort: 8080\n");
  EXPECT_THAT(CheckVariants(variants_),
              ElementsAre(Is("strategy-surge-host-port", "warning", surge_, {"hosted"})));
}

TEST_F(InstallerTest, ContainerPortOfAnInitContainer) {
  Change({"generic"}, "      containers:\n",
         "      initContainers:\n      - name: migrate\n        image: registry.example.com/migrate:1\n      "
         "  ports:\n"
         "        - containerPort: 8443\n      containers:\n");
  const std::vector<ReportedFinding> findings = CheckVariants(variants_);
  ASSERT_THAT(findings, ElementsAre(Is("strategy-surge-host-port", "warning", surge_, {"generic"})));
  EXPECT_THAT(findings[0].message, HasSubstr("container migrate"));
}

TEST_F(InstallerTest, PairThatKeepsNoPod) {
  Change({"talos", "generic"}, "      maxSurge: 1\n      maxUnavailable: 0\n",
         "      maxSurge: 0\n      maxUnavailable: 1\n");
  EXPECT_THAT(CheckVariants(variants_),
              ElementsAre(Is("strategy-zero-available", "warning",
                             "spec.strategy.rollingUpdate.maxUnavailable", {"generic", "talos"})));
}

TEST_F(InstallerTest, ListenerOpenedAfterTheFlagThatDisablesIt) {
  Change({"talos"}, "        - --metrics-bind-address=0\n",
         "        - --metrics-bind-address=0\n        - --metrics-bind-address=:8080\n");
  const std::vector<ReportedFinding> findings = CheckVariants(variants_);
  ASSERT_THAT(findings, UnorderedElementsAre(
                            Is("flags-duplicate", "error", container_ + ".args[4]", {"talos"}),
                            Is("strategy-surge-host-listener", "error", container_ + ".args[4]", {"talos"})));
  EXPECT_THAT(findings,
              Contains(Field(&ReportedFinding::message, HasSubstr(":8080, wins and the listener is open"))));
}

TEST_F(InstallerTest, ListenerOpenedBeforeTheFlagThatDisablesIt) {
  Change({"talos"}, "        - --metrics-bind-address=0\n",
         "        - --metrics-bind-address=:8080\n        - --metrics-bind-address=0\n");
  const std::vector<ReportedFinding> findings = CheckVariants(variants_);
  ASSERT_THAT(findings, ElementsAre(Is("flags-duplicate", "error", container_ + ".args[4]", {"talos"})));
  EXPECT_THAT(findings[0].message, HasSubstr("0, wins and the listener is off"));
}

TEST_F(InstallerTest, ElectionOffInOneVariant) {
  Change({"hosted"}, "--leader-elect=true", "--leader-elect=false");
  EXPECT_THAT(CheckVariants(variants_),
              ElementsAre(Is("leader-election-off", "warning", container_ + ".args[0]", {"hosted"})));
}

TEST_F(InstallerTest, HttpProbeOfADisabledListener) {
  AddToContainer({"generic"}, "        livenessProbe:\n          httpGet: {path: /healthz, port: 8081}\n");
  EXPECT_THAT(CheckVariants(variants_),
              ElementsAre(Is("probes-disabled-listener", "error", container_ + ".livenessProbe.httpGet.port",
                             {"generic"})));
}

TEST_F(InstallerTest, ExecProbeIsSilent) {
  AddToContainer(
      {"talos", "generic", "hosted"},
      "        livenessProbe:\n          exec:\n            command: [/cozystack-operator, --version]\n");
  EXPECT_THAT(CheckVariants(variants_), IsEmpty());
}

TEST_F(InstallerTest, RecreateWithTheBlockLeftIn) {
  Change({"hosted"}, "    type: RollingUpdate\n", "    type: Recreate\n");
  EXPECT_THAT(CheckVariants(variants_), ElementsAre(Is("strategy-recreate-with-rolling-update", "error",
                                                       "spec.strategy.rollingUpdate", {"hosted"})));
}

// Simple and MultiZone bring their own database by a HelmRelease; Client shares another release's.
class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    variants_ =
        ReadVariants("cozystack+cozystack/extra-seaweedfs", "topology-", {"Client", "Simple", "MultiZone"});
    if (variants_["Client"].empty())
      GTEST_SKIP() << "the store's renders are not in $CHARTLINT_SHARED/corpus";
  }
  Variants variants_;
};

std::vector<std::string> SplitDocuments(const std::string& text) {
  std::vector<std::string> documents;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find("---\n", begin), text.size());
    documents.push_back(text.substr(begin, end - begin));
    begin = end + 4;
  }
  return documents;
}

TEST_F(StoreTest, IsSilentAsItIs) { EXPECT_THAT(CheckVariants(variants_), IsEmpty()); }

TEST_F(StoreTest, CleanupOfADatabaseThatAnotherReleaseOwns) {
  const std::string cleanup = "/hooks/cleanup.yaml";
  std::string client;
  for (const std::string& document : SplitDocuments(variants_["Client"])) {
    if (document.find(cleanup) == std::string::npos) client += "---\n" + document;
  }
  size_t moved = 0;
  for (const std::string& document : SplitDocuments(variants_["Simple"])) {
    if (document.find(cleanup) == std::string::npos) continue;
    client += "---\n" + document;
    ++moved;
  }
  ASSERT_EQ(moved, 4u);  // ServiceAccount, Role, RoleBinding, Job
  variants_["Client"] = client;

  const std::vector<ReportedFinding> findings = CheckVariants(variants_);
  ASSERT_THAT(findings, ElementsAre(Is("rbac-grant-for-absent-object", "error", "rules[1]", {"Client"})));
  EXPECT_EQ(findings[0].object, "Role/rel-cleanup");
  EXPECT_THAT(findings[0].message, HasSubstr("'seaweedfs-db'"));
  EXPECT_THAT(findings[0].related, Contains(StartsWith("HelmRelease/rel-db is rendered in")));
  EXPECT_THAT(findings[0].related, Contains(StartsWith("Job/rel-cleanup holds the grant")));
}

}  // namespace
}  // namespace chartlint
