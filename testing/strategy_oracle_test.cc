// Strategies against what a real API server and deployment controller answered: recorded rows, read from
// $CHARTLINT_SHARED/oracle where it is there, and skipped where it is not.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/workload.h"
#include "gtest/gtest.h"
#include "rules/catalogue.h"

namespace chartlint {
namespace {

// One row: JSON, which is YAML.
class Row {
 public:
  explicit Row(std::string text) : text_(std::move(text)), document_(Document::Parse(text_)) {}
  Node operator[](const char* key) const { return document_->root()[key]; }
  std::string Json(const char* key) const { return document_->ToJson((*this)[key]); }
  const std::string& text() const { return text_; }

 private:
  const std::string text_;
  std::unique_ptr<Document> document_;
};

std::vector<std::unique_ptr<Row>> Rows(const char* file) {
  std::vector<std::unique_ptr<Row>> rows;
  const char* folder = std::getenv("CHARTLINT_SHARED");
  if (folder == nullptr) return rows;
  std::ifstream in(absl::StrCat(folder, "/oracle/", file));
  for (std::string line; std::getline(in, line);) rows.push_back(std::make_unique<Row>(std::move(line)));
  return rows;
}

struct Manifest {
  explicit Manifest(std::string manifest)
      : text(std::move(manifest)), document(Document::Parse(text)), objects(ObjectsOf(*document)) {}
  const std::string text;
  std::unique_ptr<Document> document;
  std::vector<std::unique_ptr<Object>> objects;
};

std::vector<std::string> FamilyFindings(const Manifest& manifest, Severity severity) {
  std::vector<const Object*> objects;
  for (const auto& object : manifest.objects) objects.push_back(object.get());
  const std::unique_ptr<Release> release = Release::Build(objects, {}, false);
  const RuleOptions options;
  std::vector<std::string> found;
  for (const RuleInfo& rule : Catalogue()) {
    if (rule.family != "strategy") continue;
    Reporter reporter(&rule);
    for (const Object* object : objects) {
      if (rule.object != nullptr) rule.object({*object, options}, reporter);
    }
    if (rule.release != nullptr) rule.release({*release, options}, reporter);
    for (const Finding& finding : reporter.findings()) {
      if (finding.severity >= severity) found.emplace_back(rule.id);
    }
  }
  return found;
}

std::string DeploymentOf(const Row& row) {
  std::string rolling;
  for (const char* key : {"maxSurge", "maxUnavailable"}) {
    if (!row[key].IsUnset()) absl::StrAppend(&rolling, rolling.empty() ? "" : ", ", key, ": ", row.Json(key));
  }
  return absl::StrCat(
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: ",
      row["replicas"].text(), ", strategy: {type: ", row["type"].text(),
      rolling.empty() ? "" : absl::StrCat(", rollingUpdate: {", rolling, "}"),
      "}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}}}");
}

TEST(StrategyOracle, TheControllersAvailableCondition) {
  const auto rows = Rows("availability.jsonl");
  if (rows.empty()) GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  for (const auto& row : rows) {
    const Manifest manifest(DeploymentOf(*row));
    ASSERT_EQ(manifest.objects.size(), 1u) << manifest.text;
    const Workload& workload = *manifest.objects[0]->workload;
    const bool accepted = (*row)["accepted"].IsTrue();
    EXPECT_EQ(FamilyFindings(manifest, Severity::kError).empty(), accepted) << row->text();
    if (!accepted) continue;
    const bool rolls = workload.strategy.type == StrategyType::kRollingUpdate;
    const int64_t needed = rolls
                               ? ResolveDeployment(workload.strategy, workload.replicas).available_at_least()
                               : workload.replicas;
    const bool available = (*row)["availableWithNoPod"].IsTrue();
    EXPECT_EQ(needed <= 0, available) << row->text();
    // The rule says so of everything that has a pod to lose.
    const std::vector<std::string> found = FamilyFindings(manifest, Severity::kNote);
    const bool said = std::find(found.begin(), found.end(), "strategy-zero-available") != found.end();
    EXPECT_EQ(said, available && workload.replicas > 0) << row->text();
  }
}

struct Refusal {
  const char* part;  // of the API server's message
  const char* rule;
};
constexpr Refusal kRefusals[] = {
    {"may not be 0 when `maxSurge` is 0", "strategy-both-zero"},
    {"cannot be 0 when maxSurge is 0", "strategy-both-zero"},
    {"may not be set when maxUnavailable is non-zero", "strategy-daemonset-surge-and-unavailable"},
    {"must be greater than minReadySeconds", "strategy-deadline-too-short"},
    {"may not be specified when strategy `type` is", "strategy-recreate-with-rolling-update"},
};

TEST(StrategyOracle, WhatTheApiServerRefuses) {
  const auto rows = Rows("mutations.jsonl");
  if (rows.empty()) GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  size_t refused = 0;
  for (const auto& row : rows) {
    const Manifest manifest(row->Json("input"));
    const std::vector<std::string> found = FamilyFindings(manifest, Severity::kError);
    const absl::string_view message = (*row)["message"].text();
    if ((*row)["result"].text() == "accepted") {
      EXPECT_TRUE(found.empty()) << row->text();
      continue;
    }
    for (const Refusal& refusal : kRefusals) {
      // A number that is none makes further sums pointless: that is another fault.
      if (!absl::StrContains(message, refusal.part) || absl::StrContains(message, "a valid percent string") ||
          absl::StrContains(message, "Invalid value: -1")) {
        continue;
      }
      ++refused;
      EXPECT_EQ(found, std::vector<std::string>{refusal.rule}) << message;
    }
  }
  EXPECT_GE(refused, 4u);
}

// What the server made of real manifests: the same defaults, and no error where it had none.
TEST(StrategyOracle, TheDefaultsOfRealManifests) {
  const auto rows = Rows("manifests.jsonl");
  if (rows.empty()) GTEST_SKIP() << "no recorded answers at hand (CHARTLINT_SHARED)";
  size_t compared = 0;
  for (const auto& row : rows) {
    if ((*row)["result"].text() != "accepted") continue;
    const Manifest manifest(std::string((*row)["manifest"].text()));
    EXPECT_TRUE(FamilyFindings(manifest, Severity::kError).empty()) << manifest.text;
    if (manifest.objects.size() != 1 || manifest.objects[0]->workload == nullptr) continue;
    const Workload& ours = *manifest.objects[0]->workload;
    const Manifest server(row->Json("object"));
    ASSERT_EQ(server.objects.size(), 1u);
    const Workload& theirs = *server.objects[0]->workload;
    EXPECT_EQ(ours.strategy.type, theirs.strategy.type) << manifest.text;
    EXPECT_EQ(ours.replicas, theirs.replicas) << manifest.text;
    EXPECT_EQ(ours.service_account, theirs.service_account) << manifest.text;
    if (ours.strategy.type == StrategyType::kRollingUpdate && ours.controller != Controller::kStatefulSet) {
      EXPECT_FALSE(theirs.strategy.max_surge.defaulted()) << "the server writes it";
      EXPECT_EQ(ours.strategy.max_surge.value.ToString(), theirs.strategy.max_surge.value.ToString())
          << manifest.text;
      EXPECT_EQ(ours.strategy.max_unavailable.value.ToString(),
                theirs.strategy.max_unavailable.value.ToString())
          << manifest.text;
    }
    ASSERT_EQ(ours.containers.size(), theirs.containers.size());
    for (size_t c = 0; c < ours.containers.size(); ++c) {
      ASSERT_EQ(ours.containers[c].ports.size(), theirs.containers[c].ports.size()) << manifest.text;
      for (size_t p = 0; p < ours.containers[c].ports.size(); ++p) {
        EXPECT_EQ(ours.containers[c].ports[p].number, theirs.containers[c].ports[p].number) << manifest.text;
        EXPECT_EQ(ours.containers[c].ports[p].protocol, theirs.containers[c].ports[p].protocol)
            << manifest.text;
        EXPECT_EQ(ours.containers[c].ports[p].host_port, theirs.containers[c].ports[p].host_port)
            << manifest.text;
      }
    }
    ++compared;
  }
  EXPECT_GT(compared, 100u);
}

}  // namespace
}  // namespace chartlint
