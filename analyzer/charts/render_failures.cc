#include "analyzer/charts/render_failures.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzer/charts/chart_places.h"
#include "analyzer/charts/yaml_fault.h"
#include "analyzer/engine/selection.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/template/value_yaml.h"
#include "analyzer/variants/undefined_templates.h"

namespace chartlint {
namespace {

std::string LowerFirst(std::string text) {
  // "YAML parse error" stays; "Values don't meet" becomes lower case.
  if (text.size() > 1 && absl::ascii_isupper(text[0]) && absl::ascii_islower(text[1])) text[0] = absl::ascii_tolower(text[0]);
  return text;
}

// What kind of trouble it is, in the words of a chart's author.
std::string MessageOf(const RenderError& error) {
  switch (error.kind) {
    case RenderErrorKind::kGuard: return absl::StrCat("the chart refuses these values: ", error.message);
    case RenderErrorKind::kInvalidYaml: return absl::StrCat("the template renders no YAML: ", LowerFirst(error.message));
    case RenderErrorKind::kUndefinedTemplate:
      return absl::StrCat("no template is called \"", error.subject, "\": the render fails");
    case RenderErrorKind::kTimeout: return "the render takes longer than the time limit (--helm-timeout)";
    default: break;
  }
  if (!error.yaml_file.empty()) return error.message;
  return absl::StrCat("the render fails: ", LowerFirst(error.message));
}

// The line of a values file that sets a path, or the deepest key above it that is there.
FilePlace ValuesPlaceOf(const Chart& chart, const Variant& variant, const SchemaViolation& violation) {
  // Steps below the chart that has the schema: its name first when it is a sub-chart.
  std::vector<std::string> keys;
  if (!violation.chart.empty() && violation.chart != chart.metadata.name) keys.push_back(violation.chart);
  keys.insert(keys.end(), violation.path.begin(), violation.path.end());
  std::vector<ValuesPathStep> steps(keys.size());
  std::vector<const ValuesPathStep*> path;
  for (size_t i = 0; i < keys.size(); ++i) {
    int index = -1;
    const bool item = absl::SimpleAtoi(keys[i], &index);
    steps[i].key = item ? "" : keys[i];
    steps[i].index = item ? index : -1;
    path.push_back(&steps[i]);
  }
  FilePlace best;
  size_t deepest = 0;
  auto consider = [&](const std::string& file, absl::string_view text) {
    ValuesLines lines;
    if (!ReadYaml(text, &lines).has_value()) return;
    size_t found = 0;
    const int32_t line = lines.Find(path, &found);
    if (line > 0 && found > deepest) {
      deepest = found;
      best = {file, static_cast<uint32_t>(line), 0};
    }
  };
  for (auto file = variant.settings.values_files.rbegin(); file != variant.settings.values_files.rend(); ++file) {
    if (absl::StatusOr<std::string> text = ReadWholeFile(*file, kMaxChartFileBytes); text.ok()) consider(*file, *text);
  }
  if (const ChartFile* values = chart.Values()) {
    if (!chart.packed) consider(chart.PathOf(*values), values->bytes);
    if (best.path.empty() && !chart.packed) best = {chart.PathOf(*values), 1, 0};
  }
  if (best.path.empty()) best.path = chart.location;
  return best;
}

void AddViolations(const Chart& chart, const Variant& variant, const FailedRender& failure, std::vector<Finding>* findings) {
  for (const SchemaViolation& violation : failure.error.violations) {
    const std::string path = violation.path.empty() ? "the values" : absl::StrJoin(violation.path, ".");
    Finding finding = NewFinding(FindRule("chart-values-invalid"), absl::StrCat(path, ": ", violation.message,
                                                                      ", says the chart's values.schema.json"));
    finding.place = ValuesPlaceOf(chart, variant, violation);
    finding.subject = path;
    finding.variants = {failure.variant};
    findings->push_back(std::move(finding));
  }
}

std::string FrameMessage(const RenderErrorFrame& frame) {
  return frame.action.empty() ? "on the way here" : absl::StrCat("by ", frame.action);
}

// The place of a fault in a file of the chart or in a values file, as exact as can be.
ChartPlace PlaceOfBrokenFile(const Chart& chart, const Variant& variant, const RenderError& error) {
  const auto exact = [&](absl::string_view text, uint32_t* line, uint32_t* column) {
    const std::optional<YamlFault> fault = FindYamlFault(text);
    *line = fault.has_value() ? fault->line : error.yaml_line;
    *column = fault.has_value() ? fault->column : 0;
  };
  uint32_t line = 0, column = 0;
  if (error.kind == RenderErrorKind::kChart) {
    const ChartFileReference found = FindLoaded(chart, error.yaml_file);
    if (found.file == nullptr) return {};
    exact(found.file->bytes, &line, &column);
    return PlaceOfFile(found, line, column);
  }
  for (const std::string& file : variant.settings.values_files) {
    if (error.yaml_file != file && error.yaml_file != absl::StrCat("./", file)) continue;
    const absl::StatusOr<std::string> text = ReadWholeFile(file, kMaxChartFileBytes);
    if (text.ok()) exact(*text, &line, &column);
    return {{file, line, column}, ""};
  }
  return {};
}

// Other lines that include the name: they fail next.
void AddOtherIncludes(const Chart& chart, const ChartTemplates& templates, Finding* finding) {
  for (const UndefinedInclude& include : FindUndefinedIncludes(templates)) {
    if (include.name != finding->subject || !include.reachable) continue;
    const ChartPlace at = PlaceOfSource(chart, include.file, include.place.line, include.place.column);
    const auto is_here = [&](const FilePlace& place) { return place.path == at.place.path && place.line == at.place.line; };
    const bool known = is_here(finding->place) || std::any_of(finding->related.begin(), finding->related.end(),
                                                              [&](const RelatedNode& related) { return is_here(related.place); });
    if (at.place.path.empty() || known) continue;
    finding->related.push_back({Node(), at.Tell("included here, too"), RelatedNode::kOwnVariant, at.place});
  }
}

ChartPlace PlaceOfTemplate(const Chart& chart, const ChartTemplates& templates, int32_t file, int32_t line) {
  if (file < 0 || line <= 0) return {};
  return PlaceOfSource(chart, templates.files()[static_cast<size_t>(file)].path, line, 0);
}

// The template line that made the faulty one, and those that led there. Nothing where the template map is not sure.
void PlaceFault(const Chart& chart, const ChartTemplates& templates, const Variant& variant, const RenderedFault& fault,
                Finding* finding) {
  if (!fault.is_mapping) finding->message = "the template renders a text or a list, and no object";
  const TemplatePlace& primary = fault.place.primary;
  const ChartPlace at = PlaceOfTemplate(chart, templates, primary.file, primary.line);
  if (at.place.path.empty()) return;
  finding->place = at.place;
  finding->message = at.Tell(finding->message);
  const auto note = [&](absl::string_view message, int32_t file, int32_t line) {
    const ChartPlace other = PlaceOfTemplate(chart, templates, file, line);
    if (other.place.path.empty() || (file == primary.file && line == primary.line)) return;
    finding->related.push_back({Node(), other.Tell(message), RelatedNode::kOwnVariant, other.place});
  };
  for (const ChainLink& link : fault.place.chain) {
    note(link.role == ChainLink::Role::kInclude ? "included here" : "printed by this line", link.file, link.line);
  }
  for (const TemplatePlace& tie : fault.place.ties) {
    note("or this line: the render does not tell them apart", tie.file, tie.line);
  }
  for (const ValuesPlace& values : fault.place.values) {
    const ChartFileReference own = FindLoaded(chart, values.file);
    const std::vector<std::string>& given = variant.settings.values_files;
    ChartPlace set;
    if (own.file != nullptr) set = PlaceOfFile(own, static_cast<uint32_t>(values.line), 0);
    if (std::find(given.begin(), given.end(), values.file) != given.end()) {
      set.place = {values.file, static_cast<uint32_t>(values.line), 0};
    }
    if (set.place.path.empty()) continue;
    finding->related.push_back({Node(), set.Tell(absl::StrCat(".Values.", values.path, " is set here")), RelatedNode::kOwnVariant, set.place});
  }
}

// What was rendered there; differs from variant to variant without being another fault.
void AddRenderedLines(const Chart& chart, const std::vector<FailedRender>& failures, size_t first, std::vector<Finding>* findings) {
  for (size_t i = first; i < findings->size(); ++i) {
    Finding& finding = (*findings)[i];
    const auto failure = std::find_if(failures.begin(), failures.end(), [&](const FailedRender& candidate) {
      return candidate.variant == finding.variants.front();
    });
    if (failure == failures.end() || failure->error.kind != RenderErrorKind::kInvalidYaml || failure->error.frames.empty()) continue;
    std::string message;
    if (failure->fault.has_value()) {
      const std::string& text = failure->fault->text;
      message = absl::StrCat("line ", failure->fault->line, " of what it renders", text.empty() ? "" : ": ", text);
    } else if (failure->error.yaml_line > 0) {
      message = absl::StrCat("Helm names line ", failure->error.yaml_line, " of a document that it renders");
    }
    const ChartPlace at = PlaceInChart(chart, failure->error.frames.front().file, 0, 0);
    if (!message.empty() && !at.place.path.empty()) {
      finding.related.push_back({Node(), std::move(message), RelatedNode::kOwnVariant, at.place});
    }
  }
}

absl::string_view RuleOf(const RenderError& error) {
  if (error.kind == RenderErrorKind::kGuard || error.kind == RenderErrorKind::kValues) return "chart-values-invalid";
  return error.yaml_file.empty() ? "chart-render-failed" : "chart-unreadable";
}

Finding RenderFailure(const Chart& chart, const ChartTemplates& templates, const Variant& variant, const FailedRender& failure) {
  const RenderError& error = failure.error;
  Finding finding = NewFinding(FindRule(RuleOf(error)), MessageOf(error));
  if (!error.yaml_file.empty()) {
    const ChartPlace at = PlaceOfBrokenFile(chart, variant, error);
    finding.place = at.place;
    finding.message = at.Tell(finding.message);
  }
  if (failure.fault.has_value()) PlaceFault(chart, templates, variant, *failure.fault, &finding);
  for (const RenderErrorFrame& frame : error.frames) {
    if (failure.fault.has_value() && !finding.place.path.empty()) break;
    const ChartPlace at = PlaceInChart(chart, frame.file, frame.line, frame.column);
    if (at.place.path.empty()) continue;
    if (finding.place.path.empty()) {
      finding.place = at.place;
      finding.message = at.Tell(finding.message);
    } else {
      finding.related.push_back({Node(), at.Tell(FrameMessage(frame)), RelatedNode::kOwnVariant, at.place});
    }
  }
  if (finding.place.path.empty()) {
    const ChartFile* metadata = chart.Find("Chart.yaml");
    finding.place = {metadata != nullptr && !chart.packed ? chart.PathOf(*metadata) : chart.location,
                     chart.packed ? 0u : 1u, 0};
  }
  if (error.kind == RenderErrorKind::kUndefinedTemplate) {
    finding.subject = error.subject;
    AddOtherIncludes(chart, templates, &finding);
  }
  finding.variants = {failure.variant};
  return finding;
}

std::string PlaceKey(const FilePlace& place) { return absl::StrCat(place.path, ":", place.line, ":", place.column); }

// Findings of several variants that say the same become one.
void MergeVariants(size_t first, std::vector<Finding>* findings) {
  absl::flat_hash_map<std::string, size_t> known;
  std::vector<Finding> merged;
  for (size_t i = first; i < findings->size(); ++i) {
    Finding& finding = (*findings)[i];
    std::string key = absl::StrCat(finding.rule->id, "\n", static_cast<int>(finding.severity), "\n", finding.subject, "\n",
                                   PlaceKey(finding.place), "\n", finding.message);
    for (const RelatedNode& related : finding.related) absl::StrAppend(&key, "\n", PlaceKey(related.place), " ", related.message);
    const auto [at, added] = known.emplace(std::move(key), merged.size());
    if (added) {
      merged.push_back(std::move(finding));
      continue;
    }
    std::vector<uint32_t>& variants = merged[at->second].variants;
    for (const uint32_t variant : finding.variants) {
      if (variants.back() != variant) variants.push_back(variant);
    }
  }
  findings->resize(first);
  std::move(merged.begin(), merged.end(), std::back_inserter(*findings));
}

}  // namespace

void AddVariantFailure(const std::string& path, uint32_t variant, const absl::Status& status,
                       std::vector<Finding>* findings) {
  Finding finding = NewFinding(FindRule("chart-render-failed"), std::string(status.message()));
  finding.place.path = path;
  finding.variants = {variant};
  findings->push_back(std::move(finding));
}

size_t AddRenderFailures(const Chart& chart, const ChartTemplates& templates, const std::vector<Variant>& variants,
                         const std::vector<FailedRender>& failures, std::vector<Finding>* findings) {
  const size_t first = findings->size();
  size_t failed = 0;
  for (const FailedRender& failure : failures) {
    // A missing dependency was told at its line of Chart.yaml.
    if (failure.error.kind == RenderErrorKind::kMissingDependency && !chart.problems.empty()) continue;
    const size_t before = findings->size();
    if (failure.error.kind == RenderErrorKind::kSchema && !failure.error.violations.empty()) {
      AddViolations(chart, variants[failure.variant], failure, findings);
    } else {
      findings->push_back(RenderFailure(chart, templates, variants[failure.variant], failure));
    }
    const bool asks = failure.error.kind == RenderErrorKind::kGuard || failure.error.kind == RenderErrorKind::kSchema;
    if (asks && variants[failure.variant].origin == VariantOrigin::kDefault && failures.size() < variants.size()) {
      for (size_t i = before; i < findings->size(); ++i) (*findings)[i].severity = Severity::kNote;
    } else {
      ++failed;
    }
  }
  MergeVariants(first, findings);
  AddRenderedLines(chart, failures, first, findings);
  return failed;
}

}  // namespace chartlint
