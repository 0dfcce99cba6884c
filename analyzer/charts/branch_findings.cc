#include "analyzer/charts/branch_findings.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzer/charts/chart_places.h"
#include "analyzer/variants/undefined_templates.h"

namespace chartlint {
namespace {

// A line of a file of ChartTemplates; the chart itself where the file is not found.
ChartPlace PlaceOf(const ChartRun& run, const std::string& file, const TemplatePos& pos) {
  ChartPlace at = PlaceOfSource(*run.chart, file, pos.line, pos.column);
  if (at.place.path.empty()) at.place.path = run.chart->location;
  return at;
}

// True if a render failed for want of the template: that decides the exit code, and is told with all that includes it.
bool FailedARender(const ChartRun& run, const std::string& name) {
  return std::any_of(run.findings.begin(), run.findings.end(), [&](const Finding& finding) {
    return finding.subject == name && finding.rule->id == "chart-render-failed";
  });
}

Finding At(absl::string_view rule_id, std::string message, FilePlace place) {
  Finding finding = NewFinding(FindRule(rule_id), std::move(message));
  finding.place = std::move(place);
  return finding;
}

void AddUndefined(const ChartRun& run, std::vector<Finding>* findings) {
  const bool missing = std::any_of(run.chart->problems.begin(), run.chart->problems.end(), [](const ChartProblem& problem) {
    return problem.kind == ChartProblem::Kind::kMissingDependency;
  });
  if (missing) return;
  std::map<std::string, size_t> by_name;  // index into findings: one missing template is one fault
  for (const UndefinedInclude& include : FindUndefinedIncludes(*run.templates)) {
    if (!include.reachable) continue;
    if (FailedARender(run, include.name)) continue;
    const ChartPlace at = PlaceOf(run, include.file, include.place);
    const auto [known, first] = by_name.emplace(include.name, findings->size());
    if (!first) {
      (*findings)[known->second].related.push_back({Node(), at.Tell("included here, too"), RelatedNode::kOwnVariant, at.place});
      continue;
    }
    std::string message = absl::StrCat("no template is called \"", include.name, "\": ");
    if (include.condition.empty()) {
      absl::StrAppend(&message, include.definition.empty() ? "the chart cannot be rendered"
                                                           : absl::StrCat("whoever includes \"", include.definition, "\" fails"));
    } else {
      absl::StrAppend(&message, "the render fails as soon as `", include.condition, "` holds");
    }
    Finding finding = At("chart-undefined-template", at.Tell(message), at.place);
    finding.subject = include.name;
    findings->push_back(std::move(finding));
  }
}

absl::string_view Because(UnreachedReason reason) {
  switch (reason) {
    case UnreachedReason::kDeadDefine: return "nothing includes the template that it stands in";
    case UnreachedReason::kLookup: return "only what is in a cluster opens it";
    case UnreachedReason::kContradiction: return "its conditions exclude each other";
    case UnreachedReason::kGuard: return "the chart's own checks refuse every value that was tried";
    case UnreachedReason::kSchema: return "values.schema.json forbids what would open it";
    case UnreachedReason::kNoValue: return "no value was found that meets its conditions";
    default: break;
  }
  return "no variant shows it";
}

void AddNeverRendered(const ChartRun& run, std::vector<Finding>* findings) {
  const std::vector<BranchReport>& reports = run.discovery.branches;
  for (BranchId id = 0; id < static_cast<BranchId>(reports.size()); ++id) {
    const BranchReport& report = reports[id];
    const Branch& branch = run.branches->at(id);
    if (!report.target || report.taken) continue;
    // A body inside a body that is never rendered is the same fact.
    if (branch.parent >= 0 && reports[branch.parent].target && !reports[branch.parent].taken) continue;
    const ChartPlace at = PlaceOf(run, run.templates->files()[branch.file].path, branch.place);
    findings->push_back(At("chart-branch-never-rendered",
                           at.Tell(absl::StrCat("`", run.branches->Describe(id), "` is rendered in no variant: ",
                                                Because(report.reason))),
                           at.place));
  }
}

bool IsMadeUp(const VariantFacts& facts, const std::vector<ValuesPlace>& values) {
  for (const ValuesPlace& place : values) {
    for (const std::string& path : facts.made_up) {
      // A value inside an invented one, or a block that holds an invented one.
      if (path == place.path || absl::StartsWith(place.path, absl::StrCat(path, ".")) ||
          absl::StartsWith(place.path, absl::StrCat(path, "[")) || absl::StartsWith(path, absl::StrCat(place.path, ".")) ||
          absl::StartsWith(path, absl::StrCat(place.path, "["))) {
        return true;
      }
    }
  }
  return false;
}

// Keys and texts of what lies at the invented paths.
void AddWords(const ChartValue& value, std::set<std::string>* words) {
  if (value.IsString()) words->insert(value.string_value());
  // Small numbers stand for too much else.
  if (value.IsNumber() && value.int_value() >= 100) words->insert(absl::StrCat(value.int_value()));
  for (const auto& [key, entry] : value.map()) {
    words->insert(key);
    AddWords(entry, words);
  }
  for (const ChartValue& item : value.list()) AddWords(item, words);
}

// `path` as PrintKeyPath (variants/key_path.h) has it. A key with a dot or slash is a label's or an annotation's: the
// template does not know it, so it was invented together with its value.
void AddInventedWords(const ChartValue& value, const std::string& path, const std::set<std::string>& made_up,
                      std::set<std::string>* words) {
  for (const auto& [key, entry] : value.map()) {
    const std::string escaped = absl::StrReplaceAll(key, {{"\\", "\\\\"}, {".", "\\."}, {",", "\\,"}, {"=", "\\="}});
    const std::string below = path.empty() ? escaped : absl::StrCat(path, ".", escaped);
    if (made_up.count(below) == 0) {
      AddInventedWords(entry, below, made_up, words);
      continue;
    }
    if (absl::StrContains(key, '.') || absl::StrContains(key, '/')) words->insert(key);
    AddWords(entry, words);
  }
}

}  // namespace

std::vector<Finding> BranchFindings(const ChartRun& run, const Selection& selection) {
  std::vector<Finding> findings;
  if (run.templates == nullptr) return findings;
  AddUndefined(run, &findings);
  if (run.branches != nullptr) AddNeverRendered(run, &findings);
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](Finding& finding) {
                                  return !selection.Runs(*finding.rule) || !selection.Admits(&finding);
                                }),
                 findings.end());
  return findings;
}

