#include "analyzer/helm/helm.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/render_charts.h"
#include "analyzer/helm/values_variants.h"
#include "analyzer/process/interrupts.h"

namespace chartlint {
namespace {

using Strings = std::vector<std::string>;

// A folder with programs that stand in for Helm.
class FakeHelmTest : public testing::Test {
 protected:
  FakeHelmTest() {
    std::string pattern = absl::StrCat(testing::TempDir(), "/helm-XXXXXX");
    folder_ = mkdtemp(&pattern[0]);
  }
  ~FakeHelmTest() override { std::filesystem::remove_all(folder_); }

  // A script that answers `version` and does `body` for everything else, counting its calls in $0.calls.
  std::string Program(const std::string& version, const std::string& body) {
    const std::string path = absl::StrCat(folder_, "/helm");
    std::ofstream(path) << "#!/bin/sh\nif [ \"$1\" = version ]; then printf '" << version
                        << "'; exit 0; fi\necho x >>\"$0.calls\"\n" << body << "\n";
    chmod(path.c_str(), 0700);
    return path;
  }
  int Calls() const {
    std::ifstream calls(folder_ + "/helm.calls");
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(calls), {}, 'x'));
  }
  Helm Fake(const std::string& body) {
    auto helm = Helm::Find(Program("v3.19.0", body));
    EXPECT_TRUE(helm.ok()) << helm.status();
    return *helm;
  }

  std::string folder_;
};

RenderSettings Plain() {
  RenderSettings settings;
  settings.kube_version.clear();
  return settings;
}

constexpr char kBasic[] = "testdata/charts/basic";

TEST_F(FakeHelmTest, FindTellsWhatToInstall) {
  EXPECT_EQ(Helm::Find("/no/such/helm").status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(absl::StrContains(Helm::Find("/no/such/helm").status().message(), "install Helm 3.12 or later"));
  EXPECT_EQ(Helm::Find(Program("v3.11.9", "")).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(absl::StrContains(Helm::Find(Program("v2.17.0", "")).status().message(), "is Helm v2.17.0, which is too old"));
  EXPECT_EQ(Helm::Find(Program("hello", "")).status().code(), absl::StatusCode::kFailedPrecondition);
  for (const char* version : {"v3.12.0", "v3.19.0+g1234", "v4.0.0-rc.1", "v3.19", "v4.3"}) {
    const auto helm = Helm::Find(Program(version, ""));
    ASSERT_TRUE(helm.ok()) << helm.status();
    EXPECT_EQ(helm->version(), version);
  }
}

TEST_F(FakeHelmTest, FindLooksAtTheEnvironmentAndThePath) {
  const std::string program = Program("v3.19.0", "");
  setenv("HELM_BIN", program.c_str(), 1);
  EXPECT_EQ(Helm::Find("")->program(), program);
  unsetenv("HELM_BIN");
  const std::string old_path = std::getenv("PATH");
  setenv("PATH", absl::StrCat(folder_, ":", old_path).c_str(), 1);
  EXPECT_EQ(Helm::Find("")->program(), program);
  EXPECT_EQ(Helm::Find("helm")->program(), program);
  setenv("PATH", "/nowhere", 1);
  EXPECT_TRUE(absl::StartsWith(Helm::Find("").status().message(), "helm is not in PATH: install Helm"));
  setenv("PATH", old_path.c_str(), 1);
}

TEST_F(FakeHelmTest, PassesEverythingAsWordsOfTheirOwn) {
  std::ofstream(folder_ + "/a,b.yaml") << "a: 1\n";
  RenderSettings settings;
  settings.release = "rel";
  settings.name_space = "ns";
  settings.values_files = {folder_ + "/a,b.yaml", "testdata/charts/basic/values-prod.yaml"};
  settings.inline_values = "c: 2\n";
  settings.set = {"x=$(id) y", "--help"};
  settings.kube_version = "1.30.0";
  settings.api_versions = {"a/v1", "b/v1"};
  settings.is_upgrade = true;
  settings.include_crds = true;
  const auto result = Fake("for a in \"$@\"; do echo \"$a\"; done; cat").Template(kBasic, settings);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->text,
            absl::StrCat("template\nrel\n./testdata/charts/basic\n--namespace=ns\n--values=\"", folder_,
                         "/a,b.yaml\"\n--values=./testdata/charts/basic/values-prod.yaml\n--values=-\n--set=x=$(id) y\n"
                         "--set=--help\n--kube-version=1.30.0\n--api-versions=a/v1\n--api-versions=b/v1\n--is-upgrade\n"
                         "--include-crds\nc: 2\n"));
}

TEST_F(FakeHelmTest, LeavesNoWayToTheNetworkOrACluster) {
  setenv("NO_PROXY", "*", 1);
  const auto result = Fake("echo $HTTPS_PROXY $https_proxy [$NO_PROXY] $KUBECONFIG").Template(kBasic, Plain());
  unsetenv("NO_PROXY");
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->text, "http://127.0.0.1:9 http://127.0.0.1:9 [] /dev/null\n");
}

