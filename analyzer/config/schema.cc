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
                 Key("namespace", Type::kString, "Namespace of the release for this variant."),
                 Key("upgrade", Type::kBool, "Whether the release is there already: `.Release.IsUpgrade`."),
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

ConfigKey PinnedFlag() {
  return Key("", Type::kMapping, "",
             {
                 Key("is", Type::kScalar, "The value in effect: that of the last occurrence."),
                 Key("times", Type::kNumber, "How often the flag is given."),
                 Key("absent", Type::kBool, "The flag is not given."),
             });
}

ConfigKey PinEntry() {
  std::vector<ConfigKey> probes;
  for (const char* handler : {"httpGet", "tcpSocket", "exec", "grpc"}) {
    probes.push_back(Choice(handler, {"absent"}, "No probe of any container has this handler."));
  }
  return Key("", Type::kMapping, "Facts about a workload that must hold in all variants.",
             {
                 Required(Key("for", Type::kObject, "KIND/NAME of the workload; the name is a glob.")),
                 Required(Key("because", Type::kString, "Why it must hold; part of the finding.")),
                 Key("chart", Type::kString, "Folder of the chart, a glob; all if not told."),
                 Texts("variants", "Only in these variants, and it must be rendered in them."),
                 Key("container", Type::kString, "Container whose flags are meant."),
                 Key("replicas", Type::kNumber, "Number of pods, written or by default."),
                 Key("strategy", Type::kMapping, "The rollout, with defaults filled in.",
                     {
                         Choice("type", {"RollingUpdate", "Recreate", "OnDelete"}, "Type of the strategy."),
                         Key("maxSurge", Type::kNumber, "Pods above the replicas, percentages resolved."),
                         Key("maxUnavailable", Type::kNumber, "Pods that may be missing, percentages resolved."),
                     }),
                 Key("hostNetwork", Type::kBool, "Whether pods share the node's network."),
                 Choice("ports", {"none"}, "No container or init container declares a port."),
                 Key("probes", Type::kMapping, "Handlers that no probe has.", std::move(probes)),
                 Key("flags", Type::kMap, "Flags of the container, by name.", {PinnedFlag()}),
             });
}

std::vector<ConfigKey> PredicateKeys() {
  return {
      Key("path", Type::kString, "Field, from the object or the node: `spec.template.spec.containers[*].image`, `[name=x]`, `**`."),
      Key("is", Type::kScalar, "The value is this."),
      ListOf("in", Key("", Type::kScalar, ""), "The value is one of these."),
      Key("matches", Type::kPattern, "The pattern (RE2) is found in the value."),
      Key("notMatches", Type::kPattern, "The pattern (RE2) is not found in the value."),
      Key("min", Type::kScalar, "A number or quantity that the value is not below."),
      Key("max", Type::kScalar, "A number or quantity that the value is not above."),
      Key("exists", Type::kBool, "The path leads somewhere."),
      Key("absent", Type::kBool, "The path leads nowhere."),
      Key("unique", Type::kBool, "No two values are equal."),
      Key("count", Type::kMapping, "How many values there are.",
          {Key("min", Type::kNumber, "At least."), Key("max", Type::kNumber, "At most.")}),
      ListOf("all", Key("", Type::kPredicate, ""), "All of these hold."),
      ListOf("any", Key("", Type::kPredicate, ""), "One of these holds."),
      Key("not", Type::kPredicate, "This does not hold."),
      Key("each", Type::kPredicate, "This holds of every item or value."),
  };
}

ConfigKey OwnRule() {
  std::vector<ConfigKey> keys = {
      Required(Key("id", Type::kNewRule, "Id of the rule, words with dashes.")),
      Required(Key("message", Type::kString, "What is wrong; {path}, {value}, {name} and {kind} are filled in.")),
      Choice("severity", {"error", "warning", "note"}, "warning if not told."),
      Key("remediation", Type::kString, "What to do."),
      Key("select", Type::kMapping, "Which objects are looked at.",
          {
              Texts("kinds", "Kinds, `Deployment`."),
              Texts("names", "Names, globs."),
              Key("labels", Type::kMap, "Labels that the object has.", {Key("", Type::kString, "")}),
              Texts("variants", "Variants."),
              Key("workload", Type::kBool, "Everything with a pod template; the path begins at the template."),
          }),
      Key("effective", Type::kBool, "Objects are judged as the API server stores them, with its defaults filled in."),
      Key("tests", Type::kMapping, "Manifests for `chartlint test-rules`.",
          {Texts("good", "The rule is silent."), Texts("bad", "The rule speaks.")}),
  };
  for (ConfigKey& key : PredicateKeys()) keys.push_back(std::move(key));
  return Key("", Type::kMapping, "A rule of your own: what must hold of the nodes at a path.", std::move(keys));
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
          ListOf("pins", PinEntry(), "Facts about workloads that must hold in all variants."),
          ListOf("rules", OwnRule(), "Rules of your own."),
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

const ConfigKey& PredicateSchema() {
  static const auto* const kSchema = new ConfigKey(Key("", Type::kMapping, "What must hold of a node.", PredicateKeys()));
  return *kSchema;
}

}  // namespace chartlint
