#include "analyzer/config/schema.h"

#include <utility>

namespace chartlint {
namespace {

using Type = ConfigType;

ConfigKey Key(std::string name, Type type, std::string description, std::vector<ConfigKey> children = {}) {
  ConfigKey key;
  key.name = std::move(name);
  key.type = type;
  key.description = std::move(description);
  key.children = std::move(children);
  return key;
}

ConfigKey Required(ConfigKey key) {
  key.required = true;
  return key;
}

ConfigKey Fallback(std::string fallback, ConfigKey key) {
  key.fallback = std::move(fallback);
  return key;
}

ConfigKey Needs(std::string sibling, ConfigKey key) {
  key.needs = std::move(sibling);
  return key;
}

ConfigKey AnyOf(std::vector<std::string> keys, ConfigKey key) {
  key.any_of = std::move(keys);
  return key;
}

ConfigKey Choice(std::string name, std::vector<std::string> choices, std::string description) {
  ConfigKey key = Key(std::move(name), Type::kChoice, std::move(description));
  key.choices = std::move(choices);
  return key;
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
                 Fallback("false", Key("upgrade", Type::kBool, "Whether the release is there already: `.Release.IsUpgrade`.")),
             });
}

ConfigKey Chart() {
  return Key("", Type::kMapping, "Charts and how they are rendered.",
             {
                 Required(Key("path", Type::kString, "Folder of the chart, a glob: `charts/*`, `**/operator`.")),
                 Fallback("the chart's name", Key("release", Type::kString, "Name of the release.")),
                 Key("namespace", Type::kString, "Namespace of the release."),
                 ListOf("variants", Variant(), "Variants, instead of those that are found by convention."),
                 Texts("context", "Values files that come before those of every variant: what a platform always sets."),
                 Fallback("true without `variants`, else false",
                          Key("discover", Type::kBool, "Whether value sets that reach further branches are looked for.")),
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

ConfigKey Flags() {
  ConfigKey listener =
      AnyOf({"flag", "env"},
            Key("", Type::kMapping, "A flag or a variable that binds a port.",
                {
                    Key("flag", Type::kString, "Name of the flag; `*` stands for any text."),
                    Key("env", Type::kString, "Name of the environment variable; `*` stands for any text."),
                    Texts("programs", "Only of these programs, by the name of the command or of the image; all if not told."),
                    Fallback("other", Choice("role", {"metrics", "health", "webhook", "api", "other"}, "Who is meant to ask there.")),
                    Fallback("address", Choice("reads", {"address", "port"}, "Whether the value is `host:port`, or a number.")),
                    Fallback("TCP", Choice("protocol", {"TCP", "UDP", "both"}, "Protocol of the port.")),
                    Fallback("\"0\", \":0\"", Texts("closedBy", "Values that switch the listener off.")),
                    Texts("host", "For a port: flags, or variables, that hold its host; the first that is written counts."),
                    Key("offIf", Type::kString, "Boolean flag that switches the listener off."),
                    Needs("programs", Key("default", Type::kAddress, "What the programs bind where neither flag nor variable is given, `:9090`.")),
                }));
  ConfigKey election =
      AnyOf({"flag", "env", "program"},
            Key("", Type::kMapping, "A flag or a variable of leader election, or a program that elects unasked.",
                {
                    Key("flag", Type::kString, "Name of the flag."),
                    Key("env", Type::kString, "Name of the environment variable; it may begin with `*`."),
                    Key("program", Type::kString, "Name of an image whose program elects unless it is told otherwise."),
                    Fallback("enabled", Choice("sets", {"enabled", "disabled", "present", "namespace", "name", "resource"},
                                               "What its value says: election is on, is off, is on wherever this is given; "
                                               "namespace, name or kind of the lock.")),
                    Texts("programs", "Only of these programs, by the name of the command or of the image; all if not told."),
                }));
  return Key("flags", Type::kMapping, "What is known of the flags of your own programs; it goes before what chartlint knows.",
             {
                 Texts("repeatable", "Flags that may be given more than once."),
                 ListOf("listeners", std::move(listener), "Flags and variables that bind ports."),
                 ListOf("leaderElection", std::move(election), "Flags and variables of leader election."),
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
      Fallback("warning", Choice("severity", {"error", "warning", "note"}, "Severity of the findings.")),
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
          Fallback("default", Choice("profile", {"default", "strict", "security", "all"}, "Which findings are shown.")),
          Fallback("warning", Choice("failOn", {"error", "warning", "note", "never"}, "Exit with 1 from this severity on.")),
          Key("kubeVersion", Type::kVersion, "Version of the cluster, \"1.34\"."),
          Key("releaseNamespace", Type::kString, "Namespace of objects that do not name one."),
          Key("baseline", Type::kString, "SARIF file of findings that are known, from the root of the repository: only new ones count."),
          Key("severities", Type::kRuleMap, "Other severities than the catalogue's, by rule.",
              {Choice("", {"error", "warning", "note", "off"}, "")}),
          Key("parameters", Type::kParameters, "Parameters of rules, by rule and name; `chartlint explain RULE` lists them."),
          Flags(),
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
  static const auto* const kSchema = new ConfigKey(Key("", Type::kMapping, "What must hold of a node, or of a selection of nodes.", PredicateKeys()));
  return *kSchema;
}

}  // namespace chartlint
