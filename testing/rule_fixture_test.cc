// Runs every rule on its fixture, testdata/rules/<family>/<id>.yaml or .../<id>/<variant>.yaml, and compares its findings
// with the annotations: `# want: ID "part of the message"` and `# want-related: ID` at the end of a line. Both ways:
// what is wanted must be found at that line, what is found must be wanted.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzer/engine/analysis.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "rules/catalogue.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

struct Wants {
  std::map<std::string, std::vector<std::string>> primary;  // "file:line" -> parts of messages
  std::multiset<std::string> related;                       // "file:line"
};

fs::path FixtureOf(const RuleInfo& rule) {
  return fs::path("testdata/rules") / std::string(rule.family) / std::string(rule.id);
}

Wants ReadWants(const RenderSet& renders, absl::string_view id) {
  static const RE2* const kWant = new RE2(R"re(# want: ([a-z-]+) "((?:[^"\\]|\\.)*)")re");
  static const RE2* const kRelated = new RE2(R"(# want-related: ([a-z-]+))");
  Wants wants;
  for (const Source& source : renders.sources) {
    int number = 0;
    for (absl::string_view line : absl::StrSplit(source.text, '\n')) {
      const std::string place = absl::StrCat(source.path, ":", ++number);
      re2::StringPiece rest(line.data(), line.size());
      std::string rule, part;
      while (RE2::FindAndConsume(&rest, *kWant, &rule, &part)) {
        if (rule == id) wants.primary[place].push_back(absl::StrReplaceAll(part, {{"\\\"", "\""}, {"\\\\", "\\"}}));
      }
      rest = re2::StringPiece(line.data(), line.size());
      while (RE2::FindAndConsume(&rest, *kRelated, &rule)) {
        if (rule == id) wants.related.insert(place);
      }
    }
  }
  return wants;
}

std::string PlaceOf(const RenderSet& renders, const Document* document, uint32_t offset, uint32_t variant) {
  for (const DistinctDocument& distinct : renders.documents) {
    if (distinct.document.get() != document) continue;
    const Occurrence* where = &distinct.occurrences.front();
    for (const Occurrence& occurrence : distinct.occurrences) {
      if (occurrence.variant == variant) {
        where = &occurrence;
        break;
      }
    }
    return absl::StrCat(renders.sources[where->source].path, ":",
                        where->first_line + document->PositionAt(offset).line - 1);
  }
  return "nowhere";
}

class RuleFixture : public testing::TestWithParam<const RuleInfo*> {};

TEST_P(RuleFixture, FindsWhatIsWantedAndNothingElse) {
  const RuleInfo& rule = *GetParam();
  const fs::path fixture = FixtureOf(rule);
  RenderSet renders;
  RenderReader reader(&renders);
  const bool one_file = fs::exists(fixture.string() + ".yaml");
  ASSERT_TRUE(one_file || fs::is_directory(fixture)) << "no fixture for " << rule.id;
  if (one_file) {
    reader.AddPath(reader.Variant("default"), fixture.string() + ".yaml");
  } else {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(fixture)) files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) reader.AddPath(reader.Variant(fs::path(file).stem().string()), file);
  }
  reader.Finish(1);

  AnalysisOptions options;
  // Exceptions are judged by what all rules say.
  if (rule.family == "suppression") {
    options.selection.SetProfile("all");
  } else {
    options.selection.only = {std::string(rule.id)};
  }
  options.jobs = 2;
  Analysis analysis = Analyze(renders, options);

  Wants wants = ReadWants(renders, rule.id);
  EXPECT_FALSE(wants.primary.empty()) << "the fixture wants no finding at all";
  for (const Finding& finding : analysis.findings) {
    if (finding.rule->id != rule.id) continue;
    const Document* document = finding.node ? finding.node.document() : finding.document;
    const uint32_t offset = finding.node ? finding.node.span().begin : finding.span.begin;
    const uint32_t variant = finding.variants.empty() ? 0 : finding.variants.front();
    const std::string place = document == nullptr ? absl::StrCat(finding.place.path, ":", finding.place.line)
                                                  : PlaceOf(renders, document, offset, variant);
    std::vector<std::string>& parts = wants.primary[place];
    auto wanted = std::find_if(parts.begin(), parts.end(), [&](const std::string& part) {
      return absl::StrContains(absl::StrCat(SeverityName(finding.severity), ": ", finding.message), part);
    });
    if (wanted == parts.end()) {
      ADD_FAILURE() << place << ": not wanted: " << SeverityName(finding.severity) << ": " << finding.message;
    } else {
      parts.erase(wanted);
    }
    for (const RelatedNode& related : finding.related) {
      const std::string where =
          PlaceOf(renders, related.node.document(), related.node.span().begin,
                  related.variant == RelatedNode::kOwnVariant ? variant : related.variant);
      // Only annotated places must be right; further notes are free.
      if (auto at = wants.related.find(where); at != wants.related.end()) wants.related.erase(at);
    }
  }
  for (const auto& [place, parts] : wants.primary) {
    for (const std::string& part : parts) ADD_FAILURE() << place << ": wanted, but not found: " << part;
  }
  for (const std::string& place : wants.related) ADD_FAILURE() << place << ": wanted as a noted place, but is none";
}

std::vector<const RuleInfo*> AllRules() {
  std::vector<const RuleInfo*> rules;
  for (const RuleInfo& rule : Catalogue()) {
    // What cannot be read carries no annotation; testing/cli_test.cc runs the program on it.
    // Charts and pins are fixtures of program_fixture_test.cc.
    if (rule.id != "input-unreadable" && rule.family != "chart" && rule.family != "pin") rules.push_back(&rule);
  }
  return rules;
}

std::string TestName(const testing::TestParamInfo<const RuleInfo*>& info) {
  return absl::StrReplaceAll(info.param->id, {{"-", "_"}});
}

INSTANTIATE_TEST_SUITE_P(Rules, RuleFixture, testing::ValuesIn(AllRules()), TestName);

}  // namespace
}  // namespace chartlint
