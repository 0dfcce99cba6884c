// Discovery with real Helm, when CHARTLINT_HELM names one.
#include "analyzer/variants/discover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/helm/render_cache.h"
#include "analyzer/variants/chart_sources.h"
#include "analyzer/variants/coverage.h"
#include "analyzer/variants/kept_discovery.h"

namespace chartlint {
namespace {

class DiscoverTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* program = std::getenv("CHARTLINT_HELM");
    if (program == nullptr || *program == '\0') GTEST_SKIP() << "CHARTLINT_HELM names no Helm";
    auto found = Helm::Find(program);
    ASSERT_TRUE(found.ok()) << found.status();
    helm_ = std::make_unique<Helm>(*std::move(found));
  }

  DiscoverResult Run(const std::string& path, bool with_seeds = false) {
    chart_ = *LoadChart(path);
    templates_ = std::make_unique<ChartTemplates>(TemplateSourcesOf(*chart_));
    table_ = std::make_unique<BranchTable>(*templates_);
    DiscoverOptions options;
    options.base = BaseSettings(*chart_);
    if (with_seeds) options.seeds = ConventionalVariants(*chart_, options.base);
    const RenderCache renders(disk_);
    if (disk_ != nullptr) options.render.cache = &renders;
    auto result = DiscoverOnce(*chart_, *templates_, *table_, *helm_, options, disk_);
    EXPECT_TRUE(result.ok()) << result.status();
    return *std::move(result);
  }

  static std::vector<std::string> Names(const DiscoverResult& result) {
    std::vector<std::string> names;
    for (const DiscoveredVariant& variant : result.variants) names.push_back(variant.name);
    return names;
  }

  const DiskCache* disk_ = nullptr;
  std::unique_ptr<Helm> helm_;
  std::unique_ptr<Chart> chart_;
  std::unique_ptr<ChartTemplates> templates_;
  std::unique_ptr<BranchTable> table_;
};

constexpr char kOrchard[] = "testdata/variants/orchard";

TEST_F(DiscoverTest, ReachesAllThatCanBeReached) {
  const DiscoverResult result = Run(kOrchard);
  for (size_t i = 0; i < result.branches.size(); ++i) {
    const BranchReport& report = result.branches[i];
    if (!report.target || report.taken) continue;
    EXPECT_TRUE(report.reason == UnreachedReason::kDeadDefine || report.reason == UnreachedReason::kLookup)
        << table_->Describe(static_cast<BranchId>(i)) << ": " << UnreachedReasonName(report.reason) << " "
        << report.detail;
  }
  EXPECT_EQ(result.targets() - result.targets_taken(), 3);
  EXPECT_LE(result.renders, 6);
  EXPECT_EQ(result.variants[0].name, "default mode=simple");
  for (const DiscoveredVariant& variant : result.variants) EXPECT_TRUE(variant.render.ok) << variant.name;
}

TEST_F(DiscoverTest, SuppliesWhatIsRequiredAndSaysThatItMadeItUp) {
  const DiscoverResult result = Run(kOrchard);
  bool seen = false;
  for (const DiscoveredVariant& variant : result.variants) {
    if (variant.name != "mode=cluster with upstreamHost") continue;
    seen = true;
    EXPECT_EQ(variant.set_arguments,
              (std::vector<std::string>{"--set=mode=cluster", "--set=upstreamHost=192.0.2.10"}));
    EXPECT_EQ(variant.made_up, (std::set<std::string>{"upstreamHost"}));
    EXPECT_TRUE(absl::StrContains(variant.render.text, "--join=192.0.2.10"));
  }
  EXPECT_TRUE(seen);
}

TEST_F(DiscoverTest, IsTheSameEachTimeAndKeepsItsNames) {
  const DiscoverResult first = Run(kOrchard);
  EXPECT_EQ(Names(first), Names(Run(kOrchard)));
  // A template more that has nothing to do with the others.
  const std::filesystem::path copy = std::filesystem::path(testing::TempDir()) / "orchard";
  std::filesystem::remove_all(copy);
  std::filesystem::copy(kOrchard, copy, std::filesystem::copy_options::recursive);
  std::ofstream(copy / "templates/zz-notes.yaml")
      << "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: notes\ndata:\n  a: b\n";
  EXPECT_EQ(Names(first), Names(Run(copy.string())));
}

