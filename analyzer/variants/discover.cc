#include "analyzer/variants/discover.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/template/value_yaml.h"
#include "analyzer/variants/branch_oracle.h"
#include "analyzer/variants/chart_sources.h"
#include "analyzer/variants/interpreter.h"
#include "analyzer/variants/made_up.h"
#include "analyzer/variants/search.h"
#include "analyzer/variants/unreached.h"
#include "analyzer/variants/variant_name.h"
#include "analyzer/variants/yaml_blame.h"

namespace chartlint {
namespace {

constexpr size_t kMaxValuesFile = 5u << 20;

// Values files and inline values, merged; what cannot be read is left to Helm's own message.
ChartValue ValuesOf(const RenderSettings& settings) {
  ChartValue values = ChartValue::MakeMap({});
  const auto add = [&values](absl::string_view text) {
    const std::optional<ChartValue> more = ReadYaml(text, nullptr);
    if (more.has_value() && more->IsMap()) values = MergeValues(values, *more, /*null_deletes=*/false);
  };
  for (const std::string& file : settings.values_files) {
    const absl::StatusOr<std::string> text = ReadWholeFile(file, kMaxValuesFile);
    if (text.ok()) add(*text);
  }
  if (!settings.inline_values.empty()) add(settings.inline_values);
  return values;
}

ReleaseFacts FactsOf(const RenderSettings& settings, const Helm& helm) {
  ReleaseFacts facts;
  facts.helm_version = helm.version();
  facts.name = settings.release;
  facts.release_namespace = settings.name_space;
  facts.kube_version = settings.kube_version;
  facts.is_upgrade = settings.is_upgrade;
  facts.api_versions = settings.api_versions;
  return facts;
}

bool SameSettings(const RenderSettings& a, const RenderSettings& b) {
  return a.release == b.release && a.name_space == b.name_space && a.values_files == b.values_files &&
         a.inline_values == b.inline_values && a.set == b.set && a.kube_version == b.kube_version &&
         a.api_versions == b.api_versions && a.is_upgrade == b.is_upgrade;
}

// What helps to find values: comments and schemas of all charts in the chart.
void ReadChart(const Chart& chart, const ChartTemplates& templates, ValueComments* comments,
               ValuesSchema* schema) {
  const std::vector<PlacedChart> charts = ChartsWithin(chart);
  std::vector<KeyPath> places(templates.instances().size());
  for (size_t i = 0; i < templates.instances().size(); ++i) {
    const ChartTemplates::Instance& instance = templates.instances()[i];
    if (i > 0) places[i] = Extend(places[static_cast<size_t>(instance.parent)], instance.name);
    for (const PlacedChart& part : charts) {
      if (part.directory != instance.directory) continue;
      if (const ChartFile* file = part.chart->Values()) comments->Read(places[i], file->bytes);
      if (const ChartFile* file = part.chart->ValuesSchema()) schema->Add(places[i], file->bytes);
    }
  }
}

// Renders and keeps what was rendered; equal requests are answered once.
class Renderer {
 public:
  Renderer(const Chart& chart, const ChartTemplates& templates, const BranchTable& branches, const Helm& helm,
           const DiscoverOptions& options)
      : chart_(chart),
        templates_(templates),
        helm_(helm),
        options_(options),
        oracle_(templates, branches, false) {}

  SearchOutcome Observed(RenderResult render, const RenderSettings& settings,
                         const ChartValue& overrides) const {
    SearchOutcome outcome;
    if (render.ok) {
      ObservedRender observed;
      observed.overrides = overrides;
      observed.release = FactsOf(settings, helm_);
      observed.text = render.text;
      outcome.branches = oracle_.Observe(observed);
    } else if (render.error.kind == RenderErrorKind::kInvalidYaml) {
      outcome.blamed = BlameYaml(templates_, render, overrides, FactsOf(settings, helm_));
    }
    outcome.render = std::move(render);
    return outcome;
  }

  ChartValue ValuesSeen(const RenderSettings& settings) const {
    ObservedRender render;
    render.overrides = ValuesOf(settings);
    render.release = FactsOf(settings, helm_);
    return oracle_.ValuesSeen(render);
  }

