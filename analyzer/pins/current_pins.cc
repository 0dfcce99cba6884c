#include "analyzer/pins/current_pins.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/kube/workload.h"
#include "analyzer/yaml/writing.h"

namespace chartlint {
namespace {

// What a pin says, key by key: "strategy" and "maxSurge", or "flags" and "--x". `container` is that of a pin for flags of one
// of several containers.
struct FactKey {
  std::string container;
  int section = 0;  // into kSections: the order in which a pin is written
  std::string name;

  bool operator<(const FactKey& other) const {
    return std::tie(container, section, name) < std::tie(other.container, other.section, other.name);
  }
};
using Facts = std::map<FactKey, std::string>;  // values as YAML

enum Section { kReplicas, kStrategy, kHostNetwork, kPorts, kProbes, kFlags };
constexpr absl::string_view kSections[] = {"replicas", "strategy", "hostNetwork", "ports", "probes", "flags"};

std::string Number(int64_t value) { return absl::StrCat(value); }

void AddStrategy(const Workload& workload, Facts* facts) {
  const RolloutStrategy& strategy = workload.strategy;
  const absl::string_view type = StrategyTypeName(strategy.type);
  if (type.empty()) return;
  (*facts)[{"", kStrategy, "type"}] = std::string(type);
  if (strategy.type != StrategyType::kRollingUpdate) return;
  const bool per_node = workload.controller == Controller::kDaemonSet;
  if (per_node || workload.controller == Controller::kStatefulSet) {
    // A share of the nodes is no number of pods; a StatefulSet has no surge, and its maxUnavailable is an option of clusters.
    const Effective<IntOrPercent>& unavailable = strategy.max_unavailable;
    if (per_node && !strategy.max_surge.value.percent) (*facts)[{"", kStrategy, "maxSurge"}] = Number(strategy.max_surge.value.value);
    if (!unavailable.value.percent && (per_node || !unavailable.defaulted())) {
      (*facts)[{"", kStrategy, "maxUnavailable"}] = Number(unavailable.value.value);
    }
    return;
  }
  const ResolvedRollout resolved = ResolveDeployment(strategy, workload.replicas);
  (*facts)[{"", kStrategy, "maxSurge"}] = Number(resolved.surge);
  (*facts)[{"", kStrategy, "maxUnavailable"}] = Number(resolved.unavailable);
}

void AddPodFacts(const Object& object, Facts* facts) {
  const Workload& workload = *object.workload;
  const WorkloadKind* kind = FindWorkloadKind(object.group, object.kind);
  if (kind != nullptr && kind->has_replicas) (*facts)[{"", kReplicas, ""}] = Number(workload.replicas);
  AddStrategy(workload, facts);
  (*facts)[{"", kHostNetwork, ""}] = workload.host_network ? "true" : "false";
  bool ports = false;
  std::set<std::string> handlers;
  for (const Container& container : workload.containers) {
    ports |= !container.ports.empty();
    for (const char* probe : {"startupProbe", "livenessProbe", "readinessProbe"}) {
      for (const char* handler : {"httpGet", "tcpSocket", "exec", "grpc"}) {
        if (!container.node[probe][handler].IsUnset()) handlers.insert(handler);
      }
    }
  }
  if (!ports) (*facts)[{"", kPorts, ""}] = "none";
  for (const char* handler : {"httpGet", "tcpSocket", "exec", "grpc"}) {
    if (handlers.count(handler) == 0) (*facts)[{"", kProbes, handler}] = "absent";
  }
}

// Flags by the name under which they are looked for, each with the spelling of its first winner.
using FlagNames = std::map<std::string, std::string>;

std::vector<const Container*> ContainersOf(const Workload& workload) {
  std::vector<const Container*> containers;
  for (const Container& container : workload.containers) {
    if (container.RunsBesideMain()) containers.push_back(&container);
  }
  return containers;
}

std::string FlagFact(const Container& container, const std::string& name) {
  const std::vector<const FlagOccurrence*> all = container.command_line.All(name);
  if (all.empty()) return "{absent: true}";
  const FlagOccurrence& winner = *all.back();
  const std::string value = winner.form == FlagForm::kAlone || winner.value == "true" ? "true"
                            : winner.value == "false"                                 ? "false"
                                                                                      : QuotedScalar(winner.value);
  return absl::StrCat("{is: ", value, ", times: ", all.size(), "}");
}

class Writer {
 public:
  explicit Writer(const PinSubject& subject) : subject_(subject) {
    for (const RenderedWorkload* workload : subject.workloads) several_ |= ContainersOf(*workload->object->workload).size() > 1;
    for (const RenderedWorkload* workload : subject.workloads) CollectFlags(*workload->object->workload);
    for (const RenderedWorkload* workload : subject.workloads) AddObject(*workload);
  }