TEST_F(FakeHelmTest, RefusesWhatIsNotOnDisk) {
  const Helm helm = Fake("echo called");
  RenderSettings settings = Plain();
  EXPECT_EQ(helm.Template("oci://example.org/chart", settings).status().code(), absl::StatusCode::kInvalidArgument);
  settings.values_files = {"https://example.org/values.yaml"};
  EXPECT_EQ(helm.Template(kBasic, settings).status().message(), "there is no values file https://example.org/values.yaml");
  settings = Plain();
  settings.release = "--post-renderer=x";
  EXPECT_EQ(helm.Template(kBasic, settings).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Calls(), 0);
}

TEST_F(FakeHelmTest, StopsAtTheTimeLimitAndTheCap) {
  RenderLimits limits;
  limits.time_limit = absl::Milliseconds(200);
  auto result = Fake("echo start; sleep 60").Template(kBasic, Plain(), limits);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->ok);
  EXPECT_EQ(result->error.kind, RenderErrorKind::kTimeout);
  EXPECT_EQ(result->error.message, "helm did not finish within 200ms");
  limits = RenderLimits();
  limits.max_output = 1 << 20;
  result = Fake("yes").Template(kBasic, Plain(), limits);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->error.kind, RenderErrorKind::kTooLarge);
  EXPECT_EQ(result->error.message, "the render is larger than 1 MiB");
}

TEST_F(FakeHelmTest, TellsACrash) {
  auto result = Fake("kill -SEGV $$").Template(kBasic, Plain());
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->error.kind, RenderErrorKind::kCrash);
  result = Fake("echo 'fatal error: runtime: out of memory' >&2; exit 2").Template(kBasic, Plain());
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->error.message, "helm crashed: fatal error: runtime: out of memory");
}

TEST_F(FakeHelmTest, CommandLineCanBeCopied) {
  RenderSettings settings = Plain();
  settings.set = {"a=it's b"};
  settings.inline_values = "x: 1\n";
  EXPECT_EQ(Fake("").CommandLine("charts/app", settings),
            "helm template release-name ./charts/app --namespace=default --values=values.yaml '--set=a=it'\\''s b'");
}

TEST_F(FakeHelmTest, RenderAllKeepsTheOrderAndRunsEqualJobsOnce) {
  const Helm helm = Fake("echo \"$2\"");
  const auto chart = LoadChart(kBasic);
  ASSERT_TRUE(chart.ok());
  std::vector<RenderJob> jobs;
  for (int i = 0; i < 20; ++i) {
    jobs.push_back({chart->get(), Plain()});
    jobs.back().settings.release = absl::StrCat("r", i % 10);
  }
  const DiskCache disk(folder_ + "/cache");
  const RenderCache cache(&disk);
  std::vector<size_t> done;
  RenderOptions options;
  options.cache = &cache;
  options.workers = 4;
  options.on_progress = [&](const RenderProgress& progress) {
    EXPECT_EQ(progress.all, 20u);
    EXPECT_EQ(progress.chart, chart->get());
    done.push_back(progress.done);
  };
  const auto first = RenderAll(helm, jobs, options);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(first[i]->text, absl::StrCat("r", i % 10, "\n"));
  EXPECT_EQ(Calls(), 10);
  EXPECT_EQ(done, std::vector<size_t>({2, 4, 6, 8, 10, 12, 14, 16, 18, 20}));

  const auto second = RenderAll(helm, jobs, options);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(second[i]->text, first[i]->text);
    EXPECT_TRUE(second[i]->from_cache);
  }
  EXPECT_EQ(Calls(), 10);
}

TEST_F(FakeHelmTest, EverythingThatGoesInIsPartOfTheKey) {
  const Helm helm = Fake("");
  const auto chart = LoadChart(kBasic);
  ASSERT_TRUE(chart.ok());
  std::vector<RenderSettings> all(12);
  all[1].release = "x";
  all[2].name_space = "x";
  all[3].set = {"a=b"};
  all[4].set = {"a=", "b"};
  all[5].inline_values = "x: 1\n";
  all[6].kube_version = "1.30.0";
  all[7].api_versions = {"a=b"};
  all[8].is_upgrade = true;
  all[9].include_crds = true;
  all[10].values_files = {"testdata/charts/basic/values-prod.yaml"};
  all[11].values_files = {"testdata/charts/basic/ci/single-values.yaml"};
  std::set<std::string> keys;
  for (const RenderSettings& settings : all) keys.insert(*RenderCache::Key(helm, **chart, settings, {}));
  EXPECT_EQ(keys.size(), all.size());
  const auto other = Helm::Find(Program("v3.18.0", ""));
  keys.insert(*RenderCache::Key(*other, **chart, all[0], {}));
  EXPECT_EQ(keys.size(), all.size() + 1);
  RenderSettings absent;
  absent.values_files = {"testdata/absent.yaml"};
  EXPECT_FALSE(RenderCache::Key(helm, **chart, absent, {}).ok());
}

