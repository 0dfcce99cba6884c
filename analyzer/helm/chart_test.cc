#include "analyzer/helm/chart.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/helm/find_charts.h"
#include "analyzer/helm/tar_writer_for_test.h"
#include "analyzer/helm/values_variants.h"

namespace chartlint {
namespace {

// A folder of its own for each test.
class ChartTest : public testing::Test {
 protected:
  ChartTest() {
    std::string pattern = absl::StrCat(testing::TempDir(), "/chart-XXXXXX");
    folder_ = mkdtemp(&pattern[0]);
  }
  ~ChartTest() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& bytes) {
    const std::filesystem::path path = absl::StrCat(folder_, "/", name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }

  std::string folder_;
};

std::vector<std::string> Names(const std::vector<ChartFile>& files) {
  std::vector<std::string> names;
  for (const ChartFile& file : files) names.push_back(file.name);
  return names;
}

using Strings = std::vector<std::string>;

TEST(LoadChart, ReadsAFolderWithoutWhatIsIgnored) {
  const auto chart = LoadChart("testdata/charts/basic/");
  ASSERT_TRUE(chart.ok()) << chart.status();
  EXPECT_EQ((*chart)->path, "testdata/charts/basic");
  EXPECT_EQ((*chart)->metadata.name, "basic");
  EXPECT_EQ((*chart)->metadata.version, "1.2.3");
  EXPECT_EQ((*chart)->metadata.app_version, "4.5");
  EXPECT_EQ((*chart)->metadata.version_line, 5u);
  EXPECT_EQ(Names((*chart)->files),
            Strings({".helmignore", "Chart.yaml", "crds/widgets.yaml", "templates/NOTES.txt", "templates/_helpers.tpl",
                     "templates/deployment.yaml", "templates/service.yaml", "values-prod.yaml", "values.yaml"}));
  EXPECT_EQ((*chart)->Templates().size(), 4u);
  EXPECT_EQ((*chart)->Crds().size(), 1u);
  EXPECT_TRUE((*chart)->problems.empty());
  EXPECT_FALSE((*chart)->packed);
  EXPECT_EQ((*chart)->PathOf(*(*chart)->Values()), "testdata/charts/basic/values.yaml");
  EXPECT_EQ((*chart)->digest.size(), 32u);
}

TEST(LoadChart, FindsTemplatesByHelmsNames) {
  const auto loaded = LoadChart("testdata/charts/subchart");
  ASSERT_TRUE(loaded.ok());
  const Chart& chart = **loaded;
  ASSERT_EQ(chart.subcharts.size(), 2u);
  ASSERT_EQ(chart.metadata.dependencies.size(), 2u);
  EXPECT_EQ(chart.metadata.dependencies[0].EffectiveName(), "cache");
  EXPECT_EQ(chart.metadata.dependencies[0].condition, "cache.enabled");
  EXPECT_EQ(chart.metadata.dependencies[0].line, 5u);
  EXPECT_EQ(chart.metadata.dependencies[1].tags, Strings({"storage"}));
  for (const char* path : {"subchart/charts/cache/templates/configmap.yaml", "subchart/charts/store/templates/configmap.yaml"}) {
    const ChartFileReference found = FindTemplate(chart, path);
    ASSERT_NE(found.file, nullptr) << path;
    EXPECT_EQ(found.chart->PathOf(*found.file), "testdata/charts/subchart/charts/store/templates/configmap.yaml");
  }
  EXPECT_NE(FindTemplate(chart, "subchart/charts/extras/templates/configmap.yaml").file, nullptr);
  EXPECT_NE(FindTemplate(chart, "subchart/templates/configmap.yaml").file, nullptr);
  EXPECT_EQ(FindTemplate(chart, "subchart/templates/absent.yaml").file, nullptr);
  EXPECT_EQ(FindTemplate(chart, "subchart/charts/absent/templates/configmap.yaml").file, nullptr);
  EXPECT_EQ(FindTemplate(chart, "subchart/charts/store").file, nullptr);
  EXPECT_EQ(FindTemplate(chart, "other/templates/configmap.yaml").file, nullptr);
}

TEST(LoadChart, TellsAMissingDependencyAtItsLine) {
  const auto chart = LoadChart("testdata/charts/missing-dependency");
  ASSERT_TRUE(chart.ok());
  ASSERT_EQ((*chart)->problems.size(), 1u);
  const ChartProblem& problem = (*chart)->problems[0];
  EXPECT_EQ(problem.kind, ChartProblem::Kind::kMissingDependency);
  EXPECT_EQ(problem.file, "testdata/charts/missing-dependency/Chart.yaml");
  EXPECT_EQ(problem.line, 7u);
  EXPECT_EQ(problem.message, "dependency absent >=2 is not in charts/");
  EXPECT_EQ(problem.hint, "run `helm dependency build testdata/charts/missing-dependency`");
}

TEST_F(ChartTest, ReadsPackedChartsToAnyDepth) {
  const std::string inner = Tgz(TarEntry("inner/Chart.yaml", "name: inner\nversion: 1.0.0\n") +
                                TarEntry("inner/templates/a.yaml", "x"));
  const std::string outer = Tgz(TarEntry("outer/Chart.yaml", "name: outer\nversion: 1.0.0\ndependencies: [{name: inner}]\n") +
                                TarEntry("outer/charts/inner-1.0.0.tgz", inner) +
                                TarEntry("outer/charts/README.md", "words"));
  Write("outer-1.0.0.tgz", outer);
  const auto chart = LoadChart(folder_ + "/outer-1.0.0.tgz");
  ASSERT_TRUE(chart.ok()) << chart.status();
  EXPECT_TRUE((*chart)->packed);
  EXPECT_TRUE((*chart)->problems.empty());
  const ChartFileReference found = FindTemplate(**chart, "outer/charts/inner/templates/a.yaml");
  ASSERT_NE(found.file, nullptr);
  EXPECT_TRUE(found.chart->packed);
  EXPECT_EQ(found.chart->PathOf(*found.file), folder_ + "/outer-1.0.0.tgz/charts/inner-1.0.0.tgz/templates/a.yaml");
}

TEST_F(ChartTest, TellsWhatIsNoChart) {
  EXPECT_EQ(LoadChart(folder_ + "/absent").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(LoadChart(folder_).status().code(), absl::StatusCode::kNotFound);
  Write("text.tgz", "words");
  EXPECT_EQ(LoadChart(folder_ + "/text.tgz").status().message(), folder_ + "/text.tgz: this is no gzipped archive");
  Write("ignored/Chart.yaml", "name: ignored\n");
  Write("ignored/.helmignore", "**\n");
  EXPECT_TRUE(absl::StrContains(LoadChart(folder_ + "/ignored").status().message(), ".helmignore: line 1"));
}

TEST_F(ChartTest, KeepsWhatCanBeUsedAndTellsTheRest) {
  Write("Chart.yaml", "name: broken\nversion: [\n");
  Write("charts/bad.tgz", "words");
  Write("charts/folder/values.yaml", "a: 1\n");
  Write("charts/_off/Chart.yaml", "name: off\n");
  Write("templates/a.yaml", "x");
  Write("large", std::string(kMaxChartFileBytes + 1, 'x'));
  mkfifo((folder_ + "/pipe").c_str(), 0600);
  std::filesystem::create_directory_symlink("..", folder_ + "/templates/loop");
  std::filesystem::create_symlink("nowhere", folder_ + "/dangling");
  const auto chart = LoadChart(folder_);
  ASSERT_TRUE(chart.ok()) << chart.status();
  Strings problems;
  for (const ChartProblem& problem : (*chart)->problems) {
    problems.push_back(absl::StrCat(problem.file.substr(std::min(problem.file.size(), folder_.size())), ":", problem.line));
  }
  EXPECT_EQ(problems, Strings({"/dangling:0", "/large:0", "/pipe:0", "/templates/loop:0", "/Chart.yaml:2",
                               "/charts/bad.tgz:0", "/charts/folder:0"}));
  EXPECT_NE((*chart)->Find("templates/a.yaml"), nullptr);
}

TEST_F(ChartTest, FollowsLinks) {
  Write("shared/Chart.yaml", "name: shared\nversion: 1.0.0\n");
  Write("app/Chart.yaml", "apiVersion: v1\nname: app\nversion: 1.0.0\n");
  Write("app/requirements.yaml", "# two\ndependencies:\n  - name: shared\n  - name: other\n    version: 2.0.0\n");
  std::filesystem::create_directory(folder_ + "/app/charts");
  std::filesystem::create_directory_symlink("../../shared", folder_ + "/app/charts/linked");
  const auto chart = LoadChart(folder_ + "/app");
  ASSERT_TRUE(chart.ok());
  ASSERT_EQ((*chart)->problems.size(), 1u);
  EXPECT_EQ((*chart)->problems[0].file, folder_ + "/app/requirements.yaml");
  EXPECT_EQ((*chart)->problems[0].line, 4u);
}

// The files of a chart and its sub-charts, by where a user finds them.
Strings Places(const Chart& chart) {
  Strings places;
  for (const ChartFile& file : chart.files) places.push_back(chart.PathOf(file));
  for (const auto& subchart : chart.subcharts) {
    for (std::string& place : Places(*subchart)) places.push_back(std::move(place));
  }
  return places;
}

TEST_F(ChartTest, DependenciesOfTheSameRepositoryAreTakenFromTheirFolders) {
  Write("web/Chart.yaml", "apiVersion: v2\nname: web\ndependencies:\n- {name: lib, version: 1.x.x, repository: \"file://../lib\"}\n");
  Write("lib/Chart.yaml", "apiVersion: v2\nname: lib\nversion: 1.2.3\ndependencies:\n- {name: base, repository: file://../base/}\n");
  Write("lib/templates/_a.tpl", "new");
  Write("lib/.helmignore", "notes.txt\n");
  Write("lib/notes.txt", "");
  Write("base/Chart.yaml", "apiVersion: v2\nname: base\nversion: 1.0.0\ndependencies:\n- {name: lib, repository: file://../lib}\n");
  const auto places = [&](const char* chart) {
    const auto loaded = LoadChart(absl::StrCat(folder_, "/", chart));
    if (!loaded.ok()) return Strings{loaded.status().ToString()};
    Strings all;
    for (const std::string& place : Places(**loaded)) {
      all.push_back(std::filesystem::path(place).lexically_relative(folder_).string());
    }
    for (const ChartProblem& problem : (*loaded)->problems) all.push_back(problem.message);
    EXPECT_EQ((*loaded)->staged != nullptr, all.size() > 1 && all.back() == "base/Chart.yaml") << chart;
    return all;
  };
  const Strings whole = {"web/Chart.yaml", "lib/.helmignore", "lib/Chart.yaml", "lib/templates/_a.tpl", "base/Chart.yaml"};
  EXPECT_EQ(places("web"), whole) << "nothing was built";
  // The copy of this version gives way; another version, or an unpacked copy, was put there on purpose.
  Write("web/charts/lib-1.2.3.tgz", Tgz(TarEntry("lib/Chart.yaml", "apiVersion: v2\nname: lib\nversion: 1.2.3\n") +
                                        TarEntry("lib/templates/_a.tpl", "old")));
  EXPECT_EQ(places("web"), whole);
  std::filesystem::rename(absl::StrCat(folder_, "/web/charts/lib-1.2.3.tgz"), absl::StrCat(folder_, "/web/charts/lib-1.0.0.tgz"));
  EXPECT_EQ(places("web"), Strings({"web/Chart.yaml", "web/charts/lib-1.0.0.tgz/Chart.yaml", "web/charts/lib-1.0.0.tgz/templates/_a.tpl"}));
  std::filesystem::remove_all(absl::StrCat(folder_, "/web/charts"));
  Write("web/charts/lib/Chart.yaml", "apiVersion: v2\nname: lib\nversion: 1.2.3\n");
  EXPECT_EQ(places("web"), Strings({"web/Chart.yaml", "web/charts/lib/Chart.yaml"}));
  // No chart of that name is there.
  std::filesystem::remove_all(absl::StrCat(folder_, "/web/charts"));
  Write("lib/Chart.yaml", "apiVersion: v2\nname: other\n");
  EXPECT_EQ(places("web"), Strings({"web/Chart.yaml", "dependency lib 1.x.x is not in charts/"}));
}

TEST_F(ChartTest, WhatALinkLeadsToIsToldByItsOwnPlace) {
  Write("web/Chart.yaml", "apiVersion: v2\nname: web\n");
  Write("lib/Chart.yaml", "apiVersion: v2\nname: lib\n");
  Write("lib/templates/_a.tpl", "");
  Write("shared/labels.tpl", "");
  Write("web/templates/a.yaml", "");
  Write("web/charts/own/Chart.yaml", "apiVersion: v2\nname: own\n");
  std::filesystem::create_directory_symlink("../../lib", absl::StrCat(folder_, "/web/charts/lib"));
  std::filesystem::create_symlink("../../shared/labels.tpl", absl::StrCat(folder_, "/web/templates/_labels.tpl"));
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  const auto chart = LoadChart("web");
  std::filesystem::current_path(absl::StrCat(folder_, "/web"));
  const auto inside = LoadChart(".");
  std::filesystem::current_path(before);
  ASSERT_TRUE(chart.ok() && inside.ok());
  EXPECT_EQ(Places(**chart), Strings({"web/Chart.yaml", "shared/labels.tpl", "web/templates/a.yaml", "lib/Chart.yaml",
                                      "lib/templates/_a.tpl", "web/charts/own/Chart.yaml"}));
  EXPECT_EQ((*chart)->staged, nullptr) << "Helm follows links, too";
  EXPECT_EQ(Places(**inside), Strings({"./Chart.yaml", "./templates/_labels.tpl", "./templates/a.yaml", "./charts/lib/Chart.yaml",
                                       "./charts/lib/templates/_a.tpl", "./charts/own/Chart.yaml"}))
      << "from here their own places cannot be named";
}

TEST_F(ChartTest, TheDigestFollowsNamesAndBytes) {
  Write("Chart.yaml", "name: app\nversion: 1.0.0\n");
  Write("templates/a.yaml", "x");
  const std::string before = (*LoadChart(folder_))->digest;
  EXPECT_EQ((*LoadChart(folder_))->digest, before);
  Write("templates/a.yaml", "y");
  const std::string changed = (*LoadChart(folder_))->digest;
  EXPECT_NE(changed, before);
  std::filesystem::rename(folder_ + "/templates/a.yaml", folder_ + "/templates/b.yaml");
  EXPECT_NE((*LoadChart(folder_))->digest, changed);
}

TEST_F(ChartTest, TheRenderDigestLeavesOutWhatNoTemplateCanRead) {
  Write("Chart.yaml", "name: app\nversion: 1.0.0\n");
  Write("values.yaml", "extraFiles: []\n");
  Write("templates/a.yaml", "x");
  Write("charts/sub/Chart.yaml", "name: sub\nversion: 1.0.0\n");
  Write("charts/sub/templates/_a.tpl", "y");
  const auto digest = [this] { return (*LoadChart(folder_))->render_digest; };
  const std::string before = digest();
  Write("README.md", "more");
  Write("values-prod.yaml", "a: 1");
  EXPECT_EQ(digest(), before);
  EXPECT_NE((*LoadChart(folder_))->digest, before);
  for (const char* file : {"values.yaml", "values.schema.json", "templates/b.txt", "crds/c.yaml", "charts/sub/README.md"}) {
    const std::string last = digest();
    Write(file, "changed");
    EXPECT_NE(digest(), last) << file;
  }
  // `.Files` of the parent may be read by a partial of a sub-chart, too.
  for (const char* text : {"{{ .Files.Get `a` }}", "{{ index $ \"Files\" }}", "{{- with .Files}}"}) {
    Write("charts/sub/templates/_a.tpl", text);
    EXPECT_EQ(digest(), (*LoadChart(folder_))->digest) << text;
  }
}

TEST_F(ChartTest, FindChartsLeavesSubchartsToTheirParents) {
  for (const char* name : {"b/Chart.yaml", "b/charts/sub/Chart.yaml", "b/templates/x/Chart.yaml", "a/deep/er/Chart.yaml",
                           ".git/Chart.yaml", "node_modules/x/Chart.yaml", "b/nested/Chart.yaml", "charts/c/Chart.yaml"}) {
    Write(name, "name: x\n");
  }
  std::filesystem::create_directory_symlink("a", folder_ + "/linked");
  const auto charts = FindCharts(folder_);
  ASSERT_TRUE(charts.ok());
  Strings below;
  for (const std::string& path : *charts) below.push_back(path.substr(folder_.size()));
  EXPECT_EQ(below, Strings({"/a/deep/er", "/b", "/b/nested", "/charts/c"}));
  EXPECT_EQ(FindCharts(folder_ + "/absent").status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(IsChartPath(folder_ + "/b"));
  EXPECT_FALSE(IsChartPath(folder_));
}

TEST_F(ChartTest, ConventionalVariantsComeInOrder) {
  Write("Chart.yaml", "name: My.App\nversion: 1.0.0\n");
  for (const char* name : {"values.yaml", "values-prod.yaml", "values-a.yml", "values.dev.yaml", "values.schema.yaml",
                           "values-old.yaml.orig", "other.yaml", "ci/b-values.yaml", "ci/a-values.yaml", "ci/notes.md"}) {
    Write(name, "a: 1\n");
  }
  const auto chart = LoadChart(folder_);
  ASSERT_TRUE(chart.ok());
  RenderSettings base = BaseSettings(**chart);
  EXPECT_EQ(base.release, "my-app");
  base.values_files = {"context.yaml"};
  Strings names;
  for (const Variant& variant : ConventionalVariants(**chart, base)) {
    names.push_back(variant.name);
    EXPECT_EQ(variant.settings.values_files[0], "context.yaml");
  }
  EXPECT_EQ(names, Strings({"default", "ci.a", "ci.b", "values-a", "values-prod", "values.dev"}));
  EXPECT_EQ(ConventionalVariants(**chart, base)[1].settings.values_files[1], folder_ + "/ci/a-values.yaml");
}

TEST(DefaultReleaseName, IsOneThatHelmTakes) {
  EXPECT_EQ(DefaultReleaseName("cert-manager"), "cert-manager");
  EXPECT_EQ(DefaultReleaseName("Core_Installer.v2"), "core-installer-v2");
  EXPECT_EQ(DefaultReleaseName(std::string(80, 'a')), std::string(53, 'a'));
  EXPECT_EQ(DefaultReleaseName("-"), "release-name");
  EXPECT_EQ(DefaultReleaseName(""), "release-name");
}

}  // namespace
}  // namespace chartlint
