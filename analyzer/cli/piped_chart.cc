#include "analyzer/cli/piped_chart.h"

#include <set>
#include <utility>
#include <vector>

#include "analyzer/helm/chart_files.h"
#include "analyzer/helm/chart_metadata.h"
#include "analyzer/helm/find_charts.h"
#include "analyzer/variants/chart_sources.h"

namespace chartlint {

std::string FindChartOfRender(const std::string& folder, const RenderSet& renders) {
  std::set<absl::string_view> names;
  for (const DistinctDocument& document : renders.documents) {
    for (const Occurrence& occurrence : document.occurrences) {
      const absl::string_view source = occurrence.template_path;
      if (!source.empty()) names.insert(source.substr(0, source.find('/')));
    }
  }
  if (names.size() != 1) return "";
  absl::StatusOr<std::vector<std::string>> charts = FindCharts(folder);
  if (!charts.ok()) return "";
  std::string found;
  for (const std::string& chart : *charts) {
    absl::StatusOr<std::string> text = ReadWholeFile(chart + "/Chart.yaml", kMaxChartFileBytes);
    if (!text.ok() || ParseChartMetadata(*text).name != *names.begin()) continue;
    if (!found.empty()) return "";
    found = chart;
  }
  return found;
}

absl::StatusOr<std::unique_ptr<ChartRun>> ChartOfRender(const std::string& path, RenderSet renders) {
  absl::StatusOr<std::unique_ptr<Chart>> chart = LoadChart(path);
  if (!chart.ok()) return chart.status();
  auto run = std::make_unique<ChartRun>();
  run->path = path;
  run->chart = *std::move(chart);
  run->templates = std::make_unique<ChartTemplates>(TemplateSourcesOf(*run->chart));
  run->values_known = false;
  run->renders = std::move(renders);
  for (const std::string& name : run->renders.variants) {
    run->variants.push_back({name, VariantOrigin::kExplicit, BaseSettings(*run->chart)});
    run->facts.emplace_back();
  }
  return run;
}

}  // namespace chartlint