TEST_F(FakeHelmTest, AnInterruptEndsAllRenders) {
  const Helm helm = Fake("sleep 60");
  const auto chart = LoadChart(kBasic);
  ASSERT_TRUE(chart.ok());
  const std::vector<RenderJob> jobs(6, {chart->get(), Plain()});
  std::vector<RenderJob> distinct = jobs;
  for (size_t i = 0; i < distinct.size(); ++i) distinct[i].settings.release = absl::StrCat("r", i);
  Interrupts::Install();
  std::thread later([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    Interrupts::Raise();
  });
  RenderOptions options;
  options.workers = 2;
  const absl::Time start = absl::Now();
  const auto results = RenderAll(helm, distinct, options);
  later.join();
  Interrupts::ResetForTesting();
  EXPECT_LT(absl::Now() - start, absl::Seconds(20));
  for (const auto& result : results) EXPECT_EQ(result.status().code(), absl::StatusCode::kCancelled);
}

// Real Helm, any supported version.
class RealHelmTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* program = std::getenv("CHARTLINT_HELM");
    if (program == nullptr || *program == '\0') GTEST_SKIP() << "CHARTLINT_HELM names no Helm";
    auto found = Helm::Find(program);
    ASSERT_TRUE(found.ok()) << found.status();
    helm_ = std::make_unique<Helm>(*std::move(found));
  }
  RenderResult Render(const std::string& chart_path, const RenderSettings& settings) {
    auto chart = LoadChart(chart_path);
    EXPECT_TRUE(chart.ok()) << chart.status();
    auto result = RenderOne(*helm_, {chart->get(), settings}, {});
    EXPECT_TRUE(result.ok()) << result.status();
    return result.ok() ? *std::move(result) : RenderResult();
  }
  RenderError Failure(const std::string& mode) {
    RenderSettings settings;
    settings.set = {absl::StrCat("mode=", mode)};
    const RenderResult result = Render("testdata/charts/failing", settings);
    EXPECT_FALSE(result.ok) << mode;
    return result.error;
  }

  std::unique_ptr<Helm> helm_;
};

TEST_F(RealHelmTest, IsAskedItsVersionOnce) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "asked-once";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string copy = (folder / "helm").string();
  std::filesystem::copy_file(helm_->program(), copy);
  const DiskCache cache((folder / "cache").string());
  EXPECT_EQ(Helm::Find(copy, &cache)->version(), helm_->version());
  // The same file, as far as anybody can tell, which no longer says anything: the cache answers.
  const auto written = std::filesystem::last_write_time(copy);
  { std::fstream(copy, std::ios::in | std::ios::out | std::ios::binary).seekp(64) << std::string(4096, 'x'); }
  std::filesystem::last_write_time(copy, written);
  EXPECT_EQ(Helm::Find(copy, &cache)->version(), helm_->version());
  // Another file is asked again.
  std::filesystem::last_write_time(copy, written + std::chrono::seconds(1));
  EXPECT_FALSE(Helm::Find(copy, &cache).ok());
}

TEST_F(RealHelmTest, RendersWithAllSettings) {
  RenderSettings settings;
  settings.release = "shop";
  settings.name_space = "prod";
  settings.values_files = {"testdata/charts/basic/values-prod.yaml"};
  settings.inline_values = "image: {tag: inline}\n";
  settings.set = {"service.port=99"};
  settings.kube_version = "1.31.2";
  settings.api_versions = {"example.org/v1/Widget"};
  settings.is_upgrade = true;
  settings.include_crds = true;
  const RenderResult result = Render(kBasic, settings);
  ASSERT_TRUE(result.ok) << result.standard_error;
  for (const char* part : {"name: shop\n", "namespace: prod\n", "replicas: 3\n", "registry.example/basic:inline", "port: 99\n",
                           "\"v1.31.2\"", "WIDGETS", "\"upgrade\"", "CustomResourceDefinition",
                           "# Source: basic/templates/deployment.yaml"}) {
    EXPECT_TRUE(absl::StrContains(result.text, part)) << part;
  }
}

TEST_F(RealHelmTest, TemplatePathsAreFoundInTheChart) {
  const RenderResult result = Render("testdata/charts/subchart", RenderSettings());
  ASSERT_TRUE(result.ok) << result.standard_error;
  EXPECT_TRUE(absl::StrContains(result.text, "# Source: subchart/charts/cache/templates/configmap.yaml"));
  EXPECT_TRUE(absl::StrContains(result.text, "name: release-name-extras"));
}

