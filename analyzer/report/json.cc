#include "analyzer/report/json.h"

#include "nlohmann/json.hpp"

namespace chartlint {

namespace {

using Json = nlohmann::ordered_json;

std::string Text(absl::string_view text) { return std::string(text); }

Json LocationOf(const Place& place) {
  Json location = {{"file", place.file}};
  if (place.line > 0) {
    location["line"] = place.line;
    location["column"] = place.column;
    location["endLine"] = place.end_line;
    location["endColumn"] = place.end_column;
  }
  return location;
}

void PutPlace(const Place& place, Json* into) {
  (*into)["location"] = LocationOf(place);
  if (!place.source.empty()) (*into)["source"] = place.source;
  if (!place.confidence.empty()) (*into)["confidence"] = place.confidence;
}

Json FindingOf(const FindingView& finding) {
  Json json = {{"rule", Text(finding.rule->id)},
               {"severity", Text(SeverityName(finding.severity))},
               {"message", finding.message}};
  if (!finding.kind.empty()) {
    Json object = {{"apiVersion", finding.api_version}, {"kind", finding.kind}};
    if (!finding.ns.empty()) object["namespace"] = finding.ns;
    object["name"] = finding.name;
    json["object"] = std::move(object);
  }
  if (!finding.path.empty()) json["path"] = finding.path;
  json["variants"] = finding.variants;
  if (!finding.seen_with.empty()) json["seenWith"] = finding.seen_with;
  PutPlace(finding.primary, &json);
  json["related"] = Json::array();
  for (const RelatedPlace& related : finding.related) {
    Json note = {{"message", related.message}};
    PutPlace(related.place, &note);
    if (!related.place.variant.empty()) note["variant"] = related.place.variant;
    json["related"].push_back(std::move(note));
  }
  json["fingerprint"] = finding.fingerprint;
  if (!finding.chart.empty()) json["chart"] = finding.chart;
  if (!finding.baseline_state.empty()) json["baseline"] = finding.baseline_state;
  if (finding.suppression) {
    json["suppressed"] = {{"by", finding.suppression->in_source ? "source" : "configuration"},
                          {"reason", finding.suppression->reason}};
  }
  return json;
}

}  // namespace

std::string WriteJson(const ReportView& view) {
  Json report = {{"version", 1}, {"tool", {{"name", "chartlint"}, {"version", view.tool_version}}}};
  report["summary"] = {{"variants", view.variants},
                       {"documents", view.documents},
                       {"distinctDocuments", view.distinct_documents},
                       {"objects", view.objects},
                       {"unreadable", view.unreadable},
                       {"rules", view.rules.size()},
                       {"errors", view.Count(Severity::kError)},
                       {"warnings", view.Count(Severity::kWarning)},
                       {"notes", view.Count(Severity::kNote)},
                       {"exitCode", view.exit_code}};
  report["findings"] = Json::array();
  for (const FindingView& finding : view.findings) report["findings"].push_back(FindingOf(finding));
  if (!view.gone.empty()) {
    report["gone"] = Json::array();
    for (const BaselineEntry& entry : view.gone) {
      report["gone"].push_back({{"rule", entry.rule}, {"message", entry.message}, {"file", entry.file}, {"fingerprint", entry.fingerprint}});
    }
  }
  report["notifications"] = Json::array();
  for (const NotificationView& notification : view.notifications) {
    Json json = {{"level", notification.fatal ? "error" : "note"}, {"message", notification.message}};
    if (!notification.place.file.empty()) json["location"] = LocationOf(notification.place);
    report["notifications"].push_back(std::move(json));
  }
  // Input may hold bytes that are no UTF-8; they must not stop a report.
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace chartlint
