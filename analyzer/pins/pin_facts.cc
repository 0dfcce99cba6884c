#include "analyzer/pins/pin_facts.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

absl::string_view TypeName(StrategyType type) {
  const absl::string_view name = StrategyTypeName(type);
  return name.empty() ? absl::string_view("unknown") : name;
}

std::string Times(int64_t count) {
  if (count == 1) return "once";
  return count == 2 ? "twice" : absl::StrCat(count, " times");
}

// The first of the nodes that is written.
Node FirstOf(Node a, Node b, Node c) { return a ? a : b ? b : c; }

// As the program reads it: a boolean flag alone is true.
bool SameValue(absl::string_view value, absl::string_view wanted) {
  if (value == wanted) return true;
  const std::optional<bool> a = ParseGoBool(value), b = ParseGoBool(wanted);
  // Who pins 0 or 1 may mean a number; who pins a word means the boolean.
  return a && b && *a == *b && wanted != "0" && wanted != "1";
}

class PinChecker {
 public:
  PinChecker(Node pin, const Object& object) : pin_(pin), object_(object), workload_(*object.workload) {}

  std::vector<BrokenFact> Check() {
    Replicas();
    Strategy();
    HostNetwork();
    Ports();
    Probes();
    for (const auto& [name, wanted] : pin_["flags"].Entries()) Flag(name, wanted);
    return std::move(broken_);
  }

 private:
  void Say(Node node, Node pinned, std::string message, std::string subject) {
    broken_.push_back({node ? node : object_.Anchor(), pinned, std::move(message), std::move(subject)});
  }

  void Replicas() {
    const std::optional<int64_t> wanted = pin_["replicas"].AsInt();
    if (!wanted || *wanted == workload_.replicas) return;
    Say(workload_.replicas_node, pin_["replicas"], absl::StrCat("replicas is ", workload_.replicas, ", pinned to ", *wanted),
        "replicas");
  }

  void Strategy() {
    const Node wanted = pin_["strategy"];
    const RolloutStrategy& strategy = workload_.strategy;
    const Node written = FirstOf(strategy.type_node, strategy.node, object_.spec());
    if (const Node type = wanted["type"]; !type.IsUnset() && type.text() != TypeName(strategy.type)) {
      return Say(written, type, absl::StrCat("the strategy is ", TypeName(strategy.type), ", pinned to ", type.text()), "strategy.type");
    }
    if (strategy.type != StrategyType::kRollingUpdate) return;
    ResolvedRollout resolved = ResolveDeployment(strategy, workload_.replicas);
    if (workload_.controller == Controller::kDaemonSet || workload_.controller == Controller::kStatefulSet) {
      // Their share depends on the nodes, or on nothing: only plain numbers can be held against a pin.
      resolved.surge = strategy.max_surge.value.value;
      resolved.unavailable = strategy.max_unavailable.value.value;
    }
    // One strategy is one fact: who trades surge for unavailability changes both numbers.
    std::string message, subject;
    Node at, pinned;
    const auto number = [&](const char* key, int64_t value, const Effective<IntOrPercent>& said) {
      const std::optional<int64_t> asked = wanted[key].AsInt();
      if (!asked || *asked == value) return;
      const std::string origin = absl::StrCat(said.value.ToString(), said.defaulted() ? " by default" : "");
      absl::StrAppend(&message, message.empty() ? "" : ", and ", key, " is ", value, " at replicas ", workload_.replicas, " (", origin,
                      "), pinned to ", *asked);
      if (!subject.empty()) return;
      at = FirstOf(said.defaulted() ? Node() : said.node, strategy.rolling_update, strategy.node);
      pinned = wanted[key];
      subject = absl::StrCat("strategy.", key);
    };
    number("maxSurge", resolved.surge, strategy.max_surge);
    // Both zero: the controller takes one pod away because there is no surge; that is told by the surge.
    if (!resolved.unavailable_raised || subject.empty()) number("maxUnavailable", resolved.unavailable, strategy.max_unavailable);
    if (!subject.empty()) Say(at, pinned, std::move(message), std::move(subject));
  }

