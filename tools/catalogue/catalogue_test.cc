// The catalogue's reader refuses every mistake with its place, and the emitter writes what the
// build expects.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/catalogue/emit.h"
#include "tools/catalogue/entry.h"

namespace chartlint {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kPath[] = "rules/strategy/strategy-both-zero.yaml";
constexpr char kEntry[] = R"(id: strategy-both-zero
title: Surge and unavailable are both zero
severity: error
profile: default
scope: object
rationale: |
  The API server refuses it.
silent: Values it cannot resolve.
remediation: Give one of them a number.
parameters: {limit: 3, names: [a, b]}
references: ["https://example.org/a?b"]
security-severity: "7.5"
)";

std::string Replaced(absl::string_view from, absl::string_view to) {
  return absl::StrReplaceAll(kEntry, {{from, to}});
}

TEST(ReadEntryTest, ReadsEveryField) {
  const absl::StatusOr<CatalogueEntry> entry = ReadEntry(kPath, kEntry);
  ASSERT_TRUE(entry.ok()) << entry.status();
  EXPECT_EQ(entry->id, "strategy-both-zero");
  EXPECT_EQ(entry->family, "strategy");
  EXPECT_EQ(entry->rationale, "The API server refuses it.");
  ASSERT_EQ(entry->parameters.size(), 2u);
  EXPECT_EQ(entry->parameters[0].second, "3");
  EXPECT_EQ(entry->parameters[1].second, "[a, b]");
  EXPECT_EQ(entry->precision, "high");
  EXPECT_EQ(entry->security_severity, "7.5");
}

TEST(ReadEntryTest, RefusesMistakesWithTheirPlace) {
  const struct {
    std::string text;
    std::string message;
  } cases[] = {
      {Replaced("title:", "titel:"), ":2: unknown key 'titel'"},
      {Replaced("silent: Values it cannot resolve.\n", ""), ":1: key 'silent' is missing"},
      {Replaced("profile:", "title:"), ":4: key 'title' is there twice"},
      {Replaced("profile:", "found-variants: some\nprofile:"), ":4: "},
      {Replaced("severity: error\n", "severity: fatal\n"), ":3: severity is one of error, "},
      {Replaced("id: strategy-both-zero", "id: strategy-both"), ":1: id 'strategy-both' is not"},
      {Replaced("\"7.5\"", "\"11\""), ":12: security-severity is a number"},
      {Replaced("remediation: Give one of them a number.", "remediation: \"\""),
       ":9: remediation is empty"},
      {Replaced("references: [", "references: {"), ":11: "},
      {"- a\n", ":1: an entry is a mapping"},
  };
  for (const auto& c : cases) {
    const absl::StatusOr<CatalogueEntry> entry = ReadEntry(kPath, c.text);
    ASSERT_FALSE(entry.ok()) << c.message;
    EXPECT_THAT(std::string(entry.status().message()), HasSubstr(absl::StrCat(kPath, c.message)));
  }
}

TEST(ReadEntryTest, IdBeginsWithItsFamily) {
  const auto entry = ReadEntry("rules/ports/strategy-both-zero.yaml", kEntry);
  ASSERT_FALSE(entry.ok());
  EXPECT_TRUE(absl::StrContains(entry.status().message(), "does not begin with the folder's name"));
}

TEST(FunctionNameTest, JoinsWords) {
  EXPECT_EQ(FunctionName("strategy-zero-available"), "StrategyZeroAvailable");
  EXPECT_EQ(FunctionName("note"), "Note");
}

TEST(LiteralTest, EscapesEveryByteThatCouldMeanSomething) {
  EXPECT_EQ(Literal("a\"\\"), "\"a\\\"\\\\\"");
  EXPECT_EQ(Literal(absl::string_view("\0" "1", 2)), "\"\\0001\"");
  EXPECT_EQ(Literal("?" "?/"), "\"\\077\\077/\"");
  EXPECT_EQ(Literal("\xc3\xa4"), "\"\\303\\244\"");
  EXPECT_EQ(Literal("a\nb\n"), "\"a\\n\"\n    \"b\\n\"");
  EXPECT_EQ(Literal(""), "\"\"");
}

TEST(EmitTest, PrototypesAndTableFollowTheScope) {
  CatalogueEntry object = *ReadEntry(kPath, kEntry);
  CatalogueEntry input = object;
  input.id = "yaml-syntax";
  input.scope = "input";
  CatalogueEntry chart = object;
  chart.id = "a-chart";
  chart.scope = "chart";
  const std::string prototypes = EmitPrototypes({object, input, chart});
  EXPECT_THAT(prototypes, HasSubstr("void AChart(const ChartContext&, Reporter&);\n"
                                    "void StrategyBothZero(const ObjectContext&, Reporter&);\n"));
  EXPECT_THAT(prototypes, Not(HasSubstr("YamlSyntax")));
  const std::string table = EmitCatalogue({object, input, chart});
  EXPECT_THAT(table, HasSubstr("rule.chart = &AChart;"));
  EXPECT_THAT(table, HasSubstr("rule.object = &StrategyBothZero;"));
  EXPECT_THAT(table, HasSubstr("rule.scope = Scope::kInput;"));
}

TEST(EmitTest, EmbedsFilesByName) {
  const std::string source = EmitEmbedded("rules/data/embedded.h", "DataFile", {{"flags.tsv", "a\tb\n"}});
  EXPECT_THAT(source, HasSubstr("#include \"rules/data/embedded.h\"\n"));
  EXPECT_THAT(source, HasSubstr("absl::string_view DataFile(absl::string_view name) {\n"));
  EXPECT_THAT(source, HasSubstr("if (name == \"flags.tsv\") return absl::string_view(\"a\\011b\\n\", 4);"));
}

}  // namespace
}  // namespace chartlint
