// Measures the discovery of variants on charts: one line each, and the pooled numbers at the end.
//
//   measure [--helm=PROGRAM] [--jobs=N] [--cache=FOLDER] [--namespace=NS] [--values=FILE] [--seconds=N]
//   [--missed]
//           [--overlays] [--seeds] [--dump=FILE] CHART...
//
// Columns: branches of the chart's own templates, those that the default takes, those that all variants take,
// variants, renders, seconds of the analysis and of Helm.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "analyzer/variants/chart_sources.h"
#include "analyzer/variants/coverage.h"
#include "analyzer/variants/discover.h"
#include "analyzer/variants/undefined_templates.h"

namespace chartlint {
namespace {

struct Arguments {
  std::string helm, name_space, cache, dump;
  std::vector<std::string> values, charts;
  int jobs = 1;
  int seconds = 60;
  bool missed = false, overlays = false, seeds = false;
};

struct Totals {
  int charts = 0, failed = 0, branches = 0, by_default = 0, taken = 0, excluded = 0;
  std::vector<int> variants, renders;
  std::map<std::string, int> reasons;
};

Arguments Parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    const size_t equals = text.find('=');
    const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
    if (absl::StartsWith(text, "--helm=")) {
      arguments.helm = value;
    } else if (absl::StartsWith(text, "--namespace=")) {
      arguments.name_space = value;
    } else if (absl::StartsWith(text, "--cache=")) {
      arguments.cache = value;
    } else if (absl::StartsWith(text, "--dump=")) {
      arguments.dump = value;
    } else if (absl::StartsWith(text, "--values=")) {
      arguments.values.push_back(value);
    } else if (absl::StartsWith(text, "--jobs=")) {
      if (!absl::SimpleAtoi(value, &arguments.jobs)) arguments.jobs = 1;
    } else if (absl::StartsWith(text, "--seconds=")) {
      if (!absl::SimpleAtoi(value, &arguments.seconds)) arguments.seconds = 60;
    } else if (text == "--missed") {
      arguments.missed = true;
    } else if (text == "--overlays") {
      arguments.overlays = true;
    } else if (text == "--seeds") {
      arguments.seeds = true;
    } else {
      arguments.charts.push_back(text);
    }
  }
  return arguments;
}

int Median(std::vector<int> numbers) {
  if (numbers.empty()) return 0;
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

// One line, shortened.
std::string Short(std::string text, size_t size) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.substr(0, size);
}

void Print(const ChartTemplates& templates, const BranchTable& table, const DiscoverResult& result,
           const Arguments& arguments) {
  for (size_t i = 0; i < result.branches.size() && arguments.missed; ++i) {
    const BranchReport& report = result.branches[i];
    if (!report.target || report.taken) continue;
    const Branch& branch = table.at(static_cast<BranchId>(i));
    std::printf("    missed %s:%d %s: %s %s\n",
                templates.files()[static_cast<size_t>(branch.file)].path.c_str(), branch.place.line,
                table.Describe(static_cast<BranchId>(i)).c_str(),
                std::string(UnreachedReasonName(report.reason)).c_str(), Short(report.detail, 160).c_str());
  }
  for (const DiscoveredVariant& variant : result.variants) {
    if (!arguments.overlays) break;
    std::printf("    variant %s: opens %zu, made up %zu, %s\n", variant.name.c_str(), variant.opens.size(),
                variant.made_up.size(),
                variant.render.ok ? "ok" : Short(variant.render.error.message, 100).c_str());
    for (const std::string& argument : variant.set_arguments)
      std::printf("        %s\n", Short(argument, 200).c_str());
  }
  if (arguments.missed) {
    for (const auto& entry : result.errors_met)
      std::printf("    error %s: %d\n", entry.first.c_str(), entry.second);
    for (const auto& entry : result.repairs_used)
      std::printf("    repair %s: %d\n", entry.first.c_str(), entry.second);
  }
}

// Appends what each variant renders with and takes, one line a variant and one a branch, for a comparison
// with a Helm that records branches itself.
void Dump(const std::string& path, const ChartTemplates& templates, const BranchTable& table,
          const DiscoverResult& result, const std::string& file) {
  std::FILE* const out = std::fopen(file.c_str(), "a");
  if (out == nullptr) return;
  for (const DiscoveredVariant& variant : result.variants) {
    if (!variant.render.ok) continue;
    const RenderSettings& settings = variant.settings;
    std::string flags =
        absl::StrCat(settings.release, "\t", settings.name_space, "\t", settings.kube_version, "\t",
                     settings.is_upgrade ? "upgrade" : "", "\t", absl::StrJoin(settings.api_versions, ","),
                     "\t", absl::StrJoin(settings.values_files, ","));
    std::fprintf(out, "variant\t%s\t%s\t%s\n", path.c_str(), flags.c_str(),
                 absl::CEscape(settings.inline_values).c_str());
    for (size_t i = 0; i < table.branches().size(); ++i) {
      const Branch& branch = table.at(static_cast<BranchId>(i));
      if (!branch.IsTarget()) continue;
      const char* const kind = branch.kind == BranchKind::kDefine  ? "define"
                               : branch.kind == BranchKind::kWith  ? "with"
                               : branch.kind == BranchKind::kRange ? "range"
                               : branch.kind == BranchKind::kIf    ? "if"
                                                                   : "else";
      const int line = branch.kind == BranchKind::kElse
                           ? branch.node->branches[branch.node->branches.size() - 2].pos.line
                           : branch.place.line;
      std::fprintf(out, "%d\t%s\t%d\t%s\t%s\n", variant.takes.count(static_cast<BranchId>(i)) > 0 ? 1 : 0,
                   templates.files()[static_cast<size_t>(branch.file)].path.c_str(), line, kind,
                   branch.definition.c_str());
    }
  }
  std::fclose(out);
}

