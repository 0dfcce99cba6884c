// docs/json-report.md and the program's JSON reports, held against each other: what is written is documented,
// what is documented is written.

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/run_program.h"

namespace chartlint {
namespace {

using nlohmann::json;
using ::testing::IsSupersetOf;

// "findings[].location.line" of every key in a value.
void CollectKeys(const json& value, const std::string& path, std::set<std::string>* keys) {
  if (value.is_array()) {
    for (const json& item : value) CollectKeys(item, path + "[]", keys);
  } else if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) {
      const std::string inner_path = path.empty() ? key : path + "." + key;
      keys->insert(inner_path);
      CollectKeys(inner, inner_path, keys);
    }
  }
}

json Report(const std::vector<std::string>& arguments, const std::string& input = "") {
  std::vector<std::string> words = {"--format", "json"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ProgramResult result = RunChartlint(words, input);
  json report = json::parse(result.out, nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(report.is_discarded()) << result.out << result.err;
  return report;
}

class JsonPageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    page_ = ReadWholeFile("docs/json-report.md");
    const std::string fence = "```json\n";
    const size_t begin = page_.find(fence);
    ASSERT_NE(begin, std::string::npos);
    const size_t end = page_.find("\n```", begin);
    sample_ = json::parse(page_.substr(begin + fence.size(), end - begin - fence.size()), nullptr, false);
    ASSERT_FALSE(sample_.is_discarded()) << "the page's sample is no JSON";

    const json demo = Report({"--variants", "testdata/demo"});
    const json broken = Report({"-"}, "a: [1\n---\nx: 1\n");
    EXPECT_EQ(demo["version"], 1);
    EXPECT_FALSE(broken["notifications"].empty());
    CollectKeys(demo, "", &written_);
    CollectKeys(broken, "", &written_);
  }

  std::string page_;
  json sample_;
  std::set<std::string> written_;
};

TEST_F(JsonPageTest, SampleHasOnlyKeysThatAreWritten) {
  std::set<std::string> shown;
  CollectKeys(sample_, "", &shown);
  shown.erase("findings[].object.namespace");  // the demo's objects leave it to the release
  EXPECT_THAT(written_, IsSupersetOf(shown));
}

TEST_F(JsonPageTest, EveryKeyThatIsWrittenIsOnThePage) {
  std::set<std::string> shown;
  CollectKeys(sample_, "", &shown);
  for (const std::string& key : written_) {
    if (shown.count(key) > 0) continue;
    const std::string name = key.substr(key.find_last_of(".]") + 1);
    const bool on_page = page_.find("`" + name + "`") != std::string::npos ||
                         page_.find("\"" + name + "\"") != std::string::npos;
    EXPECT_TRUE(on_page) << key;
  }
}

TEST_F(JsonPageTest, ValuesAreOfTheShownTypes) {
  const json finding = Report({"--variants", "testdata/demo"})["findings"][0];
  for (const auto& [key, value] : sample_["findings"][0].items()) {
    if (finding.contains(key)) {
      EXPECT_EQ(finding[key].type(), value.type()) << key;
    }
  }
}

}  // namespace
}  // namespace chartlint
