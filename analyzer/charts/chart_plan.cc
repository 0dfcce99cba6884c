#include "analyzer/charts/chart_plan.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/engine/selection.h"

namespace chartlint {
namespace {

Variant ConfiguredVariant(const VariantSetup& setup, const RenderSettings& base) {
  Variant variant = ExplicitVariant(setup.name, {}, base);
  RenderSettings& settings = variant.settings;
  for (const NamedFile& file : setup.values_files) settings.values_files.push_back(file.path);
  settings.inline_values = setup.inline_values;
  if (!setup.release.empty()) settings.release = setup.release;
  if (!setup.release_namespace.empty()) settings.name_space = setup.release_namespace;
  settings.is_upgrade = settings.is_upgrade || setup.is_upgrade;
  if (!setup.kube_version.empty()) settings.kube_version = setup.kube_version;
  settings.api_versions.insert(settings.api_versions.end(), setup.api_versions.begin(), setup.api_versions.end());
  return variant;
}

// Files of one name belong together, later ones win: --values prod=a.yaml --values prod=b.yaml.
std::vector<Variant> VariantsOfCommandLine(const ChartOptions& options, const RenderSettings& base) {
  std::vector<Variant> variants;
  for (const auto& [name, file] : options.values) {
    const std::string& wanted = name;
    auto known = std::find_if(variants.begin(), variants.end(), [&](const Variant& variant) { return variant.name == wanted; });
    if (known == variants.end()) known = variants.insert(known, ExplicitVariant(name, {}, base));
    if (!file.empty()) known->settings.values_files.push_back(file);
  }
  return variants;
}

// Where it is said that a variant has this file; nullptr: on the command line, or by the chart itself.
const FilePlace* PlaceOf(const std::string& path, const std::string& variant, const ChartSetup& setup) {
  for (const VariantSetup& configured : setup.variants) {
    if (configured.name != variant) continue;
    for (const NamedFile& file : configured.values_files) {
      if (file.path == path) return &file.named_at;
    }
  }
  for (const NamedFile& file : setup.context) {
    if (file.path == path) return &file.named_at;
  }
  return nullptr;
}

// Helm would take a folder for an empty file, and an address, too.
bool IsFile(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error);
}

void TellMissing(const Chart& chart, const ChartSetup& setup, const std::string& path, const std::string& variant, ChartPlan* plan) {
  const FilePlace* named_at = PlaceOf(path, variant, setup);
  const FilePlace place = named_at != nullptr ? *named_at : FilePlace{chart.path, 0, 0};
  const bool of_all = std::find(plan->base.values_files.begin(), plan->base.values_files.end(), path) != plan->base.values_files.end();
  Finding finding = NewFinding(FindRule("chart-values-missing"),
                               of_all ? absl::StrCat("there is no values file ", path, ", so no variant can be rendered")
                                      : absl::StrCat("there is no values file ", path, ", so variant ", variant, " cannot be rendered"));
  finding.place = place;
  finding.subject = of_all ? path : absl::StrCat(path, " of ", variant);
  const bool told = std::any_of(plan->missing.begin(), plan->missing.end(),
                                [&](const Finding& other) { return other.subject == finding.subject; });
  if (!told) plan->missing.push_back(std::move(finding));
}

}  // namespace

RenderSettings BaseOf(const Chart& chart, const ChartSetup& setup, const ChartOptions& options) {
  RenderSettings base = BaseSettings(chart);
  if (!setup.release.empty()) base.release = setup.release;
  if (!setup.release_namespace.empty()) base.name_space = setup.release_namespace;
  for (const NamedFile& file : setup.context) base.values_files.push_back(file.path);
  // What the command line says wins.
  if (!options.release.empty()) base.release = options.release;
  if (!options.release_namespace.empty()) base.name_space = options.release_namespace;
  if (!options.kube_version.empty()) base.kube_version = options.kube_version;
  base.api_versions = options.api_versions;
  return base;
}

ChartPlan PlanOf(const Chart& chart, const ChartSetup& setup, const ChartOptions& options) {
  ChartPlan plan;
  plan.base = BaseOf(chart, setup, options);
  if (!options.values.empty()) {
    plan.variants = VariantsOfCommandLine(options, plan.base);
  } else if (setup.variants.empty()) {
    plan.variants = ConventionalVariants(chart, plan.base);
  } else {
    for (const VariantSetup& variant : setup.variants) plan.variants.push_back(ConfiguredVariant(variant, plan.base));
  }
  plan.search = options.discover && options.values.empty() && setup.discover;

  std::vector<Variant> complete;
  for (Variant& variant : plan.variants) {
    bool misses = false;
    for (const std::string& file : variant.settings.values_files) {
      if (IsFile(file)) continue;
      TellMissing(chart, setup, file, variant.name, &plan);
      misses = true;
    }
    if (misses) {
      ++plan.left_out;
    } else {
      complete.push_back(std::move(variant));
    }
  }
  plan.variants = std::move(complete);
  return plan;
}

}  // namespace chartlint
