// The tables of rules/data that this folder reads are well-formed: a mistake in one would only make rules silent.
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "analyzer/yaml/document.h"
#include "gtest/gtest.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

// `on`, `off` and `no` are booleans in YAML 1.1, so that a key of that name can't be looked up.
void ExpectStringKeys(Node node, const char* file) {
  for (const auto& [key, value] : node.Entries()) {
    EXPECT_TRUE(key.IsString()) << file << ":" << key.begin().line << ": " << key.text();
    ExpectStringKeys(value, file);
  }
  for (Node item : node.Items()) ExpectStringKeys(item, file);
}

TEST(TablesTest, YamlTables) {
  for (const char* file : {"programs.yaml", "listeners.yaml", "leader_election.yaml", "config_keys.yaml"}) {
    const auto document = Document::Parse(DataFile(file));
    ASSERT_FALSE(document->problem().has_value()) << file << ": " << document->problem()->message;
    EXPECT_TRUE(document->root().IsMapping()) << file;
    EXPECT_TRUE(document->duplicate_keys().empty()) << file;
    ExpectStringKeys(document->root(), file);
  }
}

TEST(TablesTest, FlagTables) {
  for (const char* file : {"flags.tsv", "list_flags.tsv"}) {
    const size_t fields = std::string(file) == "flags.tsv" ? 3 : 2;
    std::string last;
    int rows = 0;
    for (absl::string_view line : absl::StrSplit(DataFile(file), '\n', absl::SkipEmpty())) {
      if (line[0] == '#') continue;
      const std::vector<absl::string_view> row = absl::StrSplit(line, '\t');
      ASSERT_EQ(row.size(), fields) << file << ": " << line;
      if (fields == 3) {
        EXPECT_TRUE(row[1] == "bool" || row[1] == "scalar") << file << ": " << line;
      }
      EXPECT_NE(line, last) << file;
      last = std::string(line);
      ++rows;
    }
    EXPECT_GT(rows, 100) << file;
  }
}

}  // namespace
}  // namespace chartlint
