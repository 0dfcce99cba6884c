#include "analyzer/report/merge_sarif.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace chartlint {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMaxResults = 5000;  // what GitHub keeps of a run

std::string TextAt(const Json& json, const char* pointer) {
  const Json::json_pointer at(pointer);
  return json.contains(at) && json[at].is_string() ? json[at].get<std::string>() : "";
}

// Low comes first: what counts before what is accepted, then by severity.
int RankOf(const Json& result) {
  const std::string level = TextAt(result, "/level");
  const std::string state = TextAt(result, "/baselineState");
  const bool counts = !result.contains("suppressions") && state != "unchanged" && state != "absent";
  return (counts ? 0 : 10) + (level == "error" ? 0 : level == "note" ? 2 : 1);
}

class Merger {
 public:
  absl::Status Add(const std::string& name, const std::string& text);
  std::string Write();

 private:
  void AddRun(const Json& run);

  Json first_driver_;
  std::map<std::string, Json> rules_;
  std::vector<Json> results_;
  std::set<std::tuple<std::string, std::string, std::string>> seen_;
  Json invocations_ = Json::array();
  Json variants_ = Json::array();
};

absl::Status Merger::Add(const std::string& name, const std::string& text) {
  const Json log = Json::parse(text, nullptr, false);
  if (!log.is_object() || !log.contains("runs") || !log["runs"].is_array()) {
    return absl::InvalidArgumentError(absl::StrCat(name, ": no SARIF log"));
  }
  for (const Json& run : log["runs"]) {
    if (TextAt(run, "/tool/driver/name") != "chartlint") return absl::InvalidArgumentError(absl::StrCat(name, ": not from chartlint"));
    if (first_driver_.is_null()) first_driver_ = run["tool"]["driver"];
    AddRun(run);
  }
  return absl::OkStatus();
}

void Merger::AddRun(const Json& run) {
  const auto each = [&run](const char* pointer, auto&& use) {
    const Json::json_pointer at(pointer);
    if (!run.contains(at) || !run[at].is_array()) return;
    for (const Json& item : run[at]) use(item);
  };
  each("/tool/driver/rules", [this](const Json& rule) { rules_.emplace(TextAt(rule, "/id"), rule); });
  each("/invocations", [this](const Json& invocation) { invocations_.push_back(invocation); });
  each("/properties/variants", [this](const Json& variant) {
    if (std::find(variants_.begin(), variants_.end(), variant) == variants_.end()) variants_.push_back(variant);
  });
  each("/results", [this](const Json& result) {
    const std::string fingerprint = TextAt(result, "/partialFingerprints/chartlint~1v1");
    const auto key = std::make_tuple(TextAt(result, "/ruleId"), TextAt(result, "/properties/chart"), fingerprint);
    if (!fingerprint.empty() && !seen_.insert(key).second) return;
    results_.push_back(result);
  });
}

std::string Merger::Write() {
  std::map<std::string, size_t> index;
  Json rules = Json::array();
  for (const auto& [id, rule] : rules_) {
    index[id] = rules.size();
    rules.push_back(rule);
  }
  std::stable_sort(results_.begin(), results_.end(), [](const Json& a, const Json& b) { return RankOf(a) < RankOf(b); });
  if (results_.size() > kMaxResults) results_.resize(kMaxResults);
  Json results = Json::array();
  for (Json& result : results_) {
    const auto at = index.find(TextAt(result, "/ruleId"));
    if (at == index.end()) {
      result.erase("ruleIndex");
    } else {
      result["ruleIndex"] = at->second;
    }
    results.push_back(std::move(result));
  }
  first_driver_["rules"] = std::move(rules);
  Json run = {{"tool", {{"driver", std::move(first_driver_)}}},
              {"invocations", std::move(invocations_)},
              {"columnKind", "utf16CodeUnits"},
              {"results", std::move(results)},
              {"properties", {{"variants", std::move(variants_)}}}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({std::move(run)})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

absl::StatusOr<std::string> MergeSarif(const std::vector<std::pair<std::string, std::string>>& logs) {
  Merger merger;
  for (const auto& [name, text] : logs) {
    if (absl::Status added = merger.Add(name, text); !added.ok()) return added;
  }
  return merger.Write();
}

}  // namespace chartlint
