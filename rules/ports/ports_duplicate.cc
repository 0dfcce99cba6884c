// Upstream: pkg/apis/core/validation/validation.go (validateContainerPorts: names within a container;
// checkHostPortConflicts: protocol/hostIP/hostPort over the containers, init containers one by one;
// ValidateService), pkg/api/pod/warnings.go.
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "rules/ports/service_ports.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

constexpr absl::string_view kRefused = "the API server refuses it";

// The repeats of one kind; the first of them is where the finding is shown.
struct Repeats {
  struct One {
    std::string what;
    Node first, again;
  };
  std::vector<One> all;

  void Add(std::string what, Node first, Node again) { all.push_back({std::move(what), first, again}); }

  bool Report(absl::string_view where, absl::string_view consequence, Severity severity,
              Reporter& report) const {
    if (all.empty()) return false;
    std::string message = absl::StrCat(where, " has ", all[0].what, " twice");
    for (size_t i = 1; i < all.size(); ++i) absl::StrAppend(&message, ", ", all[i].what, " too");
    Reporter::Builder builder = report.Add(all[0].again, absl::StrCat(message, ": ", consequence));
    builder.As(severity).Subject(std::string(where));
    for (size_t i = 0; i < all.size(); ++i) {
      if (i > 0) builder.Note(all[i].again, absl::StrCat(all[i].what, " again"));
      builder.Note(all[i].first, absl::StrCat(all[i].what, " for the first time"));
    }
    return true;
  }
};

Node NodeOr(Node node, Node otherwise) { return node.IsUnset() ? otherwise : node; }

// Names and numbers within one container.
void CheckContainer(const Container& container, Reporter& report) {
  std::map<absl::string_view, const ContainerPort*> names;
  std::map<std::pair<int64_t, absl::string_view>, const ContainerPort*> numbers;
  Repeats refused, unwise;
  for (const ContainerPort& port : container.ports) {
    if (!port.name.empty()) {
      const auto [at, added] = names.emplace(port.name, &port);
      if (!added)
        refused.Add(absl::StrCat("port name \"", port.name, "\""), at->second->node["name"],
                    port.node["name"]);
    }
    const auto [at, added] = numbers.emplace(std::make_pair(port.number, port.protocol), &port);
    if (!added && port.number > 0) {
      unwise.Add(absl::StrCat("port ", port.number, "/", port.protocol), at->second->node["containerPort"],
                 port.node["containerPort"]);
    }
  }
  const std::string where = absl::StrCat("container ", container.name);
  if (refused.Report(where, kRefused, Severity::kError, report)) return;
  unwise.Report(where, "one process cannot serve both, and merges keyed by port drop one of them",
                Severity::kWarning, report);
}

// Host ports over the containers that run at the same time. Defaulted host ports of hostNetwork are no
// refusal.
bool CheckHostPorts(const Workload& workload, Reporter& report) {
  using Key = std::tuple<int64_t, absl::string_view, absl::string_view>;
  std::map<Key, const ContainerPort*> shared;
  Repeats refused;
  for (const Container& container : workload.containers) {
    std::map<Key, const ContainerPort*> alone;
    std::map<Key, const ContainerPort*>& seen = container.role == ContainerRole::kMain ? shared : alone;
    for (const ContainerPort& port : container.ports) {
      if (!port.host_port_written || port.host_port <= 0) continue;
      const auto [at, added] = seen.emplace(Key{port.host_port, port.protocol, port.host_ip}, &port);
      if (added) continue;
      refused.Add(absl::StrCat("hostPort ", port.host_port, "/", port.protocol,
                               port.host_ip.empty() ? "" : " on ", port.host_ip),
                  at->second->node["hostPort"], port.node["hostPort"]);
    }
  }
  return refused.Report("the pod", kRefused, Severity::kError, report);
}

// Over containers: one name anywhere, one number under hostNetwork.
void CheckPod(const Workload& workload, Reporter& report) {
  struct Seen {
    const Container* container;
    const ContainerPort* port;
  };
  std::map<absl::string_view, Seen> names;
  std::map<std::pair<int64_t, absl::string_view>, Seen> numbers;
  Repeats name_repeats, number_repeats;
  for (const Container& container : workload.containers) {
    if (!container.RunsBesideMain()) continue;
    for (const ContainerPort& port : container.ports) {
      if (!port.name.empty()) {
        const auto [at, added] = names.emplace(port.name, Seen{&container, &port});
        if (!added && at->second.container != &container) {
          name_repeats.Add(absl::StrCat("port name \"", port.name, "\" (containers ",
                                        at->second.container->name, " and ", container.name, ")"),
                           at->second.port->node["name"], port.node["name"]);
        }
      }
      if (!workload.host_network || port.number <= 0) continue;
      const auto [at, added] =
          numbers.emplace(std::make_pair(port.number, port.protocol), Seen{&container, &port});
      if (!added && at->second.container != &container) {
        number_repeats.Add(absl::StrCat("port ", port.number, "/", port.protocol, " (containers ",
                                        at->second.container->name, " and ", container.name, ")"),
                           at->second.port->node["containerPort"], port.node["containerPort"]);
      }
    }
  }
  number_repeats.Report("the pod", "under hostNetwork only one of the containers can bind it",
                        Severity::kWarning, report);
  name_repeats.Report("the pod", "Services that target the name lead to the first of them only",
                      Severity::kWarning, report);
}

void CheckService(const Object& service, Reporter& report) {
  std::map<absl::string_view, Node> names;
  std::map<std::pair<int64_t, std::string>, Node> numbers;
  Repeats refused;
  const std::vector<Node> items = service.spec()["ports"].Items();
  const std::string where = absl::StrCat("Service ", service.name);
  for (Node item : items) {
    const absl::string_view name = TextOf(item["name"]);
    if (!name.empty()) {
      const auto [at, added] = names.emplace(name, item["name"]);
      if (!added) refused.Add(absl::StrCat("port name \"", name, "\""), at->second, item["name"]);
    }
    const absl::string_view protocol = TextOf(item["protocol"]).empty() ? "TCP" : TextOf(item["protocol"]);
    const int64_t number = item["port"].AsInt().value_or(0);
    if (number <= 0) continue;
    const auto [at, added] = numbers.emplace(std::make_pair(number, std::string(protocol)), item["port"]);
    if (!added) refused.Add(absl::StrCat("port ", number, "/", protocol), at->second, item["port"]);
  }
  if (refused.Report(where, kRefused, Severity::kError, report) || items.size() < 2) return;
  for (Node item : items) {
    if (!TextOf(item["name"]).empty()) continue;
    report
        .Add(NodeOr(item["port"], item),
             absl::StrCat(where, " has ", items.size(), " ports and one of them has no name: ", kRefused))
        .Subject("unnamed port");
    return;
  }
}

}  // namespace

void PortsDuplicate(const ObjectContext& context, Reporter& report) {
  if (context.object.Is("", "Service")) CheckService(context.object, report);
  if (context.object.workload == nullptr) return;
  const Workload& workload = *context.object.workload;
  if (CheckHostPorts(workload, report)) return;
  for (const Container& container : workload.containers) CheckContainer(container, report);
  CheckPod(workload, report);
}

}  // namespace chartlint
