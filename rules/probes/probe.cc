#include "rules/probes/probe.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/ports/pod_listeners.h"

namespace chartlint {

std::string Probe::Title() const { return absl::StrCat(key.substr(0, key.size() - 5), " probe"); }

std::vector<Probe> ProbesOf(const Container& container) {
  constexpr std::pair<absl::string_view, ProbeHandler> kActions[] = {{"exec", ProbeHandler::kExec},
                                                                     {"httpGet", ProbeHandler::kHttp},
                                                                     {"tcpSocket", ProbeHandler::kTcp},
                                                                     {"grpc", ProbeHandler::kGrpc}};
  std::vector<Probe> probes;
  for (absl::string_view key : {"livenessProbe", "readinessProbe", "startupProbe"}) {
    const Node node = container.node[key];
    if (node.IsUnset()) continue;
    Probe probe;
    probe.key = key;
    probe.node = node;
    for (const auto& [name, handler] : kActions) {
      if (node[name].IsUnset() || probe.action) continue;
      probe.action = node[name];
      probe.handler = handler;
    }
    probe.port_node = probe.action["port"];
    probe.host = TextOf(probe.action["host"]);
    probe.path = TextOf(probe.action["path"]);
    if (const auto name = probe.port_node.AsString()) {
      probe.port_name = *name;
      const ContainerPort* port = container.PortNamed(*name);
      probe.port = port == nullptr ? 0 : port->number;
    } else {
      probe.port = probe.port_node.AsInt().value_or(0);
    }
    probes.push_back(probe);
  }
  return probes;
}

bool IsLoopback(absl::string_view host) {
  return absl::EqualsIgnoreCase(host, "localhost") || absl::StartsWith(host, "127.") || host == "::1" ||
         host == "[::1]";
}

bool AsksHealthPort(const Container& container, const Probe& probe) {
  for (const ContainerPort& port : container.ports) {
    if (port.number == probe.port && !port.name.empty())
      return SpeaksOfRole(port.name, ListenerRole::kHealth);
  }
  return probe.handler == ProbeHandler::kGrpc || SpeaksOfRole(probe.path, ListenerRole::kHealth);
}

bool SomebodyMayListen(const Release& release, const Workload& workload, const Container& container,
                       int64_t port, Node but) {
  return BoundInPod(workload, port) || AnotherContainerServes(workload, container, port) ||
         MentionsPort(container, port, but) || release.ConfigTextHasNumber(workload, container, port);
}

}  // namespace chartlint
