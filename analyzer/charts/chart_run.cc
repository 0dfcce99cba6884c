#include "analyzer/charts/chart_run.h"

#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/charts/chart_findings.h"
#include "analyzer/helm/helm.h"
#include "analyzer/process/interrupts.h"

namespace chartlint {
namespace {

void AddSources(const Chart& chart, const std::string& prefix, std::vector<TemplateSource>* sources) {
  for (const ChartFile& file : chart.files) sources->push_back({absl::StrCat(prefix, file.name), file.bytes});
  for (const auto& subchart : chart.subcharts) {
    AddSources(*subchart, absl::StrCat(prefix, SubchartFolder(*subchart)), sources);
  }
}

std::vector<Variant> VariantsOf(const Chart& chart, const ChartOptions& options) {
  RenderSettings base = BaseSettings(chart);
  if (!options.release.empty()) base.release = options.release;
  if (!options.release_namespace.empty()) base.name_space = options.release_namespace;
  if (!options.kube_version.empty()) base.kube_version = options.kube_version;
  base.api_versions = options.api_versions;
  if (options.values.empty()) return ConventionalVariants(chart, base);
  // Files of one name belong together, later ones win: --values prod=a.yaml --values prod=b.yaml.
  std::vector<Variant> variants;
  for (const auto& [name, file] : options.values) {
    Variant* known = nullptr;
    for (Variant& variant : variants) {
      if (variant.name == name) known = &variant;
    }
    if (known == nullptr) {
      variants.push_back(ExplicitVariant(name, {file}, base));
    } else {
      known->settings.values_files.push_back(file);
    }
  }
  return variants;
}


}  // namespace

std::string SubchartFolder(const Chart& subchart) {
  absl::string_view name = subchart.location;
  name = name.substr(name.rfind('/') + 1);
  const bool archive = absl::EndsWith(name, ".tgz");
  return absl::StrCat("charts/", archive ? absl::string_view(subchart.metadata.name) : name, "/");
}

std::vector<TemplateSource> TemplateSourcesOf(const Chart& chart) {
  std::vector<TemplateSource> sources;
  AddSources(chart, "", &sources);
  return sources;
}

absl::StatusOr<std::vector<ChartRun>> RunCharts(const std::vector<std::string>& paths, const ChartOptions& options) {
  std::vector<ChartRun> runs(paths.size());
  std::vector<absl::StatusOr<std::unique_ptr<Chart>>> charts = LoadCharts(paths, options.jobs);
  std::vector<RenderJob> jobs;
  std::vector<std::pair<size_t, size_t>> run_and_variant;
  for (size_t i = 0; i < paths.size(); ++i) {
    ChartRun& run = runs[i];
    run.path = paths[i];
    if (!charts[i].ok()) {
      AddLoadFailure(paths[i], charts[i].status(), &run.findings);
      ++run.failed;
      continue;
    }
    run.chart = *std::move(charts[i]);
    run.templates = std::make_unique<ChartTemplates>(TemplateSourcesOf(*run.chart));
    const bool broken = AddChartProblems(*run.chart, &run.findings);
    if (broken || run.chart->metadata.IsLibrary()) {
      run.failed += broken ? 1 : 0;
      continue;
    }
    run.variants = VariantsOf(*run.chart, options);
    for (size_t variant = 0; variant < run.variants.size(); ++variant) {
      run.renders.variants.push_back(run.variants[variant].name);
      jobs.push_back({run.chart.get(), run.variants[variant].settings});
      run_and_variant.emplace_back(i, variant);
    }
  }
  if (jobs.empty()) return runs;

  absl::StatusOr<Helm> helm = Helm::Find(options.helm);
  if (!helm.ok()) return helm.status();
  std::optional<RenderCache> cache;
  if (options.use_cache && !RenderCache::DefaultFolder().empty()) cache.emplace(RenderCache::DefaultFolder());
  RenderOptions render;
  render.cache = cache.has_value() ? &*cache : nullptr;
  render.limits.time_limit = options.helm_timeout;
  render.workers = options.jobs;
  render.on_progress = options.on_progress;
  std::vector<absl::StatusOr<RenderResult>> results = RenderAll(*helm, jobs, render);
  if (Interrupts::Interrupted()) return absl::CancelledError("interrupted");

  std::vector<std::vector<FailedRender>> failures(runs.size());
  for (size_t i = 0; i < results.size(); ++i) {
    const auto [index, variant] = run_and_variant[i];
    ChartRun& run = runs[index];
    if (!results[i].ok()) {
      AddVariantFailure(run.path, static_cast<uint32_t>(variant), results[i].status(), &run.findings);
      ++run.failed;
      continue;
    }
    RenderResult& result = *results[i];
    run.helm_time += result.elapsed;
    run.from_cache += result.from_cache ? 1 : 0;
    if (result.ok) {
      run.renders.sources.push_back({absl::StrCat("<render ", run.variants[variant].name, ">"), std::move(result.text),
                                     static_cast<uint32_t>(variant)});
    } else {
      failures[index].push_back({static_cast<uint32_t>(variant), std::move(result.error)});
      ++run.failed;
    }
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].chart != nullptr) AddRenderFailures(*runs[i].chart, runs[i].variants, failures[i], &runs[i].findings);
    RenderReader(&runs[i].renders).Finish(options.jobs);
  }
  return runs;
}

}  // namespace chartlint