  CurrentPins Write() {
    // What all agree on.
    Facts common = by_variant_.begin()->second;
    for (const auto& [variant, facts] : by_variant_) KeepEqual(facts, &common);
    WritePins(common, {});
    std::map<Facts, std::vector<std::string>> groups;
    std::vector<std::pair<const Facts*, std::string>> order;
    bool differ = false;
    for (const auto& [variant, facts] : by_variant_) {
      Facts rest;
      for (const auto& [key, value] : facts) {
        if (common.count(key) == 0) rest[key] = value;
      }
      differ |= !rest.empty();
      if (variant < subject_.discovered.size() && subject_.discovered[variant]) {
        if (!rest.empty()) pins_.left_out.push_back(subject_.variants[variant]);
        continue;
      }
      const auto [group, added] = groups.try_emplace(std::move(rest));
      if (added) order.emplace_back(&group->first, subject_.variants[variant]);
      group->second.push_back(subject_.variants[variant]);
    }
    if (!differ) return std::move(pins_);
    for (const auto& [facts, first] : order) WritePins(*facts, groups[*facts]);
    return std::move(pins_);
  }

 private:
  std::string KeyOf(const Container& container) const { return several_ ? std::string(container.name) : ""; }

  void CollectFlags(const Workload& workload) {
    for (const Container* container : ContainersOf(workload)) {
      for (const FlagOccurrence& flag : container->command_line.occurrences) {
        flags_[KeyOf(*container)].try_emplace(flag.name, absl::StrCat(std::string(static_cast<size_t>(flag.dashes), '-'), flag.name));
      }
    }
  }

  void AddObject(const RenderedWorkload& rendered) {
    Facts facts;
    AddPodFacts(*rendered.object, &facts);
    const std::vector<const Container*> containers = ContainersOf(*rendered.object->workload);
    for (const Container* container : containers) {
      const auto named = [&](const Container* other) { return other->name == container->name; };
      if (several_ && (container->name.empty() || std::count_if(containers.begin(), containers.end(), named) > 1)) continue;
      for (const auto& [name, spelling] : flags_[KeyOf(*container)]) {
        facts[{KeyOf(*container), kFlags, spelling}] = FlagFact(*container, name);
      }
    }
    for (uint32_t variant : rendered.variants) {
      const auto [at, added] = by_variant_.try_emplace(variant, facts);
      if (!added) KeepEqual(facts, &at->second);
    }
  }

  static void KeepEqual(const Facts& facts, Facts* kept) {
    for (auto at = kept->begin(); at != kept->end();) {
      const auto same = facts.find(at->first);
      at = same != facts.end() && same->second == at->second ? std::next(at) : kept->erase(at);
    }
  }

  // One pin for the pod and the only container, one for each of several containers.
  void WritePins(const Facts& facts, const std::vector<std::string>& variants) {
    std::map<std::string, std::map<int, std::vector<std::pair<std::string, std::string>>>> by_container;
    for (const auto& [key, value] : facts) by_container[key.container][key.section].emplace_back(key.name, value);
    for (const auto& [container, sections] : by_container) {
      std::string* out = &pins_.entries;
      absl::StrAppend(out, "- for: ", PlainOrQuotedScalar(subject_.object), "\n  because: it holds today  # say why it must stay\n");
      if (!subject_.chart.empty()) absl::StrAppend(out, "  chart: ", PlainOrQuotedScalar(subject_.chart), "\n");
      if (!variants.empty()) absl::StrAppend(out, "  variants: ", ScalarList(variants), "\n");
      if (!container.empty()) absl::StrAppend(out, "  container: ", PlainOrQuotedScalar(container), "\n");
      for (const auto& [section, values] : sections) WriteSection(section, values, out);
    }
  }

  static void WriteSection(int section, std::vector<std::pair<std::string, std::string>> values, std::string* out) {
    if (values.back().first == "type") std::rotate(values.begin(), std::prev(values.end()), values.end());
    absl::StrAppend(out, "  ", kSections[section], ":");
    if (section == kFlags) {
      absl::StrAppend(out, "\n");
      for (const auto& [name, value] : values) absl::StrAppend(out, "    ", PlainOrQuotedScalar(name), ": ", value, "\n");
    } else if (values.front().first.empty()) {
      absl::StrAppend(out, " ", values.front().second, "\n");
    } else {
      absl::StrAppend(out, " {", absl::StrJoin(values, ", ", absl::PairFormatter(": ")), "}\n");
    }
  }

  const PinSubject& subject_;
  bool several_ = false;  // containers side by side, in some variant
  std::map<std::string, FlagNames> flags_;  // by container
  std::map<uint32_t, Facts> by_variant_;
  CurrentPins pins_;
};

}  // namespace

std::vector<RenderedWorkload> WorkloadsOf(const RenderSet& renders) {
  std::vector<RenderedWorkload> workloads;
  for (const DistinctDocument& document : renders.documents) {
    for (std::unique_ptr<Object>& object : ObjectsOf(*document.document)) {
      if (object->workload != nullptr) workloads.push_back({std::move(object), document.Variants()});
    }
  }
  return workloads;
}

CurrentPins PinsThatHold(const PinSubject& subject) { return Writer(subject).Write(); }

}  // namespace chartlint
