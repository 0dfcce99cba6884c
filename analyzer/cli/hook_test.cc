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
    return PathsOfChanges(files);
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
  EXPECT_EQ(PathsOfChanges({"charts/web/templates/gone.yaml"}), Paths{}) << "deleted";
  EXPECT_EQ(PathsOfChanges({}), Paths{});
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
