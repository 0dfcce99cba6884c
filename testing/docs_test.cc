// Holds the documentation against the program.
//
// - docs/rules.md and docs/rules/<id>.md are what the program prints, and there is no page without a rule (tools/docs
//   writes them).
// - Blocks "```console" on the guides' pages: each line "$ COMMAND" is run by a shell in a copy of docs/examples, and what
//   it prints, on stdout and stderr, has to be the lines below it. The number of rules that a summary ends with is not
//   compared. A block that calls helm is skipped, and counted, where there is none.
// - Blocks "```yaml" and "```diff" on these pages are pieces of files in docs/examples; those of the guide to Bazel, of its
//   example.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "rules/catalogue.h"
#include "testing/run_program.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;

TEST(RulePages, AreWhatTheProgramPrints) {
  EXPECT_THAT(ReadWholeFile("docs/rules.md"), EndsWith(RunChartlint({"rules", "--format", "markdown"}).out));
  for (const RuleInfo& rule : Catalogue()) {
    const std::string id(rule.id);
    EXPECT_EQ(ReadWholeFile("docs/rules/" + id + ".md"), RunChartlint({"explain", id, "--format", "markdown"}).out)
        << "run tools/docs";
  }
}

TEST(ConfigurationKeys, AreWhatTheProgramPrints) {
  EXPECT_EQ(ReadWholeFile("docs/configuration-keys.md"), RunChartlint({"config", "--keys"}).out) << "run tools/docs";
}

TEST(RulePages, EachHasItsRule) {
  std::set<std::string> ids, pages;
  for (const RuleInfo& rule : Catalogue()) ids.insert(std::string(rule.id));
  for (const auto& entry : fs::directory_iterator("docs/rules")) pages.insert(entry.path().stem().string());
  EXPECT_EQ(pages, ids) << "run tools/docs";
}

struct Block {
  std::string language;
  int line = 0;  // of the fence
  std::vector<std::string> lines;
};

std::vector<Block> BlocksOf(const std::string& page) {
  std::vector<Block> blocks;
  bool inside = false;
  int number = 0;
  for (std::string line : std::vector<std::string>(absl::StrSplit(page, '\n'))) {
    ++number;
    if (absl::StartsWith(line, "```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), number, {}});
    } else if (inside) {
      blocks.back().lines.push_back(line);
    }
  }
  return blocks;
}

std::string WithoutRuleCount(std::string text) {
  RE2::GlobalReplace(&text, R"(\d+ rules)", "N rules");
  return std::string(absl::StripSuffix(text, "\n"));
}

bool NeedsHelm(const Block& block) {
  const std::string text = absl::StrJoin(block.lines, "\n");
  static const RE2* const kCharts = new RE2(R"(\bcharts[/ ]|\bhelm )");
  return RE2::PartialMatch(text, *kCharts);
}

class Guide : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const fs::path temporary = std::getenv("TEST_TMPDIR");
    folder_ = temporary / "examples";
    fs::remove_all(folder_);
    // Files of a test are links.
    fs::copy("docs/examples", folder_, fs::copy_options::recursive);
    fs::create_directories(folder_ / ".git");  // a repository, to which reported paths are relative
    bin_ = temporary / "bin";
    fs::create_directories(bin_);
    fs::remove(bin_ / "chartlint");
    fs::create_symlink(fs::absolute("analyzer/chartlint"), bin_ / "chartlint");
    fs::remove(bin_ / "helm");
    if (const char* helm = std::getenv("CHARTLINT_HELM"); helm != nullptr && *helm != '\0') {
      fs::create_symlink(fs::absolute(helm), bin_ / "helm");
      has_helm_ = true;
    }
  }

  // What the command prints; `last_status` is the exit code of the one before, for `echo $?`.
  std::string Run(const std::string& command, int* last_status) const {
    const std::string script = WriteTemporaryFile(
        "command", absl::StrCat("export HOME='", folder_.parent_path().string(), "' PATH='", bin_.string(), "':\"$PATH\"\n",
                                "unset XDG_CACHE_HOME HELM_BIN GITHUB_WORKSPACE\ncd '", folder_.string(), "'\n(exit ",
                                *last_status, ")\n", command, "\n"));
    const std::string out = WriteTemporaryFile("printed", "");
    const int status = std::system(absl::StrCat("sh '", script, "' >'", out, "' 2>&1 </dev/null").c_str());
    *last_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return ReadWholeFile(out);
  }

  fs::path folder_, bin_;
  bool has_helm_ = false;
};

TEST_P(Guide, CommandsPrintWhatItShows) {
  int skipped = 0;
  for (const Block& block : BlocksOf(ReadWholeFile(GetParam()))) {
    if (block.language != "console") continue;
    if (NeedsHelm(block) && !has_helm_) {
      ++skipped;
      continue;
    }
    int status = 0;
    for (size_t i = 0; i < block.lines.size();) {
      ASSERT_TRUE(absl::StartsWith(block.lines[i], "$ ")) << GetParam() << ":" << block.line;
      const std::string command = block.lines[i++].substr(2);
      std::vector<std::string> shown;
      while (i < block.lines.size() && !absl::StartsWith(block.lines[i], "$ ")) shown.push_back(block.lines[i++]);
      while (!shown.empty() && shown.back().empty()) shown.pop_back();
      EXPECT_EQ(WithoutRuleCount(Run(command, &status)), WithoutRuleCount(absl::StrJoin(shown, "\n")))
          << GetParam() << ":" << block.line << ": " << command;
    }
  }
  if (skipped > 0) GTEST_SKIP() << skipped << " blocks: no Helm (tools/setup --tests brings one)";
}

TEST_P(Guide, ManifestsAndDiffsAreThoseOfTheExamples) {
  std::string examples;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.is_regular_file()) absl::StrAppend(&examples, "\n", ReadWholeFile(entry.path().string()));
  }
  for (const Block& block : BlocksOf(ReadWholeFile(GetParam()))) {
    if (block.language != "yaml" && block.language != "diff") continue;
    EXPECT_TRUE(absl::StrContains(examples, absl::StrCat("\n", absl::StrJoin(block.lines, "\n"), "\n")))
        << GetParam() << ":" << block.line;
  }
}

// Blocks "```python file=NAME" are pieces of files of the example workspace, which //testing:bazel_rules_test runs.
TEST(BazelGuide, ShowsTheExample) {
  size_t shown = 0;
  for (const Block& block : BlocksOf(ReadWholeFile("docs/bazel.md"))) {
    const std::pair<std::string, std::string> parts = absl::StrSplit(block.language, absl::MaxSplits(" file=", 1));
    if (parts.second.empty()) continue;
    const std::string file = ReadWholeFile(absl::StrCat("tools/bazel/example/", parts.second));
    EXPECT_TRUE(absl::StrContains(absl::StrCat("\n", file), absl::StrCat("\n", absl::StrJoin(block.lines, "\n"), "\n")))
        << "docs/bazel.md:" << block.line;
    ++shown;
  }
  EXPECT_GE(shown, 5u);
}

INSTANTIATE_TEST_SUITE_P(Docs, Guide,
                         testing::Values("README.md", "docs/getting-started.md", "docs/usage.md", "docs/variants.md",
                                         "docs/template-places.md", "docs/sarif.md", "docs/html-report.md", "docs/limits.md",
                                         "docs/github-actions.md", "docs/pre-commit.md"),
                         [](const auto& info) {
                           std::string name = fs::path(info.param).stem().string();
                           RE2::GlobalReplace(&name, "-", "_");
                           return name;
                         });

}  // namespace
}  // namespace chartlint
