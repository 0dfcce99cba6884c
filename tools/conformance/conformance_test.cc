// Our reading of YAML against a second parser's: on the fixtures always, on public charts' renders where they are at hand.
#include <chrono>
#include <string>

#include "analyzer/input/renders.h"
#include "gtest/gtest.h"
#include "testing/shared_data.h"
#include "tools/conformance/second_opinion.h"

namespace chartlint {
namespace {

// The number of documents compared; differences are failures.
size_t CompareAll(const std::string& folder, std::chrono::seconds limit) {
  RenderSet renders;
  RenderReader reader(&renders);
  reader.AddPath(reader.Variant("default"), folder);
  reader.Finish(2);
  for (const InputProblem& problem : renders.problems) ADD_FAILURE() << problem.path << ": " << problem.message;
  const auto end = std::chrono::steady_clock::now() + limit;
  size_t count = 0;
  for (const DistinctDocument& distinct : renders.documents) {
    if (std::chrono::steady_clock::now() > end) break;
    ++count;
    const auto difference = SecondOpinion(*distinct.document);
    const Occurrence& where = distinct.occurrences.front();
    EXPECT_FALSE(difference) << renders.sources[where.source].path << ":" << where.first_line << ": " << *difference;
  }
  return count;
}

TEST(Conformance, DemoRendersReadTheSame) { EXPECT_GT(CompareAll("testdata/demo", std::chrono::seconds(60)), 0u); }

TEST(Conformance, PublicChartsReadTheSame) {
  const auto shared = SharedDataDir();
  if (!shared) GTEST_SKIP() << "no renders of public charts at hand (CHARTLINT_SHARED)";
  const size_t count = CompareAll(*shared + "/corpus", std::chrono::seconds(60));
  RecordProperty("documents", static_cast<int>(count));
  EXPECT_GT(count, 100u);
}

TEST(Conformance, ADifferenceIsSeen) {
  // What only one of the two refuses is one.
  YamlLimits limits;
  limits.max_nodes = 2;
  auto refused = Document::Parse("a: [b, c]\n", limits);
  EXPECT_TRUE(SecondOpinion(*refused));
}

}  // namespace
}  // namespace chartlint
