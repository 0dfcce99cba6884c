// The table in testdata/demo/README.md, held against what the program finds in the demo.

#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/json_report.h"
#include "testing/run_program.h"

namespace chartlint {
namespace {

using VariantAndRule = std::pair<std::string, std::string>;

// "| `single` | some words | `strategy-zero-available` |"
std::set<VariantAndRule> Table(const std::string& page) {
  std::set<VariantAndRule> rows;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    const size_t rule = line.rfind('`', line.rfind('`') - 1) + 1;
    rows.emplace(line.substr(3, line.find('`', 3) - 3), line.substr(rule, line.rfind('`') - rule));
  }
  return rows;
}

TEST(Demo, ItsPageListsExactlyWhatIsFound) {
  std::set<VariantAndRule> found;
  for (const ReportedFinding& finding : Check({"--variants", "testdata/demo"})) {
    for (const std::string& variant : finding.variants) found.emplace(variant, finding.rule);
  }
  EXPECT_EQ(found, Table(ReadWholeFile("testdata/demo/README.md")));
  EXPECT_FALSE(found.empty());
}

}  // namespace
}  // namespace chartlint