TEST_F(DiscoverTest, SeedsSpareRendersAndStayFirst) {
  const DiscoverResult result = Run(kOrchard, true);
  ASSERT_FALSE(result.variants.empty());
  EXPECT_EQ(result.variants[0].name, "default");
  EXPECT_FALSE(result.variants[0].discovered);
  EXPECT_LT(result.renders, Run(kOrchard).renders);
}

TEST_F(DiscoverTest, AnUnchangedChartIsSearchedOnce) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "kept";
  std::filesystem::remove_all(folder);
  const DiskCache disk((folder / "cache").string());
  disk_ = &disk;
  const std::filesystem::path copy = folder / "orchard";
  std::filesystem::create_directories(folder);
  std::filesystem::copy(kOrchard, copy, std::filesystem::copy_options::recursive);
  std::ofstream(copy / "templates/tenant.yaml")
      << "{{ if hasPrefix \"tenant-\" .Release.Namespace }}\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tenant\n{{ end }}\n";
  const DiscoverResult first = Run(copy.string(), true);
  const DiscoverResult kept = Run(copy.string(), true);
  EXPECT_FALSE(first.from_cache);
  EXPECT_TRUE(kept.from_cache);
  EXPECT_EQ(kept.renders, first.renders);
  ASSERT_EQ(Names(kept), Names(first));
  EXPECT_TRUE(std::any_of(kept.variants.begin(), kept.variants.end(),
                          [](const DiscoveredVariant& v) { return absl::StartsWith(v.settings.name_space, "tenant-"); }));
  for (size_t i = 0; i < kept.variants.size(); ++i) {
    const DiscoveredVariant& a = first.variants[i];
    const DiscoveredVariant& b = kept.variants[i];
    EXPECT_TRUE(b.render.from_cache);
    EXPECT_EQ(b.render.text, a.render.text);
    EXPECT_EQ(b.discovered, a.discovered);
    EXPECT_EQ(b.settings.inline_values, a.settings.inline_values);
    EXPECT_EQ(b.settings.api_versions, a.settings.api_versions);
    EXPECT_EQ(b.settings.release, a.settings.release);
    EXPECT_EQ(b.settings.name_space, a.settings.name_space);
    EXPECT_EQ(b.settings.is_upgrade, a.settings.is_upgrade);
    EXPECT_EQ(b.set_arguments, a.set_arguments);
    EXPECT_EQ(SetArguments(b.overlay), SetArguments(a.overlay));
    EXPECT_EQ(b.opens, a.opens);
    EXPECT_EQ(b.takes, a.takes);
    EXPECT_EQ(b.made_up, a.made_up);
  }
  ASSERT_EQ(kept.branches.size(), first.branches.size());
  for (size_t i = 0; i < kept.branches.size(); ++i) {
    EXPECT_EQ(kept.branches[i].target, first.branches[i].target);
    EXPECT_EQ(kept.branches[i].taken, first.branches[i].taken);
    EXPECT_EQ(kept.branches[i].reason, first.branches[i].reason);
    EXPECT_EQ(kept.branches[i].detail, first.branches[i].detail);
  }
  std::ofstream(copy / "templates/zz-notes.yaml")
      << "{{ if .Values.more }}\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: notes\n{{ end }}\n";
  EXPECT_FALSE(Run(copy.string(), true).from_cache);
}

TEST_F(DiscoverTest, CoverageNamesLinesThatNeverRender) {
  const DiscoverResult result = Run(kOrchard);
  const std::vector<FileCoverage> files = CoverageByFile(*templates_, *table_, result);
  ASSERT_EQ(files.size(), 4u);
  EXPECT_EQ(files[3].file, "templates/monitor.yaml");
  EXPECT_EQ(files[3].total, 3);
  EXPECT_EQ(files[3].taken, 2);
  EXPECT_EQ(files[3].never_rendered, (std::vector<std::pair<int32_t, int32_t>>{{14, 18}}));
}

}  // namespace
}  // namespace chartlint
