// Runs the rules that have no function of their own on their fixtures with the real program, and compares the findings with
// the annotations in all files of the fixture, as rule_fixture_test.cc does for manifests. Of chart-* rules the fixture is the
// chart testdata/rules/chart/<id>, rendered with real Helm (skipped, and counted, where there is none); of pin-* rules a
// folder of manifests. A .chartlint.yaml in the fixture is its configuration.

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "re2/re2.h"
#include "rules/catalogue.h"
#include "testing/run_program.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

class ProgramFixture : public testing::TestWithParam<const RuleInfo*> {};

TEST_P(ProgramFixture, FindsWhatIsWantedAndNothingElse) {
  const std::string id(GetParam()->id), family(GetParam()->family);
  const char* helm = std::getenv("CHARTLINT_HELM");
  if (family == "chart" && (helm == nullptr || *helm == '\0')) GTEST_SKIP() << "no Helm (tools/setup --tests brings one)";
  const fs::path fixture = fs::path("testdata/rules") / family / id;
  ASSERT_TRUE(fs::is_directory(fixture));

  std::map<std::string, std::vector<std::string>> wanted;
  std::multiset<std::string> noted;
  static const RE2* const kWant = new RE2(R"re(# want: ([a-z-]+) "((?:[^"\\]|\\.)*)")re");
  static const RE2* const kRelated = new RE2(R"(# want-related: ([a-z-]+))");
  for (const auto& entry : fs::recursive_directory_iterator(fixture)) {
    if (!entry.is_regular_file()) continue;
    int number = 0;
    for (const std::string& line : std::vector<std::string>(absl::StrSplit(ReadWholeFile(entry.path().string()), '\n'))) {
      const std::string place = absl::StrCat(entry.path().string(), ":", ++number);
      std::string rule, part;
      if (RE2::PartialMatch(line, *kWant, &rule, &part) && rule == id) wanted[place].push_back(part);
      if (RE2::PartialMatch(line, *kRelated, &rule) && rule == id) noted.insert(place);
    }
  }
  EXPECT_FALSE(wanted.empty());

  std::vector<std::string> arguments = {"--no-cache", "--profile", "all", "--format", "json", fixture.string()};
  if (family == "chart") arguments.insert(arguments.end(), {"--helm", helm});
  if (const fs::path config = fixture / ".chartlint.yaml"; fs::exists(config)) {
    arguments.insert(arguments.end(), {"--config", config.string()});
  }
  const ProgramResult result = RunChartlint(arguments, "", {"HOME=" + std::string(std::getenv("TEST_TMPDIR"))});
  ASSERT_TRUE(nlohmann::json::accept(result.out)) << result.out << result.err;
  const nlohmann::json report = nlohmann::json::parse(result.out);
  for (const nlohmann::json& finding : report["findings"]) {
    if (finding["rule"] != id) continue;
    const std::string place =
        absl::StrCat(finding["location"]["file"].get<std::string>(), ":", finding["location"].value("line", 0));
    const std::string said = absl::StrCat(finding["severity"].get<std::string>(), ": ", finding["message"].get<std::string>());
    std::vector<std::string>& parts = wanted[place];
    auto at = parts.begin();
    while (at != parts.end() && !absl::StrContains(said, *at)) ++at;
    if (at == parts.end()) {
      ADD_FAILURE() << place << ": not wanted: " << said;
    } else {
      parts.erase(at);
    }
    for (const nlohmann::json& related : finding["related"]) {
      const nlohmann::json& where = related["location"];
      const auto note = noted.find(absl::StrCat(where.value("file", ""), ":", where.value("line", 0)));
      if (note != noted.end()) noted.erase(note);
    }
  }
  for (const auto& [place, parts] : wanted) {
    for (const std::string& part : parts) ADD_FAILURE() << place << ": wanted, but not found: " << part;
  }
  for (const std::string& place : noted) ADD_FAILURE() << place << ": wanted as a noted place, but is none";
}

std::vector<const RuleInfo*> RulesOfTheProgram() {
  std::vector<const RuleInfo*> rules;
  for (const RuleInfo& rule : Catalogue()) {
    if (rule.family == "chart" || rule.family == "pin") rules.push_back(&rule);
  }
  return rules;
}

std::string TestName(const testing::TestParamInfo<const RuleInfo*>& info) {
  return absl::StrReplaceAll(info.param->id, {{"-", "_"}});
}

INSTANTIATE_TEST_SUITE_P(Rules, ProgramFixture, testing::ValuesIn(RulesOfTheProgram()), TestName);

}  // namespace
}  // namespace chartlint
