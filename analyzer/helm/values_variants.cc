#include "analyzer/helm/values_variants.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace chartlint {
namespace {

// Names of the files in a folder, sorted. From disk, since .helmignore usually leaves these files out of the chart.
std::vector<std::string> FilesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entries(folder, error), end; !error && entries != end;
       entries.increment(error)) {
    std::error_code ignored;
    if (entries->is_regular_file(ignored)) names.push_back(entries->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool ConsumeYamlEnding(absl::string_view* name) {
  return absl::ConsumeSuffix(name, ".yaml") || absl::ConsumeSuffix(name, ".yml");
}

bool IsValuesFile(absl::string_view stem) {
  if (!absl::StartsWith(stem, "values-") && !absl::StartsWith(stem, "values.")) return false;
  const absl::string_view rest = stem.substr(7);
  return !rest.empty() && rest != "schema" && !absl::EndsWith(rest, ".schema") && !absl::StartsWith(rest, "schema.");
}

}  // namespace

RenderSettings BaseSettings(const Chart& chart) {
  RenderSettings settings;
  settings.release = DefaultReleaseName(chart.metadata.name);
  return settings;
}

Variant ExplicitVariant(std::string name, std::vector<std::string> values_files, const RenderSettings& base) {
  Variant variant{std::move(name), VariantOrigin::kExplicit, base};
  for (std::string& file : values_files) variant.settings.values_files.push_back(std::move(file));
  return variant;
}

std::vector<Variant> ConventionalVariants(const Chart& chart, const RenderSettings& base) {
  std::vector<Variant> variants;
  variants.push_back({"default", VariantOrigin::kDefault, base});
  if (chart.packed) return variants;
  const auto add = [&](std::string name, VariantOrigin origin, const std::string& file) {
    variants.push_back({std::move(name), origin, base});
    variants.back().settings.values_files.push_back(file);
  };
  const std::string ci = absl::StrCat(chart.path, "/ci");
  for (const std::string& name : FilesIn(ci)) {
    absl::string_view stem = name;
    // chart-testing takes `*-values.yaml`; its own ending only.
    if (!absl::ConsumeSuffix(&stem, "-values.yaml") || stem.empty()) continue;
    add(absl::StrCat("ci.", stem), VariantOrigin::kCi, absl::StrCat(ci, "/", name));
  }
  for (const std::string& name : FilesIn(chart.path)) {
    absl::string_view stem = name;
    if (!ConsumeYamlEnding(&stem) || !IsValuesFile(stem)) continue;
    const bool taken = std::any_of(variants.begin(), variants.end(), [&](const Variant& v) { return v.name == stem; });
    add(taken ? name : std::string(stem), VariantOrigin::kValuesFile, absl::StrCat(chart.path, "/", name));
  }
  return variants;
}

}  // namespace chartlint
