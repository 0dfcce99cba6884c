#include "analyzer/config/schema.h"

#include <utility>

namespace chartlint {
namespace {

using Type = ConfigType;

ConfigKey Key(std::string name, Type type, std::string description, std::vector<ConfigKey> children = {}) {
  return {std::move(name), type, std::move(description), {}, std::move(children), false};
}

ConfigKey Required(ConfigKey key) {
  key.required = true;
  return key;
}

ConfigKey Choice(std::string name, std::vector<std::string> choices, std::string description) {
  return {std::move(name), Type::kChoice, std::move(description), std::move(choices), {}, false};
}

ConfigKey ListOf(std::string name, ConfigKey item, std::string description) {
  return Key(std::move(name), Type::kList, std::move(description), {std::move(item)});
}

ConfigKey Texts(std::string name, std::string description) {
  return ListOf(std::move(name), Key("", Type::kString, ""), std::move(description));
}

ConfigKey Variant() {
  return Key("", Type::kMapping, "One set of values.",
             {
                 Required(Key("name", Type::kString, "How reports call it.")),
                 Texts("values", "Values files, later ones win: below the chart, else below the configuration's folder."),
                 Key("set", Type::kMap, "Values that win over the files, written as in a values file.", {Key("", Type::kAny, "")}),
                 Key("kubeVersion", Type::kVersion, "Version of the cluster for this variant, \"1.34\"."),
                 Texts("apiVersions", "API versions that the cluster has, `monitoring.coreos.com/v1`."),
                 Key("release", Type::kString, "Name of the release for this variant."),
             });
}

ConfigKey Chart() {
  return Key("", Type::kMapping, "Charts and how they are rendered.",
             {
                 Required(Key("path", Type::kString, "Folder of the chart, a glob: `charts/*`, `**/operator`.")),
                 Key("release", Type::kString, "Name of the release; the chart's name if not told."),
                 Key("namespace", Type::kString, "Namespace of the release."),
                 ListOf("variants", Variant(), "Variants, instead of those that are found by convention."),
                 Texts("context", "Values files that come before those of every variant: what a platform always sets."),
                 Key("discover", Type::kBool, "Whether value sets that reach further branches are looked for."),
             });
}

ConfigKey Ignore() {
  return Key("", Type::kMapping, "Findings that are accepted; all selectors that are given must match.",
             {
                 Required(Key("rule", Type::kRule, "Id of the rule.")),
                 Key("kind", Type::kString, "Kind of the object, `Deployment`."),
                 Key("name", Type::kPattern, "Name of the object: a pattern (RE2) for the whole name."),
                 Key("path", Type::kString, "File of the finding: a glob for the template, the values file, or the manifest."),
                 Texts("variants", "Only in these variants."),
                 Key("container", Type::kString, "Only within the container of this name."),
                 Required(Key("reason", Type::kString, "Why this is accepted; stands in the SARIF report.")),
                 Key("expires", Type::kDate, "Last day on which it holds, 2026-12-31; it is reported afterwards."),
             });
}

ConfigKey Build() {
  return Key(
      "", Type::kMapping, "Configuration of chartlint, `.chartlint.yaml`.",
      {
          Choice("profile", {"default", "strict", "security", "all"}, "Which findings are shown."),
          Choice("failOn", {"error", "warning", "note", "never"}, "Exit with 1 from this severity on."),
          Key("kubeVersion", Type::kVersion, "Version of the cluster, \"1.34\"."),
          Key("releaseNamespace", Type::kString, "Namespace of objects that do not name one."),
          Key("severities", Type::kRuleMap, "Other severities than the catalogue's, by rule.",
              {Choice("", {"error", "warning", "note", "off"}, "")}),
          Key("parameters", Type::kParameters, "Parameters of rules, by rule and name; `chartlint explain RULE` lists them."),
          Key("flags", Type::kMapping, "What is known of the flags of your own programs.",
              {Texts("repeatable", "Flags that may be given more than once.")}),
          ListOf("external", Key("", Type::kObject, ""), "KIND/NAME of objects that exist outside of what is checked, `Secret/registry`."),
          ListOf("charts", Chart(), "Charts and their variants; the first entry whose path matches counts."),
          ListOf("ignore", Ignore(), "Findings that are accepted, with a reason."),
          Texts("include", "Further files of this form in the repository; where both set a value, this file wins."),
      });
}

}  // namespace

const ConfigKey* ConfigKey::Child(absl::string_view key) const {
  for (const ConfigKey& child : children) {
    if (child.name == key) return &child;
  }
  return nullptr;
}

const ConfigKey& ConfigSchema() {
  static const auto* const kSchema = new ConfigKey(Build());
  return *kSchema;
}

}  // namespace chartlint
