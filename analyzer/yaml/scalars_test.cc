#include "analyzer/yaml/scalars.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "testing/shared_data.h"

namespace chartlint {
namespace {

TEST(Scalars, ResolveAsTheDecoderDoes) {
  struct Case {
    const char* text;
    NodeKind kind;
    const char* json;  // of numbers and booleans
  };
  const Case kCases[] = {
      {"y", NodeKind::kBool, "true"},         {"OFF", NodeKind::kBool, "false"},
      {"tRuE", NodeKind::kString, ""},        {"", NodeKind::kNull, ""},
      {"NULL", NodeKind::kNull, ""},          {"nUll", NodeKind::kString, ""},
      {"010", NodeKind::kInt, "8"},           {"0o10", NodeKind::kInt, "8"},
      {"08", NodeKind::kFloat, "8"},          {"+_1", NodeKind::kInt, "1"},
      {"-0b11", NodeKind::kInt, "-3"},        {"0x", NodeKind::kString, ""},
      {"1__0", NodeKind::kInt, "10"},         {"_1", NodeKind::kString, ""},
      {".5_0", NodeKind::kFloat, "0.5"},      {"._5", NodeKind::kString, ""},
      {"1e400", NodeKind::kString, ""},       {"1e-400", NodeKind::kFloat, "0"},
      {"1:30", NodeKind::kString, ""},        {"2001-12-14", NodeKind::kString, ""},
      {"-9223372036854775808", NodeKind::kInt, "-9223372036854775808"},
      {"18446744073709551615", NodeKind::kInt, "18446744073709551615"},
      {"+18446744073709551615", NodeKind::kFloat, "18446744073709552000"},
      {".inf", NodeKind::kFloat, ""},         {"inf", NodeKind::kString, ""},
      {"-", NodeKind::kString, ""},           {"0X1f", NodeKind::kInt, "31"},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(ResolvePlain(c.text), c.kind) << c.text;
    if (c.kind != NodeKind::kString) {
      EXPECT_EQ(JsonOfScalar(c.kind, c.text).value_or(""), c.json) << c.text;
    }
  }
}

TEST(Scalars, TagsDecideOrRefuse) {
  EXPECT_EQ(ResolveTagged(ScalarTag::kString, "1"), NodeKind::kString);
  EXPECT_EQ(ResolveTagged(ScalarTag::kInt, "1"), NodeKind::kInt);
  EXPECT_EQ(ResolveTagged(ScalarTag::kInt, "1.0"), std::nullopt);
  EXPECT_EQ(ResolveTagged(ScalarTag::kFloat, "0x10"), NodeKind::kFloat);
  EXPECT_EQ(JsonOfScalar(NodeKind::kFloat, "0x10"), "16");
  EXPECT_EQ(ResolveTagged(ScalarTag::kNull, "x"), std::nullopt);
  EXPECT_EQ(ResolveTagged(ScalarTag::kTimestamp, "5"), std::nullopt);
  EXPECT_EQ(ResolveTagged(ParseScalarTag("!foo"), "1"), NodeKind::kString);
  EXPECT_EQ(DecodeYamlBinary("aGk="), "hi");
  EXPECT_EQ(DecodeYamlBinary("aGk"), std::nullopt);
  EXPECT_EQ(DecodeYamlBinary("a=k="), std::nullopt);
}

TEST(Scalars, KeysArePrintedWith32Bits) {
  EXPECT_EQ(KeyOfScalar(NodeKind::kFloat, "1e3"), "1000");
  EXPECT_EQ(KeyOfScalar(NodeKind::kFloat, "123456789.5"), "1.2345679e+08");
  EXPECT_EQ(KeyOfScalar(NodeKind::kFloat, "1e-5"), "1e-05");
  EXPECT_EQ(KeyOfScalar(NodeKind::kFloat, "-.Inf"), "-.inf");
  EXPECT_EQ(KeyOfScalar(NodeKind::kInt, "18446744073709551615"), std::nullopt);
  EXPECT_EQ(KeyOfScalar(NodeKind::kBool, "Yes"), "true");
}

// How a real API server read these spellings as a ConfigMap's value.
TEST(Scalars, AgreeWithAnApiServer) {
  const auto lines = SharedLines("oracle/scalars.jsonl");
  if (lines.empty()) GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  for (const std::string& line : lines) {
    const auto row = nlohmann::json::parse(line);
    const std::string scalar = row["scalar"];
    const std::string text = absl::StrCat("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n  k: ", scalar, "\n");
    auto document = Document::Parse(text);
    const bool refused = row["jsonType"] == "refused";
    ASSERT_EQ(document->problem().has_value(), refused) << line;
    if (refused) continue;
    const auto json = nlohmann::json::parse(document->ToJson(document->root()["data"]["k"]));
    EXPECT_EQ(json, row["json"]) << line;
  }
}

}  // namespace
}  // namespace chartlint
