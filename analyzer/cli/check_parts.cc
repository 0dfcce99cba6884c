#include "analyzer/cli/check_parts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/charts/branch_findings.h"
#include "analyzer/charts/shrink_findings.h"
#include "analyzer/charts/template_comments.h"
#include "analyzer/charts/template_places.h"
#include "analyzer/charts/two_releases.h"
#include "analyzer/cli/check.h"
#include "analyzer/cli/overview.h"
#include "analyzer/report/fingerprint.h"
#include "analyzer/report/rendered.h"

namespace chartlint {
namespace {

// Files that a finding or a document stands in, as the configuration names them.
class Files {
 public:
  // `places` and `chart` only for charts.
  Files(const Settings& settings, const RenderSet& renders, const TemplatePlaces* places, std::string chart)
      : settings_(settings), renders_(renders), rendered_(renders), places_(places), chart_(std::move(chart)) {}

  IgnorePaths Paths() const {
    return {[this](const Finding& finding) { return OfFinding(finding); },
            [this](const DistinctDocument& document) { return OfDocument(document); }};
  }

 private:
  void Add(absl::string_view path, std::vector<std::string>* paths) const {
    if (!path.empty()) paths->push_back(settings_.RelativeToBase(std::string(path)));
  }
  std::vector<std::string> OfDocument(const DistinctDocument& document) const {
    std::vector<std::string> paths;
    Add(chart_, &paths);
    for (const Occurrence& occurrence : document.occurrences) {
      if (places_ == nullptr) {
        Add(renders_.sources[occurrence.source].path, &paths);
        Add(occurrence.template_path, &paths);
      } else if (const int32_t file = places_->FileOf(occurrence); file >= 0) {
        Add(places_->PathOnDisk(static_cast<size_t>(file)), &paths);
      }
    }
    return paths;
  }
  std::vector<std::string> OfFinding(const Finding& finding) const {
    const DistinctDocument* document = rendered_.Find(finding.node ? finding.node.document() : finding.document);
    std::vector<std::string> paths;
    Add(finding.place.path, &paths);
    if (document == nullptr) {
      Add(chart_, &paths);
      return paths;
    }
    paths = OfDocument(*document);
    // The line may be made by a partial.
    if (places_ != nullptr && finding.node) {
      Add(places_->Resolve(finding.node, finding.variants.empty() ? 0 : finding.variants.front()).front().place.file, &paths);
    }
    return paths;
  }