  void HostNetwork() {
    const std::optional<bool> wanted = pin_["hostNetwork"].AsBool();
    if (!wanted || *wanted == workload_.host_network) return;
    Say(FirstOf(workload_.pod["hostNetwork"], workload_.pod, Node()), pin_["hostNetwork"],
        absl::StrCat("hostNetwork is ", workload_.host_network ? "true" : "false", ", pinned to ", *wanted ? "true" : "false"),
        "hostNetwork");
  }

  void Ports() {
    if (pin_["ports"].text() != "none") return;
    for (const Container& container : workload_.containers) {
      if (container.ports.empty()) continue;
      const ContainerPort& port = container.ports.front();
      Say(port.node, pin_["ports"], absl::StrCat("container ", container.name, " declares port ", port.number, ", pinned to none"),
          absl::StrCat("container ", container.name, ", ports"));
    }
  }

  void Probes() {
    for (const auto& [handler, wanted] : pin_["probes"].Entries()) {
      for (const Container& container : workload_.containers) {
        for (const char* probe : {"startupProbe", "livenessProbe", "readinessProbe"}) {
          const Node action = container.node[probe][handler.text()];
          if (action.IsUnset()) continue;
          Say(container.node[probe].Key(handler.text()), wanted,
              absl::StrCat(probe, " of container ", container.name, " has ", handler.text(), ", pinned to be absent"),
              absl::StrCat("container ", container.name, ", ", probe, ".", handler.text()));
        }
      }
    }
  }

  void Flag(Node name, Node wanted) {
    absl::string_view flag = name.text();
    while (absl::ConsumePrefix(&flag, "-")) {
    }
    const absl::string_view only = pin_["container"].text();
    std::vector<const Container*> holders, main;
    for (const Container& container : workload_.containers) {
      if (!only.empty() ? container.name != only : !container.RunsBesideMain()) continue;
      main.push_back(&container);
      if (container.command_line.Has(flag)) holders.push_back(&container);
    }
    if (holders.empty() && !main.empty()) holders.push_back(main.front());
    if (holders.empty()) return Say(workload_.pod, name, absl::StrCat("there is no container ", only), "container");
    for (const Container* container : holders) FlagIn(*container, flag, name, wanted);
  }

  void FlagIn(const Container& container, absl::string_view flag, Node name, Node wanted) {
    const std::vector<const FlagOccurrence*> all = container.command_line.All(flag);
    const int64_t count = static_cast<int64_t>(all.size());
    const std::string subject = absl::StrCat("container ", container.name, ", flag ", name.text());
    const std::string said = absl::StrCat(name.text(), " of container ", container.name);
    if (wanted["absent"].IsTrue()) {
      if (count > 0) Say(all.back()->node, name, absl::StrCat(said, " is given, pinned to be absent"), subject);
      return;
    }
    const Node is = wanted["is"];
    const std::optional<int64_t> times = wanted["times"].AsInt();
    std::string pinned = is ? absl::StrCat("'", is.text(), "'") : "";
    if (times) absl::StrAppend(&pinned, pinned.empty() ? "" : ", given ", Times(*times));
    if (count == 0) {
      if (is || (times && *times > 0)) {
        Say(FirstOf(container.node["args"], container.node["command"], container.node), name,
            absl::StrCat(said, " is not given, pinned to ", pinned), subject);
      }
      return;
    }
    const FlagOccurrence& winner = *all.back();
    const absl::string_view value = winner.form == FlagForm::kAlone ? absl::string_view("true") : winner.value;
    const bool other = is && !SameValue(value, is.text());
    const bool often = times && count != *times;
    if (!other && !often) return;
    const std::string facts = count == 1 ? absl::StrCat(" is '", value, "'")
                                         : absl::StrCat(" is given ", Times(count), " and the last, '", value, "', wins");
    Say(winner.node, name, absl::StrCat(said, facts, ", pinned to ", pinned), subject);
  }

  const Node pin_;
  const Object& object_;
  const Workload& workload_;
  std::vector<BrokenFact> broken_;
};

}  // namespace

std::vector<BrokenFact> BrokenFacts(Node pin, const Object& object) { return PinChecker(pin, object).Check(); }

}  // namespace chartlint
