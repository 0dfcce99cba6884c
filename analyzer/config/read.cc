#include "analyzer/config/read.h"

#include <utility>

namespace chartlint {
namespace {

FilePlace PlaceOf(const ConfigFile& file, Node node) {
  const Position begin = node.begin();
  return {file.path, begin.line, begin.column};
}

std::string TextIn(Node mapping, absl::string_view key) { return std::string(mapping[key].text()); }

std::vector<std::string> TextsIn(Node mapping, absl::string_view key) {
  std::vector<std::string> texts;
  for (Node item : mapping[key].Items()) texts.emplace_back(item.text());
  return texts;
}

void ReadText(const ConfigFile& file, Node root, absl::string_view key, std::optional<ConfigText>* value) {
  const Node node = root[key];
  if (!node.IsUnset() && !value->has_value()) *value = ConfigText{std::string(node.text()), PlaceOf(file, node)};
}

void ReadTexts(const ConfigFile& file, Node list, std::vector<ConfigText>* values) {
  for (Node item : list.Items()) values->push_back({std::string(item.text()), PlaceOf(file, item)});
}

ConfiguredVariant VariantOf(const ConfigFile& file, Node node) {
  ConfiguredVariant variant;
  variant.name = TextIn(node, "name");
  ReadTexts(file, node["values"], &variant.values);
  if (node["set"].size() > 0) variant.set = node.document()->ToJson(node["set"]);
  variant.kube_version = TextIn(node, "kubeVersion");
  variant.api_versions = TextsIn(node, "apiVersions");
  variant.release = TextIn(node, "release");
  variant.release_namespace = TextIn(node, "namespace");
  variant.is_upgrade = node["upgrade"].AsBool().value_or(false);
  return variant;
}

ConfiguredChart ChartOf(const ConfigFile& file, Node node) {
  ConfiguredChart chart;
  chart.path_text = TextIn(node, "path");
  chart.path = Pattern::Glob(chart.path_text);
  chart.release = TextIn(node, "release");
  chart.release_namespace = TextIn(node, "namespace");
  for (Node variant : node["variants"].Items()) chart.variants.push_back(VariantOf(file, variant));
  ReadTexts(file, node["context"], &chart.context);
  chart.discover = node["discover"].AsBool();
  chart.place = PlaceOf(file, node);
  chart.path_place = PlaceOf(file, node["path"]);
  return chart;
}

IgnoreEntry IgnoreOf(const ConfigFile& file, Node node) {
  IgnoreEntry ignore;
  ignore.rule = TextIn(node, "rule");
  ignore.kind = TextIn(node, "kind");
  if (Node name = node["name"]) ignore.name = Pattern::Expression(std::string(name.text()));
  if (Node path = node["path"]) ignore.path = Pattern::GlobOrBelow(path.text());
  ignore.variants = TextsIn(node, "variants");
  ignore.container = TextIn(node, "container");
  ignore.reason = TextIn(node, "reason");
  ignore.expires = TextIn(node, "expires");
  ignore.place = PlaceOf(file, node);
  return ignore;
}

}  // namespace

void ReadConfigFile(const ConfigFile& file, Config* config) {
  const Node root = file.document->root();
  ReadText(file, root, "profile", &config->profile);
  ReadText(file, root, "failOn", &config->fail_on);
  ReadText(file, root, "kubeVersion", &config->kube_version);
  ReadText(file, root, "releaseNamespace", &config->release_namespace);
  ReadText(file, root, "baseline", &config->baseline);
  for (const auto& [rule, severity] : root["severities"].Entries()) {
    bool known = false;
    for (const RuleSeverity& earlier : config->severities) known |= earlier.rule == rule.text();
    if (known) continue;
    config->severities.push_back({std::string(rule.text()), std::string(severity.text()), PlaceOf(file, severity)});
  }
  ReadTexts(file, root["flags"]["repeatable"], &config->repeatable_flags);
  // The one parameter of a rule so far is also a table of its own.
  ReadTexts(file, root["parameters"]["flags-duplicate"]["flags.repeatable"], &config->repeatable_flags);
  ReadTexts(file, root["external"], &config->external);
  for (Node chart : root["charts"].Items()) config->charts.push_back(ChartOf(file, chart));
  for (Node ignore : root["ignore"].Items()) config->ignores.push_back(IgnoreOf(file, ignore));
}

}  // namespace chartlint
