#include "analyzer/report/sarif.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzer/report/sarif_rules.h"
#include "analyzer/report/uri.h"
#include "analyzer/version.h"
#include "nlohmann/json.hpp"

namespace chartlint {

namespace {

using Json = nlohmann::ordered_json;

// What GitHub keeps of one run and of one result.
constexpr size_t kMaxResults = 5000;
constexpr size_t kMaxLocations = 100;
constexpr size_t kMaxTags = 10;
constexpr size_t kMaxDescription = 1024;

std::string Text(absl::string_view text) { return std::string(text); }

Json Message(absl::string_view text) { return {{"text", Text(text)}}; }

std::string Sentence(absl::string_view text) {
  return absl::StrCat(text, absl::EndsWith(text, ".") ? "" : ".");
}

std::string Cut(std::string text, size_t limit) {
  if (text.size() <= limit) return text;
  text.resize(text.rfind(' ', limit - 4));
  return text + " …";
}

class SarifWriter {
 public:
  explicit SarifWriter(const ReportView& view) : view_(view) {}
  std::string Write();

 private:
  void CollectRules();
  void CollectResults();
  Json RuleOf(const RuleInfo& rule) const;
  Json PhysicalLocation(const Place& place) const;
  Json LogicalLocations(const FindingView& finding) const;
  std::string MessageOf(const FindingView& finding, size_t related) const;
  Json ResultOf(const FindingView& finding) const;
  Json GoneResult(const BaselineEntry& entry) const;
  Json Invocation() const;