  const Settings& settings_;
  const RenderSet& renders_;
  RenderedPlaces rendered_;
  const TemplatePlaces* places_;
  const std::string chart_;
};

void Move(std::vector<Finding>* from, std::vector<Finding>* to) {
  std::move(from->begin(), from->end(), std::back_inserter(*to));
  from->clear();
}

// One template line that is wrong in several variants is one fault, also where variants that we found call the object
// differently (`fullnameOverride` is a switch like others). Objects of one variant that a loop makes stay apart. Who accepts
// such a fault under the name that he knows has accepted it under those that we made up.
void MergeAtTemplateLines(const ChartRun& run, ReportView* view) {
  std::set<std::string> discovered;
  for (size_t i = 0; i < run.facts.size(); ++i) {
    if (run.facts[i].discovered) discovered.insert(run.variants[i].name);
  }
  std::map<std::string, size_t> first_at;
  std::vector<FindingView> merged;
  for (FindingView& finding : view->findings) {
    const Place& place = finding.primary;
    const bool in_template = place.confidence == "exact";
    const std::string key = absl::StrCat(finding.rule->id, "\n", SeverityName(finding.severity), "\n", place.file, ":", place.line,
                                         ":", place.column, "\n", finding.path);
    const auto [at, added] = first_at.emplace(key, merged.size());
    if (in_template && !added) {
      FindingView& first = merged[at->second];
      std::vector<std::string>& variants = first.variants;
      const auto is_found = [&](const std::string& variant) { return discovered.count(variant) > 0; };
      // An acceptance that is for the name goes with the fault; one that is for a variant does not.
      const bool accepted_alike = first.suppression.has_value() == finding.suppression.has_value() ||
                                  (first.name != finding.name &&
                                   (first.suppression.has_value() || std::all_of(variants.begin(), variants.end(), is_found)));
      const bool apart = std::all_of(finding.variants.begin(), finding.variants.end(), [&](const std::string& variant) {
        return is_found(variant) && std::find(variants.begin(), variants.end(), variant) == variants.end();
      });
      if (apart && accepted_alike && first.primary.confidence == "exact") {
        variants.insert(variants.end(), finding.variants.begin(), finding.variants.end());
        for (const std::string& variant : finding.variants) first.other_names.emplace_back(variant, finding.name);
        if (!first.suppression.has_value()) first.suppression = std::move(finding.suppression);
        continue;
      }
    }
    merged.push_back(std::move(finding));
  }
  view->findings = std::move(merged);
}

// As somebody reads a file, whatever order its parts are rendered in.
void SortByPlace(std::vector<FindingView>* findings) {
  std::stable_sort(findings->begin(), findings->end(), [](const FindingView& a, const FindingView& b) {
    return std::tie(a.primary.file, a.primary.line, a.primary.column) < std::tie(b.primary.file, b.primary.line, b.primary.column);
  });
}

std::vector<Finding> UnmatchedEntries(const Config& config, const RunScope& scope) {
  std::vector<Finding> findings;
  for (const ConfiguredChart& entry : config.charts) {
    const bool matches = std::any_of(scope.charts.begin(), scope.charts.end(),
                                     [&](const std::string& chart) { return entry.path.Matches(chart); });
    if (matches || absl::EndsWith(entry.path_text, ".tgz")) continue;
    Finding finding = NewFinding(FindRule("chart-entry-unmatched"),
                                 absl::StrCat("no chart of the repository matches '", entry.path_text, "': the entry has no effect"));
    finding.place = entry.path_place;
    finding.subject = entry.path_text;
    findings.push_back(std::move(finding));
  }
  return findings;
}

int InputCode(size_t unreadable) { return unreadable > 0 ? kExitInput : kExitClean; }

std::vector<Finding> Selected(std::vector<Finding> findings, const Selection& selection) {
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](Finding& finding) {
                                  return !selection.Runs(*finding.rule) || !selection.Admits(&finding);
                                }),
                 findings.end());
  return findings;
}

// What the configuration itself asks for: broken pins and own rules, accepted ones marked.
std::vector<Finding> Configured(const RenderSet& renders, const std::string& chart, CheckContext* context, const Analysis& analysis) {
  const OwnRules& rules = context->settings.own_rules;
  if (context->pins.empty() && rules.empty()) return {};
  const Selection& selection = context->analysis.selection;
  std::vector<Finding> broken = Selected(context->pins.Check(renders, analysis, chart), selection);
  std::vector<Finding> own = Selected(rules.Check(renders, analysis, selection), selection);
  Move(&own, &broken);
  for (Finding& finding : broken) analysis.suppressions->Apply(&finding);
  return broken;
}

void Add(std::vector<Finding> findings, const RenderSet& renders, Analysis* analysis) {
  if (findings.empty()) return;
  Move(&findings, &analysis->findings);
  MergeAndSort(renders, &analysis->findings);
}

}  // namespace

ReportView CheckManifests(const RenderSet& renders, const PlaceResolver* places, CheckContext* context) {
  AnalysisOptions options = context->analysis;
  options.suppressions_later = true;
  Analysis analysis = Analyze(renders, options);
  Add(Configured(renders, "", context, analysis), renders, &analysis);
  AddSuppressionFindings(renders, options.selection, &analysis);
  context->hidden_rules.insert(analysis.hidden_rules.begin(), analysis.hidden_rules.end());
  if (!context->ignores.empty()) {
    const Files files(context->settings, renders, nullptr, "");
    context->ignores.Apply(renders, analysis, files.Paths(), &analysis.findings);
  }
  ViewOptions frame = context->frame;
  frame.objects = analysis.object_count;
  frame.exit_code = InputCode(analysis.unreadable);
  frame.places = places;
  ReportView view = BuildView(analysis.findings, renders, frame);
  if (analysis.unreadable == 0) view.charts.push_back("");
  if (context->overview != nullptr) context->overview->parts.push_back(OverviewOf(renders, analysis, ""));
  return view;
}