  // Seeds on all cores. One that does not render is kept with its error.
  absl::StatusOr<std::vector<SearchOutcome>> Seeds() {
    std::vector<RenderJob> jobs;
    for (const Variant& seed : options_.seeds) jobs.push_back({&chart_, seed.settings});
    std::vector<SearchOutcome> outcomes;
    std::vector<absl::StatusOr<RenderResult>> renders = RenderAll(helm_, jobs, options_.render);
    for (size_t i = 0; i < renders.size(); ++i) {
      if (!renders[i].ok()) return renders[i].status();
      const RenderSettings& settings = options_.seeds[i].settings;
      outcomes.push_back(Observed(*std::move(renders[i]), settings, ValuesOf(settings)));
      if (SameSettings(settings, options_.base)) base_ = outcomes.back();
    }
    return outcomes;
  }

  std::optional<SearchOutcome> operator()(const Overlay& overlay) {
    const RenderSettings settings = WithOverlay(options_.base, overlay);
    if (base_.has_value() && SameSettings(settings, options_.base)) return base_;
    absl::StatusOr<RenderResult> render = RenderOne(helm_, {&chart_, settings}, options_.render);
    if (!render.ok()) {
      status_ = render.status();
      return std::nullopt;
    }
    ++renders_;
    return Observed(*std::move(render), settings, ValuesOf(settings));
  }

  int renders() const { return renders_; }
  const absl::Status& status() const { return status_; }

