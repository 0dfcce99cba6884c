#include "analyzer/charts/chart_run.h"

#include <algorithm>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/charts/chart_findings.h"
#include "analyzer/charts/chart_plan.h"
#include "analyzer/charts/render_failures.h"
#include "analyzer/charts/rendered_fault.h"
#include "analyzer/charts/template_places.h"
#include "analyzer/charts/two_releases.h"
#include "analyzer/helm/helm.h"
#include "analyzer/helm/render_cache.h"
#include "analyzer/parallel.h"
#include "analyzer/process/interrupts.h"
#include "analyzer/variants/chart_sources.h"
#include "analyzer/variants/kept_discovery.h"

namespace chartlint {

namespace {

ChartSetup SetupOf(const ChartRun& run, const ChartOptions& options) {
  const auto at = options.setups.find(run.path);
  return at == options.setups.end() ? ChartSetup() : at->second;
}

// A chart that can be rendered.
struct PlannedRun {
  ChartRun* run = nullptr;
  ChartPlan plan;
};

// The first variant that rendered, under other release names. Renders that fail so are left out: the name is ours.
void RepeatUnderOtherNames(const Helm& helm, const RenderOptions& render, std::vector<ChartRun>* runs) {
  std::vector<RenderJob> jobs;
  std::vector<std::pair<ChartRun*, size_t>> owners;
  for (ChartRun& run : *runs) {
    if (run.renders.sources.empty()) continue;
    const uint32_t variant = run.renders.sources.front().variant;
    run.repeated.push_back({variant, {}});
    for (const char* release : {kSecondRelease, kLongReleaseA, kLongReleaseB}) {
      RenderSettings settings = run.variants[variant].settings;
      settings.release = release;
      // The last two differ in both as well, so that a name that holds the namespace is not taken for a cut one.
      if (release != kLongReleaseA) settings.name_space = kSecondNamespace;
      jobs.push_back({run.chart.get(), std::move(settings)});
      owners.emplace_back(&run, run.repeated.size() - 1);
    }
  }
  std::vector<absl::StatusOr<RenderResult>> results = RenderAll(helm, jobs, render);
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].ok() || !results[i]->ok) continue;
    auto& [run, index] = owners[i];
    run->helm_time += results[i]->elapsed;
    RenderReader reader(&run->repeated[index].renders);
    const std::string& release = jobs[i].settings.release;
    reader.AddText(reader.Variant(release), absl::StrCat("<render ", release, ">"), std::move(results[i]->text));
  }
  for (ChartRun& run : *runs) {
    for (RepeatedVariant& repeated : run.repeated) RenderReader(&repeated.renders).Finish(render.workers);
  }
}

std::string CacheFolder(const ChartOptions& options) {
  if (!options.render_folder.empty()) return options.render_folder;
  return options.use_cache ? DiskCache::DefaultFolder() : "";
}

// What earlier runs found out, here or, for `renders`, elsewhere.
struct Caches {
  explicit Caches(const ChartOptions& options)
      : disk(CacheFolder(options), kDefaultCacheBytes, options.renders), renders(&disk) {}

  const DiskCache disk;
  const RenderCache renders;
};

// One render of a variant, whoever made it.
struct VariantRender {
  Variant variant;
  VariantFacts facts;
  absl::StatusOr<RenderResult> result;
};

void TakeRenders(std::vector<VariantRender> renders, int jobs, ChartRun* run) {
  RenderReader reader(&run->renders);
  std::vector<FailedRender> failures;
  for (size_t i = 0; i < renders.size(); ++i) {
    VariantRender& render = renders[i];
    const uint32_t variant = static_cast<uint32_t>(i);
    run->renders.variants.push_back(render.variant.name);
    run->variants.push_back(std::move(render.variant));
    run->facts.push_back(std::move(render.facts));
    if (!render.result.ok()) {
      AddVariantFailure(run->path, variant, render.result.status(), &run->findings);
      ++run->failed;
      continue;
    }
    RenderResult& result = *render.result;
    run->helm_time += result.elapsed;
    run->from_cache += result.from_cache ? 1 : 0;
    if (result.ok) {
      reader.AddText(variant, absl::StrCat("<render ", run->variants[i].name, ">"), std::move(result.text));
    } else {
      FailedRender& failure = failures.emplace_back(FailedRender{variant, std::move(result.error), std::nullopt});
      if (failure.error.kind == RenderErrorKind::kInvalidYaml && !failure.error.frames.empty()) {
        failure.fault = FindRenderedFault(*run->templates, InputsOf(run->variants[i], run->values_known),
                                          failure.error.frames.front().file, result.text);
      }
    }
  }
  run->failed += AddRenderFailures(*run->chart, *run->templates, run->variants, failures, &run->findings);
  reader.Finish(jobs);
}

