#include "analyzer/report/baseline.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "analyzer/report/uri.h"
#include "nlohmann/json.hpp"

namespace chartlint {
namespace {

using Json = nlohmann::ordered_json;
using Key = std::pair<std::string, std::string>;  // chart, fingerprint

// A text at a path of keys and indices; empty if something else is there.
std::string TextAt(const Json& json, const char* pointer) {
  const Json::json_pointer at(pointer);
  return json.contains(at) && json[at].is_string() ? json[at].get<std::string>() : "";
}

}  // namespace

absl::StatusOr<std::vector<BaselineEntry>> ReadBaseline(absl::string_view text) {
  const Json log = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!log.is_object() || !log.contains("runs") || !log["runs"].is_array()) {
    return absl::InvalidArgumentError("no SARIF log: it has no 'runs'");
  }
  std::vector<BaselineEntry> entries;
  size_t foreign = 0;
  for (const Json& run : log["runs"]) {
    if (!run.is_object() || !run.contains("results") || !run["results"].is_array()) continue;
    for (const Json& result : run["results"]) {
      if (!result.is_object()) continue;
      BaselineEntry entry;
      entry.fingerprint = TextAt(result, "/partialFingerprints/chartlint~1v1");
      // What is suppressed, or was gone already, is not of the baseline.
      if (TextAt(result, "/baselineState") == "absent" || result.contains("suppressions")) continue;
      if (entry.fingerprint.empty()) {
        ++foreign;
        continue;
      }
      entry.rule = TextAt(result, "/ruleId");
      entry.chart = TextAt(result, "/properties/chart");
      entry.message = TextAt(result, "/message/text");
      while (!entry.message.empty() && entry.message.back() == '.') entry.message.pop_back();
      entry.file = TextAt(result, "/locations/0/physicalLocation/artifactLocation/uri");
      entries.push_back(std::move(entry));
    }
  }
  if (entries.empty() && foreign > 0) return absl::InvalidArgumentError("none of its results is from chartlint");
  return entries;
}

std::string WriteBaseline(const ReportView& view) {
  std::vector<std::pair<std::tuple<std::string, std::string, std::string, std::string>, const FindingView*>> sorted;
  for (const FindingView& finding : view.findings) {
    if (finding.suppression) continue;
    const std::string object = absl::StrCat(finding.ns, "/", finding.kind, "/", finding.name);
    sorted.push_back({{finding.chart, std::string(finding.rule->id), object, finding.fingerprint}, &finding});
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Json results = Json::array();
  for (const auto& [key, finding] : sorted) {
    const FileUri file = UriOf(finding->primary.file, view.working_directory, view.repository_root);
    Json location = {{"physicalLocation", {{"artifactLocation", {{"uri", file.uri}}}}}};
    if (!finding->kind.empty()) {
      location["logicalLocations"] = Json::array(
          {{{"fullyQualifiedName", absl::StrCat(finding->kind, "/", finding->name, finding->path.empty() ? "" : "#", finding->path)}}});
    }
    Json result = {{"ruleId", std::string(finding->rule->id)},
                   {"level", std::string(SeverityName(finding->severity))},
                   {"message", {{"text", finding->message}}},
                   {"locations", Json::array({std::move(location)})},
                   {"partialFingerprints", {{"chartlint/v1", finding->fingerprint}}}};
    if (!finding->chart.empty()) result["properties"] = {{"chart", finding->chart}};
    results.push_back(std::move(result));
  }
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({{{"tool", {{"driver", {{"name", "chartlint"}}}}}, {"results", std::move(results)}}})}};
  return log.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void ApplyBaseline(const std::vector<BaselineEntry>& baseline, const std::function<bool(absl::string_view rule)>& could_speak,
                   ReportView* view) {
  absl::flat_hash_set<Key> known, found;
  for (const BaselineEntry& entry : baseline) known.insert({entry.chart, entry.fingerprint});
  for (FindingView& finding : view->findings) {
    const Key key(finding.chart, finding.fingerprint);
    finding.baseline_state = known.contains(key) ? "unchanged" : "new";
    found.insert(key);
  }
  for (const BaselineEntry& entry : baseline) {
    const bool checked = std::find(view->charts.begin(), view->charts.end(), entry.chart) != view->charts.end();
    if (checked && could_speak(entry.rule) && !found.contains(Key(entry.chart, entry.fingerprint))) view->gone.push_back(entry);
  }
}

}  // namespace chartlint