void DropMadeUp(const ChartRun& run, const TemplatePlaces& places, std::vector<Finding>* findings) {
  std::vector<std::set<std::string>> words(run.facts.size());
  for (size_t i = 0; i < run.facts.size(); ++i) {
    AddInventedWords(run.facts[i].overlay.values, "", run.facts[i].made_up, &words[i]);
  }
  auto is_invented = [&](Node node, uint32_t variant) {
    if (!node) return false;
    return (node.IsScalar() && words[variant].count(std::string(node.text())) > 0) ||
           IsMadeUp(run.facts[variant], places.ValuesOf(node, variant));
  };
  auto rests_on_made_up = [&](const Finding& finding) {
    for (uint32_t variant : finding.variants) {
      if (!run.facts[variant].discovered) return false;
    }
    if (finding.variants.empty() || !finding.node) return false;
    // What a user would set beside the switches that we threw, some rules cannot know.
    if (finding.rule->found_variants == FoundVariants::kNone) return true;
    if (finding.rule->found_variants == FoundVariants::kErrors && finding.severity == Severity::kWarning) return true;
    const uint32_t variant = finding.variants.front();
    // What a value names, the user brings; another variant may render it by chance, as an example's extra manifest.
    if (finding.rule->scope == Scope::kChart && places.ComesFromValues(finding.node, variant)) return true;
    if (is_invented(finding.node, variant)) return true;
    return std::any_of(finding.related.begin(), finding.related.end(), [&](const RelatedNode& related) {
      return related.variant == RelatedNode::kOwnVariant && is_invented(related.node, variant);
    });
  };
  findings->erase(std::remove_if(findings->begin(), findings->end(), rests_on_made_up), findings->end());
}

}  // namespace chartlint
