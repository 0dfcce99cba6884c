#include "analyzer/charts/shrink_findings.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "analyzer/parallel.h"
#include "analyzer/variants/shrink.h"

namespace chartlint {
namespace {

constexpr size_t kMostFindings = 6;    // of one chart
constexpr int kMostQuestions = 24;  // renders for one finding

bool OnlyDiscovered(const ChartRun& run, const Finding& finding) {
  return !finding.variants.empty() && std::all_of(finding.variants.begin(), finding.variants.end(),
                                                  [&](uint32_t variant) { return run.facts[variant].discovered; });
}

// The same fault of the same object, whatever the release's other settings call it.
bool SameFault(const Finding& a, const Finding& b) {
  if (a.rule != b.rule || a.severity != b.severity || a.object == nullptr || b.object == nullptr) return false;
  return a.object->kind == b.object->kind && StablePath(a.node) == StablePath(b.node) && a.subject == b.subject;
}

bool Shows(const ChartRun& run, const Overlay& overlay, const AnalysisOptions& options, const Finding& wanted) {
  absl::StatusOr<RenderResult> result = run.render_with(overlay);
  if (!result.ok() || !result->ok) return false;
  RenderSet renders;
  RenderReader reader(&renders);
  reader.AddText(reader.Variant("default"), "<render>", std::move(result->text));
  reader.Finish(1);
  AnalysisOptions one = options;
  one.selection.only = {std::string(wanted.rule->id)};
  one.stopwatch = nullptr;
  one.jobs = 1;
  const Analysis analysis = Analyze(renders, one);
  return std::any_of(analysis.findings.begin(), analysis.findings.end(),
                     [&](const Finding& finding) { return SameFault(finding, wanted); });
}

}  // namespace

void ShrinkFindings(const ChartRun& run, const AnalysisOptions& options, std::vector<Finding>* findings) {
  if (!run.render_with) return;
  std::vector<Finding*> chosen;
  for (Finding& finding : *findings) {
    const bool one_release = finding.rule->scope == Scope::kObject || finding.rule->scope == Scope::kRelease;
    if (!one_release || finding.severity == Severity::kNote || finding.object == nullptr || !OnlyDiscovered(run, finding)) continue;
    if (chosen.size() < kMostFindings) chosen.push_back(&finding);
  }
  ParallelFor(chosen.size(), options.jobs, [&](size_t i) {
    Finding& finding = *chosen[i];
    // The smallest of the variants that have it is the best start.
    const VariantFacts* start = &run.facts[finding.variants.front()];
    for (uint32_t variant : finding.variants) {
      if (run.facts[variant].set_arguments.size() < start->set_arguments.size()) start = &run.facts[variant];
    }
    const Overlay smallest = ShrinkOverlay(
        start->overlay, [&](const Overlay& overlay) { return Shows(run, overlay, options, finding); }, kMostQuestions);
    finding.seen_with = absl::StrJoin(SetArguments(smallest), " ");
  });
}

}  // namespace chartlint