 private:
  const Chart& chart_;
  const ChartTemplates& templates_;
  const Helm& helm_;
  const DiscoverOptions& options_;
  const EvaluatingOracle oracle_;
  std::optional<SearchOutcome> base_;
  int renders_ = 0;
  absl::Status status_;
};

std::set<BranchId> Taken(const std::vector<BranchState>& states) {
  std::set<BranchId> taken;
  for (size_t i = 0; i < states.size(); ++i) {
    if (states[i] == BranchState::kTaken) taken.insert(static_cast<BranchId>(i));
  }
  return taken;
}

// Greedy cover: the base first, if no seed stands for it, then the found variants that add most.
std::vector<size_t> Choose(const std::vector<FoundVariant>& found, const std::set<BranchId>& targets,
                           std::set<BranchId> covered, bool with_base, size_t limit) {
  std::vector<size_t> chosen;
  if (with_base && !found.empty()) {
    chosen.push_back(0);
    covered.insert(found[0].taken.begin(), found[0].taken.end());
  }
  while (chosen.size() < limit) {
    size_t best = found.size(), most = 0;
    for (size_t i = 0; i < found.size(); ++i) {
      size_t adds = 0;
      for (const BranchId branch : found[i].taken)
        adds += targets.count(branch) > covered.count(branch) ? 1 : 0;
      if (adds > most) best = i, most = adds;
    }
    if (best == found.size()) break;
    covered.insert(found[best].taken.begin(), found[best].taken.end());
    chosen.push_back(best);
  }
  return chosen;
}

}  // namespace

RenderSettings WithOverlay(const RenderSettings& base, const Overlay& overlay) {
  RenderSettings settings = base;
  ChartValue values = ValuesOnly(overlay);
  if (!values.map().empty()) {
    if (!base.inline_values.empty()) {
      const std::optional<ChartValue> below = ReadYaml(base.inline_values, nullptr);
      if (below.has_value() && below->IsMap()) values = MergeValues(*below, values, /*null_deletes=*/false);
    }
    settings.inline_values = WriteYaml(values).value_or("") + "\n";
  }
  settings.api_versions.insert(settings.api_versions.end(), overlay.api_versions.begin(),
                               overlay.api_versions.end());
  if (!overlay.kube_version.empty()) settings.kube_version = overlay.kube_version;
  settings.is_upgrade = base.is_upgrade || overlay.is_upgrade;
  if (std::string name = ReleaseFact(overlay, "Name"); !name.empty()) settings.release = std::move(name);
  if (std::string space = ReleaseFact(overlay, "Namespace"); !space.empty()) settings.name_space = std::move(space);
  return settings;
}

int DiscoverResult::targets() const {
  return static_cast<int>(
      std::count_if(branches.begin(), branches.end(), [](const BranchReport& b) { return b.target; }));
}

int DiscoverResult::targets_taken() const {
  return static_cast<int>(std::count_if(branches.begin(), branches.end(),
                                        [](const BranchReport& b) { return b.target && b.taken; }));
}

absl::StatusOr<DiscoverResult> Discover(const Chart& chart, const ChartTemplates& templates,
                                        const BranchTable& branches, const Helm& helm,
                                        const DiscoverOptions& options) {
  Renderer renderer(chart, templates, branches, helm, options);
  Setting base;
  const ChartValue seen = renderer.ValuesSeen(options.base);
  base.values = WithValueAt(seen, {std::string(kReleaseKey)},
                            ChartValue::MakeMap({{"Name", ChartValue::String(options.base.release)},
                                                 {"Namespace", ChartValue::String(options.base.name_space)}}));
  base.api_versions = {options.base.api_versions.begin(), options.base.api_versions.end()};
  base.kube_version =
      options.base.kube_version.empty() ? std::string(kDefaultKubeVersion) : options.base.kube_version;
  base.kube_range = templates.instances()[0].metadata.Field("KubeVersion").string_value();
  base.is_upgrade = options.base.is_upgrade;

  absl::StatusOr<std::vector<SearchOutcome>> seeds = renderer.Seeds();
  if (!seeds.ok()) return seeds.status();
  std::set<BranchId> reached;
  std::vector<ChartValue> examples;
  for (size_t i = 0; i < seeds->size(); ++i) {
    const std::set<BranchId> taken = Taken((*seeds)[i].branches);
    reached.insert(taken.begin(), taken.end());
    if (!SameSettings(options.seeds[i].settings, options.base) && (*seeds)[i].render.ok) {
      examples.push_back(ValuesOf(options.seeds[i].settings));
    }
  }

  ValueComments comments;
  ValuesSchema schema;
  ReadChart(chart, templates, &comments, &schema);
  Interpreter interpreter(templates, branches, seen);
  ValueCandidates values(interpreter.reading(), base.values, std::move(comments), schema, examples);
  SearchLimits limits{options.max_renders, options.time_limit};
  Search search(
      templates, branches, &interpreter, base, &values,
      [&renderer](const Overlay& overlay) { return renderer(overlay); }, limits);
  std::vector<BranchId> targets;
  for (size_t i = 0; i < branches.branches().size(); ++i) {
    if (branches.branches()[i].IsTarget()) targets.push_back(static_cast<BranchId>(i));
  }
  if (options.search) search.Run(targets, reached);
  if (!renderer.status().ok()) return renderer.status();

  DiscoverResult result;
  result.renders = renderer.renders();
  result.repeatable = search.repeatable();
  result.base_failed = search.base_failed();
  result.base_error = search.base_error();
  result.errors_met = search.errors_met();
  result.repairs_used = search.repairs_used();
  const std::set<BranchId> wanted(targets.begin(), targets.end());
  std::set<BranchId> covered;
  VariantNames names(search.atoms());
  for (size_t i = 0; i < seeds->size(); ++i) {
    DiscoveredVariant variant;
    variant.name = names.Given(options.seeds[i].name);
    variant.settings = options.seeds[i].settings;
    variant.takes = Taken((*seeds)[i].branches);
    variant.render = std::move((*seeds)[i].render);
    for (const BranchId branch : variant.takes) {
      if (covered.insert(branch).second && wanted.count(branch) > 0) variant.opens.push_back(branch);
    }
    result.variants.push_back(std::move(variant));
  }
  const bool with_base = std::none_of(options.seeds.begin(), options.seeds.end(), [&](const Variant& seed) {
    return !search.base_failed() && SameSettings(seed.settings, options.base);
  });
  const size_t room = std::max(options.max_variants / 2,
                               options.max_variants - std::min(options.max_variants, seeds->size()));
  const std::vector<size_t> choice = Choose(search.found(), wanted, covered, with_base, room);
  for (const size_t chosen : choice) names.NoteChoices(search.found()[chosen].candidate, base);
  for (const size_t chosen : choice) {
    const FoundVariant& found = search.found()[chosen];
    DiscoveredVariant variant;
    variant.discovered = true;
    variant.overlay = found.candidate.overlay;
    variant.settings = WithOverlay(options.base, variant.overlay);
    variant.render = found.render;
    variant.takes = found.taken;
    std::set<BranchId> opens;
    for (const BranchId branch : found.taken) {
      if (covered.insert(branch).second && wanted.count(branch) > 0) opens.insert(branch);
    }
    variant.opens.assign(opens.begin(), opens.end());
    variant.name = names.Of(found.candidate, opens, chosen == 0 ? base : search.found()[0].candidate.now);
    variant.set_arguments = SetArguments(variant.overlay);
    variant.made_up = MadeUpValues(variant.overlay, base, interpreter.reading(), schema, examples);
    result.variants.push_back(std::move(variant));
  }
  result.branches =
      ReportBranches(branches, interpreter.reading(), search, options.search, covered);
  return result;
}

}  // namespace chartlint
