// The engine: runs the catalogue's rules over a RenderSet and gives merged, sorted findings.
//
// Cost follows distinct text: object rules run once per distinct document, release rules once per distinct set of
// documents, chart rules over the distinct sets. The result does not depend on the number of threads.
// Lifetime: Analysis refers into the RenderSet, which must outlive it; findings refer into the Analysis' objects.
#ifndef CHARTLINT_ANALYZER_ENGINE_ANALYSIS_H_
#define CHARTLINT_ANALYZER_ENGINE_ANALYSIS_H_

#include <memory>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/presence.h"
#include "analyzer/engine/rule.h"
#include "analyzer/engine/selection.h"
#include "analyzer/engine/suppression.h"
#include "analyzer/input/renders.h"
#include "analyzer/kube/program_facts.h"
#include "analyzer/stopwatch.h"

namespace chartlint {

struct AnalysisOptions {
  Selection selection;
  RuleOptions rules;
  ReleaseOptions release;
  const ProgramFacts* facts = &ProgramFacts::BuiltIn();  // must outlive the Analysis
  int jobs = 1;
  // The caller tells what is wrong with exceptions: it has more findings, or the templates that hold the comments.
  bool suppressions_later = false;
  Stopwatch* stopwatch = nullptr;  // told of the ends of "index" and "rules"
};

struct Analysis {
  std::vector<std::vector<std::unique_ptr<Object>>> objects;  // parallel to RenderSet::documents
  std::vector<std::unique_ptr<Release>> releases;             // one per distinct set of documents
  std::vector<uint32_t> release_of_variant;                   // index into releases
  std::unique_ptr<Presence> presence;                         // over the distinct sets
  std::vector<Finding> findings;  // sorted by place of the first variant, then rule, then message
  std::unique_ptr<SourceSuppressions> suppressions;
  absl::flat_hash_set<absl::string_view> hidden_rules;  // that spoke, but not for the selected profile
  size_t object_count = 0;
  size_t unreadable = 0;          // documents that could not be parsed, and files that could not be read
  size_t rules_run = 0;
};

Analysis Analyze(const RenderSet& renders, const AnalysisOptions& options);

// What is wrong with exceptions in the texts; for callers that set `suppressions_later`, when nothing more is to come.
void AddSuppressionFindings(const RenderSet& renders, const Selection& selection, Analysis* analysis);

// What the reader found: input-unreadable, yaml-syntax, yaml-not-an-object, yaml-duplicate-key. Declared here for Analyze.
std::vector<Finding> ReaderFindings(const RenderSet& renders, const Selection& selection);

// Merges findings that say the same of the same object in several variants, and sorts.
void MergeAndSort(const RenderSet& renders, std::vector<Finding>* findings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_ANALYSIS_H_
