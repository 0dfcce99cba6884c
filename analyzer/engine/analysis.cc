#include "analyzer/engine/analysis.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "analyzer/parallel.h"
#include "rules/catalogue.h"

namespace chartlint {
namespace {

std::vector<const RuleInfo*> RulesOf(Scope scope, const Selection& selection) {
  std::vector<const RuleInfo*> rules;
  for (const RuleInfo& rule : Catalogue()) {
    if (rule.scope == scope && selection.Runs(rule)) rules.push_back(&rule);
  }
  return rules;
}

// Finds the object that holds a node, by the chain of parents.
class ObjectFinder {
 public:
  explicit ObjectFinder(const std::vector<std::vector<std::unique_ptr<Object>>>& objects) {
    for (const auto& of_document : objects) {
      for (const auto& object : of_document) by_root_[{object->root.document(), object->root.id()}] = object.get();
    }
  }
  const Object* Find(Node node) const {
    for (; node; node = node.Parent()) {
      auto at = by_root_.find({node.document(), node.id()});
      if (at != by_root_.end()) return at->second;
    }
    return nullptr;
  }

 private:
  absl::flat_hash_map<std::pair<const Document*, uint32_t>, const Object*> by_root_;
};

// Distinct sets of documents: which variants share one, in order of the first variant.
struct ReleaseSets {
  std::vector<uint32_t> set_of_variant;
  std::vector<std::vector<uint32_t>> variants_of_set;
};

ReleaseSets GroupVariants(const RenderSet& renders) {
  ReleaseSets sets;
  std::map<std::vector<uint32_t>, uint32_t> known;
  for (uint32_t variant = 0; variant < renders.documents_of_variant.size(); ++variant) {
    auto [at, added] = known.emplace(renders.documents_of_variant[variant], sets.variants_of_set.size());
    if (added) sets.variants_of_set.emplace_back();
    sets.set_of_variant.push_back(at->second);
    sets.variants_of_set[at->second].push_back(variant);
  }
  return sets;
}

// `# Source: CHART/templates/x.yaml` names the chart.
void AddChartName(const DistinctDocument& document, std::vector<std::string>* names) {
  const absl::string_view path = document.occurrences.front().template_path;
  const absl::string_view chart = path.substr(0, path.find('/'));
  if (!chart.empty() && std::find(names->begin(), names->end(), chart) == names->end()) names->emplace_back(chart);
}

std::unique_ptr<Release> BuildRelease(const RenderSet& renders, const Analysis& analysis, uint32_t variant,
                                      const ReleaseOptions& options) {
  std::vector<const Object*> objects;
  bool unreadable = false;
  ReleaseOptions own = options;
  for (uint32_t document : renders.documents_of_variant[variant]) {
    unreadable |= renders.documents[document].document->problem().has_value();
    AddChartName(renders.documents[document], &own.chart_names);
    for (const auto& object : analysis.objects[document]) objects.push_back(object.get());
  }
  for (const InputProblem& problem : renders.problems) unreadable |= problem.fatal && problem.variant == variant;
  return Release::Build(std::move(objects), own, unreadable);
}

std::vector<Finding> CheckDocument(const std::vector<std::unique_ptr<Object>>& objects,
                                   const std::vector<const RuleInfo*>& rules, const RuleOptions& options) {
  std::vector<Finding> findings;
  for (const auto& object : objects) {
    for (const RuleInfo* rule : rules) {
      Reporter reporter(rule);
      rule->object({*object, options}, reporter);
      std::move(reporter.findings().begin(), reporter.findings().end(), std::back_inserter(findings));
    }
  }
  return findings;
}

// Rules of the chart speak of distinct sets; people want to read of variants.
void ExpandSets(const ReleaseSets& sets, Finding* finding) {
  std::vector<uint32_t> variants;
  for (uint32_t set : finding->variants) {
    variants.insert(variants.end(), sets.variants_of_set[set].begin(), sets.variants_of_set[set].end());
  }
  std::sort(variants.begin(), variants.end());
  finding->variants = std::move(variants);
  for (RelatedNode& related : finding->related) {
    if (related.variant != RelatedNode::kOwnVariant) related.variant = sets.variants_of_set[related.variant].front();
  }
}

}  // namespace

void AddSuppressionFindings(const RenderSet& renders, const Selection& selection, Analysis* analysis) {
  std::vector<Finding> findings = analysis->suppressions->AnnotationFindings(selection);
  std::vector<Finding> comments = analysis->suppressions->CommentFindings(selection);
  std::move(comments.begin(), comments.end(), std::back_inserter(findings));
  if (findings.empty()) return;
  for (Finding& finding : findings) {
    if (selection.Runs(*finding.rule) && selection.Admits(&finding)) analysis->findings.push_back(std::move(finding));
  }
  MergeAndSort(renders, &analysis->findings);
}

Analysis Analyze(const RenderSet& renders, const AnalysisOptions& options) {
  Analysis analysis;
  const size_t document_count = renders.documents.size();
  analysis.objects.resize(document_count);
  ParallelFor(document_count, options.jobs,
              [&](size_t i) { analysis.objects[i] = ObjectsOf(*renders.documents[i].document, *options.facts); });

  const ReleaseSets sets = GroupVariants(renders);
  analysis.release_of_variant = sets.set_of_variant;
  analysis.releases.resize(sets.variants_of_set.size());
  ParallelFor(analysis.releases.size(), options.jobs, [&](size_t i) {
    analysis.releases[i] = BuildRelease(renders, analysis, sets.variants_of_set[i].front(), options.release);
  });
  if (options.stopwatch != nullptr) options.stopwatch->End("index");

  const std::vector<const RuleInfo*> object_rules = RulesOf(Scope::kObject, options.selection);
  const std::vector<const RuleInfo*> release_rules = RulesOf(Scope::kRelease, options.selection);
  const std::vector<const RuleInfo*> chart_rules = RulesOf(Scope::kChart, options.selection);
  analysis.rules_run = object_rules.size() + release_rules.size() + chart_rules.size() +
                       RulesOf(Scope::kInput, options.selection).size();

  std::vector<std::vector<Finding>> of_documents(document_count);
  ParallelFor(document_count, options.jobs, [&](size_t i) {
    of_documents[i] = CheckDocument(analysis.objects[i], object_rules, options.rules);
    for (Finding& finding : of_documents[i]) finding.variants = renders.documents[i].Variants();
  });

  // One task per release and rule: a chart's releases differ in size, its rules in cost.
  std::vector<std::vector<Finding>> of_releases(analysis.releases.size() * release_rules.size());
  ParallelFor(of_releases.size(), options.jobs, [&](size_t i) {
    const size_t set = i / release_rules.size();
    const RuleInfo* rule = release_rules[i % release_rules.size()];
    Reporter reporter(rule);
    rule->release({*analysis.releases[set], options.rules}, reporter);
    for (Finding& finding : reporter.findings()) finding.variants = sets.variants_of_set[set];
    of_releases[i] = std::move(reporter.findings());
  });

  std::vector<std::string> names;
  std::vector<const Release*> releases;
  for (size_t set = 0; set < analysis.releases.size(); ++set) {
    names.push_back(renders.variants[sets.variants_of_set[set].front()]);
    releases.push_back(analysis.releases[set].get());
  }
  analysis.presence = std::make_unique<Presence>(std::move(names), std::move(releases));
  std::vector<std::vector<Finding>> of_chart(chart_rules.size());
  ParallelFor(of_chart.size(), options.jobs, [&](size_t i) {
    Reporter reporter(chart_rules[i]);
    chart_rules[i]->chart({*analysis.presence, options.rules}, reporter);
    for (Finding& finding : reporter.findings()) ExpandSets(sets, &finding);
    of_chart[i] = std::move(reporter.findings());
  });

  analysis.suppressions = std::make_unique<SourceSuppressions>(renders, analysis.objects);
  SourceSuppressions& suppressions = *analysis.suppressions;
  analysis.findings = ReaderFindings(renders, options.selection);
  if (!suppressions.empty()) {
    for (Finding& finding : analysis.findings) suppressions.Apply(&finding);
  }
  const ObjectFinder finder(analysis.objects);
  for (auto* group : {&of_documents, &of_releases, &of_chart}) {
    for (std::vector<Finding>& findings : *group) {
      for (Finding& finding : findings) {
        finding.object = finder.Find(finding.node);
        if (!suppressions.empty()) suppressions.Apply(&finding);
        if (options.selection.Admits(&finding)) {
          analysis.findings.push_back(std::move(finding));
        } else {
          analysis.hidden_rules.insert(finding.rule->id);
        }
      }
    }
  }
  MergeAndSort(renders, &analysis.findings);
  if (!options.suppressions_later) AddSuppressionFindings(renders, options.selection, &analysis);

  for (const auto& objects : analysis.objects) analysis.object_count += objects.size();
  for (const DistinctDocument& document : renders.documents) {
    if (document.document->problem().has_value()) ++analysis.unreadable;
  }
  for (const InputProblem& problem : renders.problems) analysis.unreadable += problem.fatal ? 1 : 0;
  if (options.stopwatch != nullptr) options.stopwatch->End("rules");
  return analysis;
}

}  // namespace chartlint