TEST_F(RealHelmTest, FailuresHavePlaces) {
  const struct {
    const char* mode;
    RenderErrorKind kind;
    Strings frames;
  } cases[] = {
      {"required", RenderErrorKind::kGuard, {"failing/templates/configmap.yaml:7"}},
      {"fail", RenderErrorKind::kGuard, {"failing/templates/configmap.yaml:9"}},
      {"nested-required", RenderErrorKind::kGuard,
       {"failing/templates/_helpers.tpl:2", "failing/templates/configmap.yaml:11"}},
      {"nil", RenderErrorKind::kNilPointer, {"failing/templates/configmap.yaml:13"}},
      {"nested-nil", RenderErrorKind::kNilPointer,
       {"failing/templates/_helpers.tpl:10", "failing/templates/_helpers.tpl:14", "failing/templates/configmap.yaml:15"}},
      {"undefined", RenderErrorKind::kUndefinedTemplate, {"failing/templates/configmap.yaml:17"}},
      {"type", RenderErrorKind::kWrongType, {"failing/templates/configmap.yaml:19"}},
      {"range", RenderErrorKind::kWrongType, {"failing/templates/configmap.yaml:21"}},
      {"argument", RenderErrorKind::kWrongType, {"failing/templates/configmap.yaml:23"}},
      {"tpl", RenderErrorKind::kNilPointer, {":1", "failing/templates/configmap.yaml:25"}},
      {"tplparse", RenderErrorKind::kParse, {":1", "failing/templates/configmap.yaml:27"}},
      {"index", RenderErrorKind::kFunction, {"failing/templates/configmap.yaml:32"}},
  };
  for (const auto& c : cases) {
    const RenderError error = Failure(c.mode);
    EXPECT_EQ(error.kind, c.kind) << c.mode << ": " << error.message;
    Strings frames;
    for (const RenderErrorFrame& frame : error.frames) frames.push_back(absl::StrCat(frame.file, ":", frame.line));
    EXPECT_EQ(frames, c.frames) << c.mode;
  }
}

TEST_F(RealHelmTest, InvalidYamlIsKept) {
  RenderSettings settings;
  settings.set = {"mode=yaml"};
  const RenderResult result = Render("testdata/charts/failing", settings);
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.error.kind, RenderErrorKind::kInvalidYaml);
  EXPECT_EQ(result.error.frames[0].file, "failing/templates/configmap.yaml");
  EXPECT_EQ(result.error.yaml_line, 7u);
  EXPECT_TRUE(absl::StartsWith(result.text, "---\n# Source: failing/templates/configmap.yaml\n")) << result.text;
  EXPECT_TRUE(absl::StrContains(result.text, "   c: [\n"));
}

TEST_F(RealHelmTest, SchemaViolationsHavePaths) {
  RenderSettings settings;
  settings.values_files = {"testdata/charts/schema/ci/wrong-values.yaml"};
  const RenderResult result = Render("testdata/charts/schema", settings);
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.error.kind, RenderErrorKind::kSchema);
  std::set<std::vector<std::string>> paths;
  for (const SchemaViolation& violation : result.error.violations) {
    EXPECT_EQ(violation.chart, "schema");
    paths.insert(violation.path);
  }
  EXPECT_EQ(paths, std::set<Strings>({{"extra"}, {"replicas"}, {"service", "port"}, {"service", "type"}}));
}

TEST_F(RealHelmTest, OtherRefusals) {
  EXPECT_EQ(Render("testdata/charts/syntax-error", {}).error.kind, RenderErrorKind::kParse);
  EXPECT_EQ(Render("testdata/charts/missing-dependency", {}).error.kind, RenderErrorKind::kMissingDependency);
  EXPECT_EQ(Render("testdata/charts/library", {}).error.kind, RenderErrorKind::kLibraryChart);
  RenderSettings settings;
  settings.inline_values = "cache: [1]\n";
  EXPECT_EQ(Render("testdata/charts/subchart", settings).error.kind, RenderErrorKind::kValues);
  settings.inline_values = "a: [\n";
  EXPECT_EQ(Render(kBasic, settings).error.kind, RenderErrorKind::kValues);
}

TEST_F(RealHelmTest, ASchemaElsewhereIsNotFetched) {
  const RenderResult result = Render("testdata/charts/remote-schema", {});
  if (std::make_pair(helm_->major(), helm_->minor()) >= std::make_pair(3, 16)) {
    EXPECT_TRUE(result.ok) << result.standard_error;
    EXPECT_TRUE(result.schema_skipped);
  } else {
    EXPECT_EQ(result.error.kind, RenderErrorKind::kSchemaUnreachable);
  }
}

}  // namespace
}  // namespace chartlint