  const ReportView& view_;
  std::vector<const RuleInfo*> rules_;
  absl::flat_hash_map<const RuleInfo*, size_t> index_;
  std::vector<const FindingView*> results_;
};

void SarifWriter::CollectRules() {
  rules_ = view_.rules;
  for (const FindingView& finding : view_.findings) {
    // The reader's own findings are told whatever rules were selected.
    if (std::find(rules_.begin(), rules_.end(), finding.rule) == rules_.end()) rules_.push_back(finding.rule);
  }
  std::sort(rules_.begin(), rules_.end(), [](const RuleInfo* a, const RuleInfo* b) { return a->id < b->id; });
  for (size_t i = 0; i < rules_.size(); ++i) index_.emplace(rules_[i], i);
}

void SarifWriter::CollectResults() {
  for (const FindingView& finding : view_.findings) results_.push_back(&finding);
  std::stable_sort(results_.begin(), results_.end(), [](const FindingView* a, const FindingView* b) {
    const bool a_open = a->Counts();
    const bool b_open = b->Counts();
    return a_open != b_open ? a_open : a->severity > b->severity;
  });
  if (results_.size() > kMaxResults) results_.resize(kMaxResults);
}

Json SarifWriter::RuleOf(const RuleInfo& rule) const {
  Json tags = Json::array({"kubernetes", Text(rule.family)});
  if (!rule.security_severity.empty()) tags.push_back("security");  // what makes GitHub show a security alert
  for (absl::string_view tag : rule.tags) {
    if (tags.size() < kMaxTags && std::find(tags.begin(), tags.end(), Text(tag)) == tags.end())
      tags.push_back(Text(tag));
  }
  Json properties = {{"tags", std::move(tags)}};
  if (!rule.precision.empty()) properties["precision"] = Text(rule.precision);
  properties["problem.severity"] =
      rule.severity == Severity::kNote ? "recommendation" : Text(SeverityName(rule.severity));
  if (!rule.security_severity.empty()) properties["security-severity"] = Text(rule.security_severity);
  Json json = {{"id", Text(rule.id)},
               {"name", PascalCase(rule.id)},
               {"shortDescription", Message(Sentence(rule.title))},
               {"fullDescription", Message(Cut(Unwrapped(rule.rationale), kMaxDescription))}};
  if (const std::string page = RulePageUri(rule); !page.empty()) json["helpUri"] = page;
  json["help"] = {{"text", RuleHelpText(rule)}, {"markdown", RuleHelpMarkdown(rule)}};
  json["defaultConfiguration"] = {{"level", Text(SeverityName(rule.severity))}};
  json["properties"] = std::move(properties);
  return json;
}

// 3.29. A place without a line is a file as a whole; code hosts show it at its first line.
Json SarifWriter::PhysicalLocation(const Place& place) const {
  const FileUri file = UriOf(place.file, view_.working_directory, view_.repository_root);
  Json artifact = {{"uri", file.uri}};
  if (file.in_repository) artifact["uriBaseId"] = "%SRCROOT%";
  Json region = {{"startLine", std::max<uint32_t>(place.line, 1)}};
  if (place.line > 0 && place.utf16_column > 0) {
    region["startColumn"] = place.utf16_column;
    region["endLine"] = std::max(place.end_line, place.line);
    region["endColumn"] = place.end_utf16_column;
  }
  return {{"artifactLocation", std::move(artifact)}, {"region", std::move(region)}};
}

// 3.33: the object, and the field within it.
Json SarifWriter::LogicalLocations(const FindingView& finding) const {
  const std::string object =
      absl::StrCat(finding.ns.empty() ? "" : absl::StrCat(finding.ns, "/"), finding.kind, "/", finding.name);
  Json locations =
      Json::array({{{"name", finding.name}, {"fullyQualifiedName", object}, {"kind", "object"}}});
  if (!finding.path.empty()) {
    locations.push_back({{"name", finding.path},
                         {"fullyQualifiedName", absl::StrCat(object, "#", finding.path)},
                         {"kind", "property"}});
  }
  return locations;
}

// Code hosts show the text alone, so that variants and notes are told in it, notes as links (3.11.6).
std::string SarifWriter::MessageOf(const FindingView& finding, size_t related) const {
  std::string text = Sentence(finding.message);
  if (finding.variants.size() < finding.variant_count && !finding.variants.empty()) {
    absl::StrAppend(&text, " In ", absl::StrJoin(finding.variants, ", "), " (", finding.variants.size(),
                    " of ", finding.variant_count, " variants).");
  }
  if (!finding.seen_with.empty()) absl::StrAppend(&text, " Seen with `", finding.seen_with, "`.");
  for (size_t i = 0; i < related; ++i) {
    const std::string link =
        absl::StrReplaceAll(finding.related[i].message, {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}});
    absl::StrAppend(&text, i == 0 ? " See: [" : "; [", link, "](", i + 1, ")", i + 1 == related ? "." : "");
  }
  return text;
}

Json SarifWriter::ResultOf(const FindingView& finding) const {
  const size_t related = std::min(finding.related.size(), kMaxLocations - 1);
  Json result = {{"ruleId", Text(finding.rule->id)},
                 {"ruleIndex", index_.at(finding.rule)},
                 {"level", Text(SeverityName(finding.severity))},
                 {"message", Message(MessageOf(finding, related))}};
  Json location = {{"physicalLocation", PhysicalLocation(finding.primary)}};
  if (!finding.kind.empty()) location["logicalLocations"] = LogicalLocations(finding);
  result["locations"] = Json::array({std::move(location)});
  for (size_t i = 0; i < related; ++i) {
    result["relatedLocations"].push_back({{"id", i + 1},
                                          {"physicalLocation", PhysicalLocation(finding.related[i].place)},
                                          {"message", Message(finding.related[i].message)}});
  }
  result["partialFingerprints"] = {{"primaryLocationLineHash", absl::StrCat(finding.fingerprint, ":1")},
                                   {"chartlint/v1", finding.fingerprint}};
  if (!finding.baseline_state.empty()) result["baselineState"] = finding.baseline_state;
  if (finding.suppression) {
    Json suppression = {{"kind", finding.suppression->in_source ? "inSource" : "external"}};
    if (!finding.suppression->reason.empty()) suppression["justification"] = finding.suppression->reason;
    result["suppressions"] = Json::array({std::move(suppression)});
  }
  Json properties = {{"variants", finding.variants}};
  if (!finding.seen_with.empty()) properties["seenWith"] = finding.seen_with;
  if (!finding.chart.empty()) properties["chart"] = finding.chart;
  if (!finding.primary.source.empty()) properties["source"] = finding.primary.source;
  if (!finding.primary.confidence.empty()) properties["confidence"] = finding.primary.confidence;
  result["properties"] = std::move(properties);
  return result;
}

// 3.27.24: "absent". It has a level of its own, so that readers that do not know the property make little of it.
Json SarifWriter::GoneResult(const BaselineEntry& entry) const {
  Json result = {{"ruleId", entry.rule},
                 {"level", "none"},
                 {"kind", "pass"},
                 {"message", Message(Sentence(entry.message))},
                 {"baselineState", "absent"},
                 {"partialFingerprints", {{"chartlint/v1", entry.fingerprint}}}};
  if (!entry.file.empty()) {
    result["locations"] = Json::array({{{"physicalLocation", {{"artifactLocation", {{"uri", entry.file}}}}}}});
  }
  if (!entry.chart.empty()) result["properties"] = {{"chart", entry.chart}};
  return result;
}

Json SarifWriter::Invocation() const {
  Json invocation = {{"executionSuccessful", view_.exit_code < 2}, {"exitCode", view_.exit_code}};
  if (!view_.command_line.empty()) invocation["commandLine"] = view_.command_line;
  Json notifications = Json::array();
  for (const NotificationView& notification : view_.notifications) {
    Json json = {{"level", notification.fatal ? "error" : "note"},
                 {"message", Message(Sentence(notification.message))}};
    if (!notification.place.file.empty()) {
      json["locations"] = Json::array({{{"physicalLocation", PhysicalLocation(notification.place)}}});
    }
    notifications.push_back(std::move(json));
  }
  if (view_.findings.size() > results_.size()) {
    notifications.push_back(
        {{"level", "warning"},
         {"message", Message(absl::StrCat(view_.findings.size() - results_.size(), " of ",
                                          view_.findings.size(), " findings are left out: a run holds the ",
                                          kMaxResults, " most severe ones."))}});
  }
  if (!notifications.empty()) invocation["toolExecutionNotifications"] = std::move(notifications);
  return invocation;
}

std::string SarifWriter::Write() {
  CollectRules();
  CollectResults();
  Json driver = {{"name", "chartlint"},
                 {"semanticVersion", view_.tool_version},
                 {"informationUri", kHomepage},
                 {"rules", Json::array()}};
  for (const RuleInfo* rule : rules_) driver["rules"].push_back(RuleOf(*rule));
  Json results = Json::array();
  for (const FindingView* finding : results_) results.push_back(ResultOf(*finding));
  for (const BaselineEntry& entry : view_.gone) results.push_back(GoneResult(entry));
  Json run = {{"tool", {{"driver", std::move(driver)}}},
              {"invocations", Json::array({Invocation()})},
              {"columnKind", "utf16CodeUnits"},
              {"results", std::move(results)},
              {"properties", {{"variants", view_.variants}}}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({std::move(run)})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string WriteSarif(const ReportView& view) { return SarifWriter(view).Write(); }

}  // namespace chartlint
