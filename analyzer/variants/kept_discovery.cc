#include "analyzer/variants/kept_discovery.h"

#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/helm/render_cache.h"
#include "analyzer/template/value_yaml.h"
#include "nlohmann/json.hpp"

namespace chartlint {
namespace {

using Json = nlohmann::json;

constexpr absl::string_view kKind = "variants";
constexpr size_t kMaxProgramBytes = 1u << 30;

// This program as it is: no version number changes with each change of the search.
const std::string& ProgramDigest() {
  static const std::string& digest = *new std::string([] {
    const absl::StatusOr<std::string> bytes = ReadWholeFile("/proc/self/exe", kMaxProgramBytes);
    return bytes.ok() ? ContentDigest(*bytes) : "";
  }());
  return digest;
}

// Empty: nothing is to be kept.
std::string KeyOf(const Chart& chart, const Helm& helm, const DiscoverOptions& options) {
  if (ProgramDigest().empty()) return "";
  CacheKey key;
  key.Add(ProgramDigest()).Add(chart.digest);
  const auto add = [&](absl::string_view name, const RenderSettings& settings) {
    const absl::StatusOr<std::string> render = RenderCache::Key(helm, chart, settings, options.render.limits);
    if (render.ok()) key.Add(name).Add(*render);
    return render.ok();
  };
  if (!add("base", options.base)) return "";
  for (const Variant& seed : options.seeds) {
    if (!add(seed.name, seed.settings)) return "";
  }
  key.Add(absl::StrCat(options.max_variants, " ", options.search, " ", options.max_renders));
  return key.Hex();
}

Json ToJson(const DiscoveredVariant& variant) {
  return {{"name", variant.name},
          {"discovered", variant.discovered},
          {"overlay", WriteYaml(variant.overlay.values).value_or("")},  // the release's facts among the values
          {"apiVersions", variant.overlay.api_versions},
          {"kubeVersion", variant.overlay.kube_version},
          {"upgrade", variant.overlay.is_upgrade},
          {"set", variant.set_arguments},
          {"opens", variant.opens},
          {"takes", variant.takes},
          {"madeUp", variant.made_up}};
}

std::string Encode(const DiscoverResult& result) {
  Json json = {{"renders", result.renders}, {"baseFailed", result.base_failed}};
  Json& variants = json["variants"] = Json::array();
  for (const DiscoveredVariant& variant : result.variants) variants.push_back(ToJson(variant));
  Json& branches = json["branches"] = Json::array();
  for (const BranchReport& branch : result.branches) {
    branches.push_back({branch.target, branch.taken, static_cast<int>(branch.reason), branch.detail});
  }
  // Helm's messages may hold any bytes.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Without renders. Nullopt: not what Encode writes.
std::optional<DiscoverResult> Decode(const std::string& text, const DiscoverOptions& options) {
  try {
    const Json json = Json::parse(text);
    DiscoverResult result;
    result.from_cache = true;
    result.renders = json.at("renders").get<int>();
    result.base_failed = json.at("baseFailed").get<bool>();
    for (const Json& kept : json.at("variants")) {
      DiscoveredVariant variant;
      variant.name = kept.at("name").get<std::string>();
      variant.discovered = kept.at("discovered").get<bool>();
      variant.overlay.api_versions = kept.at("apiVersions").get<std::set<std::string>>();
      variant.overlay.kube_version = kept.at("kubeVersion").get<std::string>();
      variant.overlay.is_upgrade = kept.at("upgrade").get<bool>();
      variant.set_arguments = kept.at("set").get<std::vector<std::string>>();
      variant.opens = kept.at("opens").get<std::vector<BranchId>>();
      variant.takes = kept.at("takes").get<std::set<BranchId>>();
      variant.made_up = kept.at("madeUp").get<std::set<std::string>>();
      std::optional<ChartValue> values = ReadYaml(kept.at("overlay").get<std::string>(), nullptr);
      if (!values.has_value() || !values->IsMap()) return std::nullopt;
      variant.overlay.values = *std::move(values);
      const size_t index = result.variants.size();
      if (variant.discovered != (index >= options.seeds.size())) return std::nullopt;
      variant.settings =
          variant.discovered ? WithOverlay(options.base, variant.overlay) : options.seeds[index].settings;
      result.variants.push_back(std::move(variant));
    }
    if (result.variants.size() < options.seeds.size()) return std::nullopt;
    for (const Json& kept : json.at("branches")) {
      result.branches.push_back({kept.at(0).get<bool>(), kept.at(1).get<bool>(),
                                 static_cast<UnreachedReason>(kept.at(2).get<int>()), kept.at(3).get<std::string>()});
    }
    return result;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

absl::StatusOr<DiscoverResult> DiscoverOnce(const Chart& chart, const ChartTemplates& templates,
                                            const BranchTable& branches, const Helm& helm,
                                            const DiscoverOptions& options, const DiskCache* cache) {
  const std::string key = cache == nullptr ? "" : KeyOf(chart, helm, options);
  if (key.empty()) return Discover(chart, templates, branches, helm, options);
  if (const std::optional<std::string> entry = cache->Find(key, kKind); entry.has_value()) {
    std::optional<DiscoverResult> kept = Decode(*entry, options);
    if (kept.has_value() && kept->branches.size() == branches.branches().size()) {
      std::vector<RenderJob> jobs;
      for (const DiscoveredVariant& variant : kept->variants) jobs.push_back({&chart, variant.settings});
      std::vector<absl::StatusOr<RenderResult>> renders = RenderAll(helm, jobs, options.render);
      for (size_t i = 0; i < renders.size(); ++i) {
        if (!renders[i].ok()) return renders[i].status();
        kept->variants[i].render = *std::move(renders[i]);
      }
      return *std::move(kept);
    }
  }
  // Most renders of a search are never asked for again: only those of the variants that are chosen are kept.
  DiscoverOptions search = options;
  search.render.cache = nullptr;
  absl::StatusOr<DiscoverResult> found = Discover(chart, templates, branches, helm, search);
  if (!found.ok() || !found->repeatable) return found;
  const RenderCache renders(cache);
  for (const DiscoveredVariant& variant : found->variants) {
    const absl::StatusOr<std::string> render = RenderCache::Key(helm, chart, variant.settings, options.render.limits);
    if (render.ok()) renders.Store(*render, variant.render);
  }
  cache->Store(key, kKind, Encode(*found));
  return found;
}

}  // namespace chartlint
