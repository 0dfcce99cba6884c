#include "analyzer/cli/hook.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

// A scratch folder that is the working directory, as the root of a repository is for a hook.
class HookTest : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path root = fs::path(testing::TempDir()) / "hook";
    fs::remove_all(root);
    fs::create_directories(root);
    fs::current_path(root);
    for (const char* chart : {"charts/web", "charts/web/charts/db", "charts/web/charts/db/charts/disk", "lib"}) {
      Write(std::string(chart) + "/Chart.yaml", "apiVersion: v2\nname: x\n");
    }
  }
  void Write(const std::string& path, const std::string& text) {
    if (fs::path(path).has_parent_path()) fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << text;
  }
  // Changed files that all exist.
  Paths Of(const Paths& files) {
    for (const std::string& file : files) {
      if (!fs::exists(file)) Write(file, "");
    }
    return PathsOfChanges(files, Settings());
  }
};

TEST_F(HookTest, FilesOfAChartStandForIt) {
  for (const char* file : {"templates/a.yaml", "templates/x/_b.tpl", "values.yaml", "Chart.yaml", "ci/small-values.yaml", "files/app.conf",
                           "templates/NOTES.txt", ".helmignore", "crds/a.yaml"}) {
    EXPECT_EQ(Of({std::string("charts/web/") + file}), Paths{"charts/web"}) << file;
  }
  EXPECT_EQ(Of({"charts/web/values.yaml", "lib/values.yaml", "./charts/web/Chart.yaml"}), (Paths{"charts/web", "lib"}));
}

TEST_F(HookTest, OfSubchartsTheOutermostOneIsInstalled) {
  EXPECT_EQ(Of({"charts/web/charts/db/values.yaml"}), Paths{"charts/web"});
  EXPECT_EQ(Of({"charts/web/charts/db/charts/disk/templates/a.yaml"}), Paths{"charts/web"});
}

TEST_F(HookTest, AChartAtTheRoot) {
  Write("Chart.yaml", "name: root\n");
  EXPECT_EQ(Of({"values.yaml"}), Paths{"."});
  EXPECT_EQ(Of({"charts/web/values.yaml"}), Paths{"."}) << "it is a sub-chart now";
}

TEST_F(HookTest, WhatNoRenderDependsOnIsPassedOver) {
  EXPECT_EQ(Of({"charts/web/README.md", "charts/web/LICENSE", "README.md", "src/main.go", "charts/other.txt"}), Paths{});
  EXPECT_EQ(PathsOfChanges({}, Settings()), Paths{});
}

TEST_F(HookTest, WhatIsGoneIsAChangeOfWhatIsLeft) {
  EXPECT_EQ(PathsOfChanges({"charts/web/templates/gone.yaml"}, Settings()), Paths{"charts/web"});
  EXPECT_EQ(PathsOfChanges({"charts/gone/Chart.yaml", "gone.md"}, Settings()), Paths{});
  Write("deploy/a.yaml", "apiVersion: v1\nkind: Service\n");
  EXPECT_EQ(PathsOfChanges({"deploy/gone.yaml"}, Settings()), Paths{"deploy/a.yaml"});
}

TEST_F(HookTest, ChartsThatUseAChangedOneComeWithIt) {
  Write("charts/shop/Chart.yaml", "apiVersion: v2\nname: shop\ndependencies:\n- name: lib\n  repository: file://../../lib\n");
  Write("charts/mall/Chart.yaml", "apiVersion: v2\nname: mall\ndependencies:\n- name: shop\n  repository: file://../shop/\n");
  Write("charts/old/Chart.yaml", "apiVersion: v1\nname: old\n");
  Write("charts/old/requirements.yaml", "dependencies:\n- name: lib\n  repository: \"file://../../lib\"\n");
  Write("charts/far/Chart.yaml", "apiVersion: v2\nname: far\ndependencies:\n- name: lib\n  repository: https://example.com/lib\n");
  EXPECT_EQ(Of({"lib/templates/_names.tpl"}), (Paths{"charts/mall", "charts/old", "charts/shop", "lib"}));
  EXPECT_EQ(Of({"charts/shop/values.yaml"}), (Paths{"charts/mall", "charts/shop"}));
  EXPECT_EQ(Of({"lib/README.md"}), Paths{});
  EXPECT_EQ(Of({"library/values.yaml", "lib.yaml"}), Paths{}) << "only begins like it";
}

TEST_F(HookTest, ChartsThatUseEachOtherAreNoLoop) {
  Write("charts/a/Chart.yaml", "name: a\ndependencies:\n- name: b\n  repository: file://../b\n");
  Write("charts/b/Chart.yaml", "name: b\ndependencies:\n- name: a\n  repository: file://../a\n");
  EXPECT_EQ(Of({"charts/b/values.yaml"}), (Paths{"charts/a", "charts/b"}));
}

TEST_F(HookTest, LinksAreUses) {
  fs::create_directories("charts/web/templates");
  fs::create_directory_symlink("../../../lib", "charts/web/charts/lib");
  Write("shared/_labels.tpl", "");
  fs::create_symlink("../../../shared/_labels.tpl", "charts/web/templates/_labels.tpl");
  EXPECT_EQ(Of({"lib/templates/_names.tpl"}), (Paths{"charts/web", "lib"}));
  EXPECT_EQ(Of({"shared/_labels.tpl"}), Paths{"charts/web"});
  EXPECT_EQ(Of({"shared/_other.tpl"}), Paths{});
}

TEST_F(HookTest, ValuesThatTheConfigurationNamesBelongToTheirChart) {
  Write(".chartlint.yaml",
        "charts:\n- path: charts/web\n  context: [env/all.yaml]\n  variants: [{name: prod, values: [env/prod.yaml]}]\n");
  Write("env/prod.yaml", "a: 1\n");
  Settings settings;
  ASSERT_TRUE(LoadSettings(Options(), &settings).ok());
  for (const char* file : {"env/prod.yaml", "env/all.yaml", ".chartlint.yaml"}) {
    EXPECT_EQ(PathsOfChanges({file}, settings), Paths{"charts/web"}) << file;
  }
  Write("env/test.yaml", "a: 1\n");
  EXPECT_EQ(PathsOfChanges({"env/test.yaml"}, settings), Paths{});
}

TEST_F(HookTest, ManifestsComeWithThoseOfTheirFolder) {
  Write("deploy/a.yaml", "# of the web\napiVersion: v1\nkind: Service\n");
  Write("deploy/b.yml", "apiVersion: apps/v1\nkind: Deployment\n");
  Write("deploy/c.json", "{\"apiVersion\": \"v1\", \"kind\": \"Secret\"}");
  Write("deploy/values.yaml", "kind: of\n");
  Write("other/d.yaml", "apiVersion: v1\nkind: Service\n");
  EXPECT_EQ(Of({"deploy/a.yaml"}), (Paths{"deploy/a.yaml", "deploy/b.yml", "deploy/c.json"}));
  EXPECT_EQ(Of({"deploy/values.yaml"}), Paths{});
}

TEST_F(HookTest, YamlOfOthersIsNoManifest) {
  Write(".github/workflows/ci.yaml", "on: push\njobs:\n  a:\n    apiVersion: v1\n    kind: x\n");
  Write("compose.yaml", "services: {}\n");
  EXPECT_EQ(Of({".github/workflows/ci.yaml", "compose.yaml"}), Paths{});
}

}  // namespace
}  // namespace chartlint
