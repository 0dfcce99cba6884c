// The families ports and probes against what a real API server answered: recorded rows, skipped where they
// are not at hand.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/object.h"
#include "gtest/gtest.h"
#include "rules/catalogue.h"
#include "testing/shared_data.h"

namespace chartlint {
namespace {

// Ids of the object rules of both families that report an error for a manifest.
std::set<std::string> Errors(const std::string& manifest) {
  const std::unique_ptr<Document> document = Document::Parse(manifest);
  const RuleOptions options;
  std::set<std::string> found;
  for (const std::unique_ptr<Object>& object : ObjectsOf(*document)) {
    for (const RuleInfo& rule : Catalogue()) {
      if (rule.object == nullptr || (rule.family != "ports" && rule.family != "probes")) continue;
      Reporter reporter(&rule);
      rule.object({*object, options}, reporter);
      for (const Finding& finding : reporter.findings()) {
        if (finding.severity == Severity::kError) found.insert(std::string(rule.id));
      }
    }
  }
  return found;
}

// The rule that must say what a refusal says; empty if it is none of these families' business.
std::string RuleFor(absl::string_view field, absl::string_view message) {
  if (absl::StrContains(field, "Probe")) return "probes-invalid";
  if (absl::StrContains(message, "must match `containerPort`")) return "ports-host-network-mismatch";
  const bool port = absl::StrContains(field, "ports[");
  if (port && absl::StrContains(message, "Duplicate value")) return "ports-duplicate";
  const bool of_service = absl::StartsWith(field, "spec.ports[") && absl::EndsWith(field, "].name");
  if (of_service && absl::StrContains(message, "Required value")) return "ports-duplicate";
  return "";
}

TEST(PortsProbesOracle, RefusalsAreFoundAndNothingElse) {
  const std::vector<std::string> rows = SharedLines("oracle/mutations.jsonl");
  if (rows.empty()) GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  size_t compared = 0;
  for (const std::string& text : rows) {
    const std::unique_ptr<Document> row = Document::Parse(text);
    const Node root = row->root();
    const std::set<std::string> found = Errors(row->ToJson(root["input"]));
    if (root["result"].text() == "accepted") {
      // A probe that asks a name which nobody has is accepted; it fails on the node.
      for (const std::string& rule : found) EXPECT_EQ(rule, "probes-port-missing") << root["mutation"].text();
      continue;
    }
    std::set<std::string> wanted;
    bool others = false;
    for (Node cause : root["causes"].Items()) {
      const std::string rule = RuleFor(cause["field"].text(), cause["message"].text());
      if (rule.empty()) others = true;
      if (!rule.empty()) wanted.insert(rule);
    }
    // The decoder stops at the first value of a wrong type and names no causes; unknown fields are the
    // schema's business.
    const absl::string_view message = root["message"].text();
    if (root["causes"].size() == 0 && absl::StrContains(message, "cannot unmarshal") &&
        absl::StrContains(message, "Probe.")) {
      wanted.insert("probes-invalid");
    }
    // A value that is wrong by itself may be reported as that alone.
    if (wanted.empty() || (others && wanted.count("ports-host-network-mismatch") > 0)) continue;
    ++compared;
    for (const std::string& rule : wanted) {
      EXPECT_EQ(found.count(rule), 1u) << rule << ": " << root["mutation"].text() << ": " << message;
    }
  }
  EXPECT_GE(compared, 60u);
}

TEST(PortsProbesOracle, RealManifestsThatWereAcceptedHaveNoErrors) {
  const std::vector<std::string> rows = SharedLines("oracle/manifests.jsonl");
  if (rows.empty()) GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  for (const std::string& text : rows) {
    const std::unique_ptr<Document> row = Document::Parse(text);
    if (row->root()["result"].text() != "accepted") continue;
    const std::string manifest(row->root()["manifest"].text());
    EXPECT_TRUE(Errors(manifest).empty()) << manifest;
  }
}

}  // namespace
}  // namespace chartlint