JudgedChart JudgeChart(const ChartRun& run, const Settings& settings, AnalysisOptions options) {
  options.suppressions_later = true;
  if (settings.options.release_namespace.empty()) options.release.release_namespace = settings.SetupOf(run.path).release_namespace;
  JudgedChart judged{Analyze(run.renders, options), nullptr};
  if (run.chart == nullptr) return judged;
  Analysis& analysis = judged.analysis;
  judged.places = std::make_unique<TemplatePlaces>(run);
  DropMadeUp(run, *judged.places, &analysis.findings);
  std::vector<Finding> of_releases = CompareReleases(run, analysis, *judged.places, options.selection);
  for (Finding& finding : of_releases) analysis.suppressions->Apply(&finding);
  Move(&of_releases, &analysis.findings);
  ShrinkFindings(run, options, &analysis.findings);
  std::vector<Finding> of_branches = BranchFindings(run, options.selection);
  Move(&of_branches, &analysis.findings);
  MergeAndSort(run.renders, &analysis.findings);
  return judged;
}

ReportView CheckChart(ChartRun* run, JudgedChart judged, CheckContext* context) {
  Analysis& analysis = judged.analysis;
  const TemplatePlaces* places = judged.places.get();
  context->hidden_rules.insert(analysis.hidden_rules.begin(), analysis.hidden_rules.end());
  const Selection& selection = context->analysis.selection;
  ViewOptions frame = context->frame;
  frame.places = places;
  if (run->chart != nullptr) {
    std::vector<Finding> configured = Configured(run->renders, context->settings.RelativeToBase(run->path), context, analysis);
    if (!configured.empty()) DropMadeUp(*run, *places, &configured);
    Add(std::move(configured), run->renders, &analysis);
    TemplateComments comments(*run, *places);
    comments.Apply(&analysis.findings);
    comments.Apply(&run->findings);
    Add(comments.Findings(analysis, selection), run->renders, &analysis);
  }
  const std::string chart = context->settings.RelativeToBase(run->path);
  if (!context->ignores.empty()) {
    const Files files(context->settings, run->renders, places, run->path);
    context->ignores.Apply(run->renders, analysis, files.Paths(), &run->findings);
    context->ignores.Apply(run->renders, analysis, files.Paths(), &analysis.findings);
  }
  // What could not be rendered is said whatever rules are selected: nothing is lost in silence.
  const size_t failures = run->findings.size();
  std::vector<Finding> findings;
  Move(&run->findings, &findings);
  Move(&analysis.findings, &findings);
  frame.objects = analysis.object_count;
  frame.exit_code = InputCode(analysis.unreadable + run->failed);
  ReportView view = BuildView(findings, run->renders, frame);
  view.unreadable += run->failed;
  for (FindingView& finding : view.findings) finding.chart = chart;
  if (view.exit_code == kExitClean) view.charts.push_back(chart);
  for (size_t i = 0; i < failures; ++i) {
    const FindingView& failure = view.findings[i];
    view.notifications.push_back({failure.severity == Severity::kError, failure.message, failure.primary, true});
  }
  MergeAtTemplateLines(*run, &view);
  SortByPlace(&view.findings);
  AssignFingerprints(&view.findings);
  if (context->overview != nullptr) {
    context->overview->parts.push_back(OverviewOf(run->renders, analysis, chart));
    AddCoverage(*run, &context->overview->parts.back());
  }
  // Texts of the chart end with the run; what the writers need of them is kept in the view.
  view.OwnTexts();
  return view;
}

ReportView CheckConfiguration(const RunScope& scope, CheckContext* context) {
  const Selection& selection = context->analysis.selection;
  std::vector<Finding> findings = context->ignores.Findings(selection, scope.complete);
  std::vector<Finding> unmatched = Selected(context->pins.Unmatched(scope.complete, scope.all_charts), selection);
  Move(&unmatched, &findings);
  std::vector<Finding> entries = Selected(UnmatchedEntries(context->settings.config, scope), selection);
  Move(&entries, &findings);
  // The files of the configuration, so that their lines can be shown.
  RenderSet files;
  for (const ConfigFile& file : context->settings.config.files) files.sources.push_back({file.path, *file.text, 0});
  ReportView view = BuildView(findings, files, context->frame);
  view.OwnTexts();
  return view;
}

}  // namespace chartlint
