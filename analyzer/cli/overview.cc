#include "analyzer/cli/overview.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/variants/coverage.h"

namespace chartlint {
namespace {

std::vector<VariantColumn> ColumnsOf(const RenderSet& renders) {
  std::vector<VariantColumn> columns;
  for (const std::string& name : renders.variants) columns.push_back({name, Completeness::kNotRendered});
  for (const Source& source : renders.sources) columns[source.variant].completeness = Completeness::kComplete;
  for (const DistinctDocument& document : renders.documents) {
    if (!document.document->problem()) continue;
    for (uint32_t variant : document.Variants()) columns[variant].completeness = Completeness::kPartlyRead;
  }
  for (const InputProblem& problem : renders.problems) {
    if (problem.fatal && problem.variant < columns.size()) columns[problem.variant].completeness = Completeness::kPartlyRead;
  }
  return columns;
}

absl::string_view TextOf(const Object& object) {
  const Span span = object.root.span();
  return object.document()->text().substr(span.begin, span.end - span.begin);
}

// Numbers of the texts by variant, 1 for the most common one.
std::vector<uint32_t> NumberTexts(const std::vector<const Object*>& by_variant) {
  struct Known {
    absl::string_view text;
    uint32_t count = 0, number = 0;
  };
  std::vector<Known> known;
  std::vector<int> which(by_variant.size(), -1);
  for (size_t variant = 0; variant < by_variant.size(); ++variant) {
    if (by_variant[variant] == nullptr) continue;
    const absl::string_view text = TextOf(*by_variant[variant]);
    const auto found = std::find_if(known.begin(), known.end(), [&](const Known& other) { return other.text == text; });
    which[variant] = static_cast<int>(found - known.begin());
    if (found == known.end()) known.push_back({text, 0, 0});
    ++known[static_cast<size_t>(which[variant])].count;
  }
  std::vector<Known*> order;
  for (Known& text : known) order.push_back(&text);
  std::stable_sort(order.begin(), order.end(), [](const Known* a, const Known* b) { return a->count > b->count; });
  for (size_t i = 0; i < order.size(); ++i) order[i]->number = static_cast<uint32_t>(i + 1);
  std::vector<uint32_t> numbers;
  for (int index : which) numbers.push_back(index < 0 ? 0 : known[static_cast<size_t>(index)].number);
  return numbers;
}

}  // namespace

PartOverview OverviewOf(const RenderSet& renders, const Analysis& analysis, const std::string& chart) {
  PartOverview part;
  part.chart = chart;
  part.variants = ColumnsOf(renders);
  for (const Presence::Row& row : analysis.presence->rows()) {
    std::vector<const Object*> by_variant;
    for (uint32_t release : analysis.release_of_variant) by_variant.push_back(row.by_variant[release]);
    part.objects.push_back({std::string(row.group), std::string(row.kind), std::string(row.ns), std::string(row.name), NumberTexts(by_variant)});
  }
  std::sort(part.objects.begin(), part.objects.end(), [](const ObjectRow& a, const ObjectRow& b) {
    return std::tie(a.kind, a.ns, a.name, a.group) < std::tie(b.kind, b.ns, b.name, b.group);
  });
  return part;
}

void AddCoverage(const ChartRun& run, PartOverview* part) {
  if (run.branches == nullptr || run.discovery.branches.size() != run.branches->branches().size()) return;
  part->has_coverage = true;
  for (FileCoverage& file : CoverageByFile(*run.templates, *run.branches, run.discovery)) {
    TemplateCoverage coverage = {std::move(file.file), file.taken, file.total, 0, std::move(file.never_rendered)};
    if (const int32_t index = run.templates->FindFile(coverage.file); index >= 0) {
      const std::string& text = run.templates->files()[static_cast<size_t>(index)].text;
      coverage.lines = static_cast<int32_t>(std::count(text.begin(), text.end(), '\n'));
      if (!text.empty() && text.back() != '\n') ++coverage.lines;
    }
    part->templates.push_back(std::move(coverage));
  }
}

}  // namespace chartlint