void Measure(const std::string& path, const Helm& helm, const Arguments& arguments, Totals* totals) {
  const auto chart = LoadChart(path);
  if (!chart.ok() || (*chart)->metadata.IsLibrary()) return;
  const absl::Time start = absl::Now();
  const ChartTemplates templates(TemplateSourcesOf(**chart));
  const BranchTable table(templates);
  const DiskCache disk(arguments.cache);
  const RenderCache cache(&disk);
  DiscoverOptions options;
  options.base = BaseSettings(**chart);
  options.base.values_files = arguments.values;
  if (!arguments.name_space.empty()) options.base.name_space = arguments.name_space;
  if (arguments.seeds) options.seeds = ConventionalVariants(**chart, options.base);
  options.render.workers = arguments.jobs;
  if (!arguments.cache.empty()) options.render.cache = &cache;
  options.time_limit = absl::Seconds(arguments.seconds);
  const auto result = Discover(**chart, templates, table, helm, options);
  if (!result.ok()) {
    std::printf("%s: %s\n", path.c_str(), std::string(result.status().message()).c_str());
    return;
  }
  const int branches = result->targets();
  int by_default = 0, dead = 0;
  for (size_t i = 0; i < result->branches.size(); ++i) {
    const BranchReport& report = result->branches[i];
    const bool first =
        !result->variants.empty() && result->variants[0].takes.count(static_cast<BranchId>(i)) > 0;
    by_default += report.target && first ? 1 : 0;
    if (report.target && !report.taken) ++totals->reasons[std::string(UnreachedReasonName(report.reason))];
    dead += report.target &&
            (report.reason == UnreachedReason::kDeadDefine || report.reason == UnreachedReason::kLookup);
  }
  const bool base_fails = result->variants.empty();
  std::printf(
      "%-60s %4d %4d %4d %5.1f%% variants %2zu renders %3d seconds %.1f%s\n", path.c_str(), branches,
      by_default, result->targets_taken(), branches == 0 ? 100.0 : 100.0 * result->targets_taken() / branches,
      result->variants.size(), result->renders, absl::ToDoubleSeconds(absl::Now() - start),
      base_fails ? Short(absl::StrCat(" base fails: ", result->base_error.message), 150).c_str() : "");
  Print(templates, table, *result, arguments);
  if (!arguments.dump.empty()) Dump(path, templates, table, *result, arguments.dump);
  for (const UndefinedInclude& include : FindUndefinedIncludes(templates)) {
    std::printf("    undefined %s at %s:%d:%d%s\n", include.name.c_str(), include.file.c_str(),
                include.place.line, include.place.column, include.reachable ? "" : " (not reachable)");
  }
  std::fflush(stdout);
  if (branches == 0) return;
  ++totals->charts;
  if (base_fails) {
    ++totals->failed;
    return;
  }
  totals->branches += branches;
  totals->by_default += by_default;
  totals->taken += result->targets_taken();
  totals->excluded += dead;
  totals->variants.push_back(static_cast<int>(result->variants.size()));
  totals->renders.push_back(result->renders);
}

}  // namespace
}  // namespace chartlint

int main(int argc, char** argv) {
  const chartlint::Arguments arguments = chartlint::Parse(argc, argv);
  const auto helm = chartlint::Helm::Find(arguments.helm);
  if (!helm.ok()) {
    std::fprintf(stderr, "%s\n", std::string(helm.status().message()).c_str());
    return 2;
  }
  chartlint::Totals totals;
  for (const std::string& chart : arguments.charts) chartlint::Measure(chart, *helm, arguments, &totals);
  std::printf(
      "charts %d (base fails %d), branches %d, default %.1f%%, all %.1f%% (without dead and lookup %.1f%%), "
      "median variants %d, median renders %d\n",
      totals.charts, totals.failed, totals.branches, 100.0 * totals.by_default / std::max(1, totals.branches),
      100.0 * totals.taken / std::max(1, totals.branches),
      100.0 * totals.taken / std::max(1, totals.branches - totals.excluded),
      chartlint::Median(totals.variants), chartlint::Median(totals.renders));
  for (const auto& reason : totals.reasons) std::printf("  %s: %d\n", reason.first.c_str(), reason.second);
  return 0;
}
