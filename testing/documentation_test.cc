// Runs what the guides in docs/ show: files in blocks "```yaml file=NAME" are written into a repository of its own, commands
// in blocks "```console" are run there, and what they print is compared; "..." in the guide stands for anything within a line.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "testing/scratch_repository.h"

namespace chartlint {
namespace {

// Does `line` look like `shown`, where "..." is anything?
bool Matches(absl::string_view line, absl::string_view shown) {
  const size_t dots = shown.find("...");
  if (dots == absl::string_view::npos) return line == shown;
  const absl::string_view behind = shown.substr(dots + 3);
  return absl::StartsWith(line, shown.substr(0, dots)) && absl::EndsWith(line, behind);
}

void ExpectOutput(const std::string& printed, const std::vector<std::string>& shown, const std::string& where) {
  std::vector<std::string> lines = absl::StrSplit(absl::StripSuffix(printed, "\n"), '\n');
  bool equal = lines.size() == shown.size();
  for (size_t i = 0; equal && i < lines.size(); ++i) equal = Matches(lines[i], shown[i]);
  EXPECT_TRUE(equal) << where << " prints\n" << printed << "\nand the guide shows\n" << absl::StrJoin(shown, "\n");
}

void RunCommands(const ScratchRepository& repository, const std::vector<std::string>& block, const std::string& where) {
  for (size_t i = 0; i < block.size();) {
    absl::string_view command = block[i++];
    ASSERT_TRUE(absl::ConsumePrefix(&command, "$ chartlint")) << where << ": " << command;
    const std::vector<std::string> arguments = absl::StrSplit(command, ' ', absl::SkipEmpty());
    std::vector<std::string> shown;
    while (i < block.size() && !absl::StartsWith(block[i], "$ ")) shown.push_back(block[i++]);
    const ProgramResult result = repository.Run(arguments);
    ExpectOutput(result.out + result.err, shown, absl::StrCat(where, ": chartlint", command));
  }
}

class Guide : public testing::TestWithParam<const char*> {};

TEST_P(Guide, ShowsWhatHappens) {
  const std::string file = absl::StrCat("docs/", GetParam(), ".md");
  const ScratchRepository repository(GetParam());
  const std::vector<std::string> lines = absl::StrSplit(ReadWholeFile(file), '\n');
  size_t commands = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!absl::StartsWith(lines[i], "```")) continue;
    const std::string head = lines[i];
    const std::string where = absl::StrCat(file, ":", i + 1);
    std::vector<std::string> block;
    for (++i; i < lines.size() && lines[i] != "```"; ++i) block.push_back(lines[i]);
    if (const size_t name = head.find(" file="); name != std::string::npos) {
      repository.Write(head.substr(name + 6), absl::StrCat(absl::StrJoin(block, "\n"), "\n"));
    } else if (head == "```console") {
      ++commands;
      RunCommands(repository, block, where);
    }
  }
  EXPECT_GT(commands, 0u);
}

INSTANTIATE_TEST_SUITE_P(Docs, Guide, testing::Values("configuration", "suppression", "baseline", "pins", "own-rules"),
                         [](const auto& info) { return absl::StrReplaceAll(info.param, {{"-", "_"}}); });

}  // namespace
}  // namespace chartlint
