// The view model of a report: findings with their places, ready to be written by any of the writers (text.h,
// json.h, sarif.h). Built once, in the order in which it is shown; writers only format.
//
// Contract
//   BuildView turns nodes into places: the first occurrence of the node's document in the finding's first
//   variant (a related node with a variant of its own: in that one). Findings keep the order of the engine,
//   which sorts them by place, rule and message, so that a report is the same on each run and with any number
//   of threads. The template map replaces the place resolver; a resolver gives several places for a node, the
//   best one first.
// Units
//   Lines and columns are 1-based; columns count characters, utf16_ columns UTF-16 code units. The end column
//   is the one after the last character. A place without a line (a file that could not be opened) has line 0
//   and no columns.
// Lifetime
//   Place::line_text and FindingView::rule refer to the RenderSet and to the catalogue; everything else is
//   owned.
#ifndef CHARTLINT_ANALYZER_REPORT_VIEW_H_
#define CHARTLINT_ANALYZER_REPORT_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/rule.h"
#include "analyzer/input/renders.h"

namespace chartlint {

struct Place {
  std::string file;  // as the user named it; "<stdin>" for a pipe
  uint32_t line = 0, column = 0, utf16_column = 0;
  uint32_t end_line = 0, end_column = 0, end_utf16_column = 0;
  std::string source;           // Helm's `# Source:`, "chart/templates/x.yaml"; empty if unknown
  absl::string_view line_text;  // the line at which the place begins
  std::string confidence;  // "rendered": where the text stands; a template place: "exact", "near", "file"
  std::string variant;     // whose render it is
};

struct RelatedPlace {
  std::string message;
  Place place;
};

// Why a finding is shown as accepted, or not at all.
struct SuppressionView {
  bool in_source = true;  // by an annotation or a comment; false: by the configuration or a baseline
  std::string reason;
};

struct FindingView {
  const RuleInfo* rule = nullptr;
  Severity severity = Severity::kWarning;
  std::string message;
  std::string api_version, kind, ns, name;  // the object; empty where there is none
  std::string path;                         // within the object: `spec.template.spec.containers[0].args[3]`
  std::vector<std::pair<std::string, std::string>> other_names;  // variants that call the object differently, and how
  std::vector<std::string> variants;        // names, in the order given
  size_t variant_count = 1;                 // of all variants that were checked together with it
  std::string seen_with;                    // "--set tls.enabled=true": what shows it, for variants that were found
  Place primary;
  std::vector<RelatedPlace> related;  // in reading order
  std::string identity, fingerprint;  // see fingerprint.h; the latter are 16 hex digits
  std::optional<SuppressionView> suppression;
  std::string chart;           // folder of its chart; empty for manifests
  std::string baseline_state;  // "new" or "unchanged"; empty without a baseline

  // False if it is accepted, by whatever way.
  bool Counts() const { return !suppression && baseline_state != "unchanged"; }
};

// A finding of the baseline, or of an earlier report.
struct BaselineEntry {
  std::string rule, chart, fingerprint, message;
  std::string file;  // URI, for people only
};

// Something that was not read or not checked, told beside the findings.
struct NotificationView {
  bool fatal = true;
  std::string message;
  Place place;  // may have an empty file
  bool told = false;  // by a finding, too: for reports that show both
};

struct ReportView {
  std::string tool_version;
  std::string command_line;
  std::string working_directory;      // absolute; what relative files are relative to
  std::string repository_root;        // absolute; empty if unknown
  std::vector<std::string> variants;  // one unnamed set: "default"
  size_t documents = 0, distinct_documents = 0, objects = 0;
  size_t unreadable = 0;               // documents and files that could not be read
  std::vector<const RuleInfo*> rules;  // all that could run, sorted by id
  std::vector<FindingView> findings;
  std::vector<NotificationView> notifications;
  std::vector<std::string> charts;   // what was checked as a whole: charts, "" for manifests
  std::vector<BaselineEntry> gone;   // in the baseline, and not found any more
  int exit_code = 0;

  // Findings that count.
  size_t Count(Severity severity) const;
  bool IsChart() const { return variants.size() > 1; }

  // Adds the report of another chart: findings, notifications and counts. The frame (tool, command line, root, rules)
  // stays; variant names that are new are added; the graver exit code counts.
  void Append(ReportView other);
  // Copies the lines that places refer to, so that the view outlives what it was built from.
  void OwnTexts();
  std::vector<std::shared_ptr<const std::string>> texts;
};

// Turns a node into places.
class PlaceResolver {
 public:
  virtual ~PlaceResolver() = default;
  // The places of a node as rendered by `variant`, best first, never empty. The first is what a finding is
  // shown at and has no message; those of the others say what they are ("rendered here").
  virtual std::vector<RelatedPlace> Resolve(Node node, uint32_t variant) const = 0;
  // Text of a line of a file on disk that a FilePlace names; empty if it is not known. Lives as long as the
  // resolver.
  virtual absl::string_view LineOf(const std::string& path, uint32_t line) const = 0;
};

struct ViewOptions {
  std::string tool_version;
  std::string command_line;
  std::string working_directory;
  std::string repository_root;
  size_t objects = 0;
  int exit_code = 0;
  std::vector<const RuleInfo*> rules;
  const PlaceResolver* places = nullptr;  // null: where the text stands (rendered.h)
};

ReportView BuildView(const std::vector<Finding>& findings, const RenderSet& set, const ViewOptions& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_VIEW_H_