// The chart's own variants and, if it is searched, those that reach further.
absl::Status DiscoverVariants(const Helm& helm, std::shared_ptr<const Caches> caches, const ChartOptions& options,
                              RenderOptions render, PlannedRun* planned) {
  ChartRun* const run = planned->run;
  DiscoverOptions discover;
  discover.base = planned->plan.base;
  discover.seeds = planned->plan.variants;
  discover.search = planned->plan.search;
  discover.max_variants = options.max_variants;
  discover.render = std::move(render);
  absl::StatusOr<DiscoverResult> found = DiscoverOnce(*run->chart, *run->templates, *run->branches, helm, discover, &caches->disk);
  if (!found.ok()) return found.status();
  std::vector<VariantRender> renders;
  for (DiscoveredVariant& variant : found->variants) {
    VariantRender one{{variant.name, VariantOrigin::kDiscovered, variant.settings},
                      {variant.discovered, variant.set_arguments, variant.overlay, variant.made_up, variant.opens},
                      std::move(variant.render)};
    for (const Variant& seed : discover.seeds) {
      if (!variant.discovered && seed.name == variant.name) one.variant.origin = seed.origin;
    }
    renders.push_back(std::move(one));
  }
  found->variants.clear();
  run->discovery = *std::move(found);
  RenderOptions quiet = discover.render;
  quiet.on_progress = nullptr;
  run->render_with = [helm, caches = std::move(caches), base = discover.base, quiet,
                      chart = run->chart.get()](const Overlay& overlay) {
    return RenderOne(helm, {chart, WithOverlay(base, overlay)}, quiet);
  };
  TakeRenders(std::move(renders), discover.render.workers, run);
  return absl::OkStatus();
}

// The chart's own variants only, of all charts at once.
void RenderVariants(const Helm& helm, const ChartOptions& options, const RenderOptions& render, std::vector<PlannedRun*> runs) {
  std::vector<RenderJob> jobs;
  for (const PlannedRun* planned : runs) {
    for (const Variant& variant : planned->plan.variants) jobs.push_back({planned->run->chart.get(), variant.settings});
  }
  std::vector<absl::StatusOr<RenderResult>> results = RenderAll(helm, jobs, render);
  size_t next = 0;
  for (PlannedRun* planned : runs) {
    std::vector<VariantRender> renders;
    for (Variant& variant : planned->plan.variants) renders.push_back({std::move(variant), {}, std::move(results[next++])});
    TakeRenders(std::move(renders), options.jobs, planned->run);
  }
}

}  // namespace

absl::StatusOr<std::vector<ChartRun>> RunCharts(const std::vector<std::string>& paths, const ChartOptions& options) {
  std::vector<ChartRun> runs(paths.size());
  std::vector<absl::StatusOr<std::unique_ptr<Chart>>> charts = LoadCharts(paths, options.jobs);
  std::vector<PlannedRun> to_render;
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
    PlannedRun planned{&run, PlanOf(*run.chart, SetupOf(run, options), options)};
    for (Finding& missing : planned.plan.missing) run.findings.push_back(std::move(missing));
    run.failed += planned.plan.left_out;
    if (planned.plan.variants.empty()) continue;
    run.branches = std::make_unique<BranchTable>(*run.templates);
    to_render.push_back(std::move(planned));
  }
  if (to_render.empty()) return runs;

  const auto caches = std::make_shared<const Caches>(options);
  // What is handed on does not tell of this machine's programs.
  absl::StatusOr<Helm> helm = Helm::Find(options.helm, options.render_folder.empty() ? &caches->disk : nullptr);
  if (!helm.ok()) return helm.status();
  RenderOptions render;
  render.cache = &caches->renders;
  render.limits.time_limit = options.helm_timeout;
  render.workers = options.jobs;
  render.on_progress = options.on_progress;

  std::vector<PlannedRun*> searched, known;
  for (PlannedRun& planned : to_render) {
    (options.tell_branches || planned.plan.search ? searched : known).push_back(&planned);
  }
  RenderVariants(*helm, options, render, known);
  // Charts side by side, each with as many workers as are left for it.
  RenderOptions each = render;
  each.workers = std::max<int>(1, options.jobs / std::max<int>(1, static_cast<int>(searched.size())));
  // The longest first, so that none of them is left over for the end.
  std::stable_sort(searched.begin(), searched.end(), [](const PlannedRun* a, const PlannedRun* b) {
    return a->run->branches->branches().size() > b->run->branches->branches().size();
  });
  std::vector<absl::Status> statuses(searched.size());
  ParallelFor(searched.size(), options.jobs,
              [&](size_t i) { statuses[i] = DiscoverVariants(*helm, caches, options, each, searched[i]); });
  for (const absl::Status& status : statuses) {
    if (!status.ok()) return status;
  }
  if (options.second_release) RepeatUnderOtherNames(*helm, render, &runs);
  caches->disk.Trim();
  if (Interrupts::Interrupted()) return absl::CancelledError("interrupted");
  return runs;
}

}  // namespace chartlint
