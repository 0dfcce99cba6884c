#include "rules/ports/service_ports.h"

#include "absl/strings/str_cat.h"

namespace chartlint {

Node ServicePort::TargetNode() const {
  if (target) return target;
  const Node port = node["port"];
  return port ? port : node;
}

std::string ServicePort::Title() const {
  return name.empty() ? absl::StrCat(number) : absl::StrCat("\"", name, "\"");
}

std::vector<ServicePort> PortsOf(const Object& service) {
  std::vector<ServicePort> ports;
  const Node spec = service.spec();
  if (TextOf(spec["type"]) == "ExternalName" || spec["selector"].size() == 0) return ports;
  for (Node item : spec["ports"].Items()) {
    ServicePort port;
    port.node = item;
    port.name = TextOf(item["name"]);
    port.number = item["port"].AsInt().value_or(0);
    port.protocol = TextOf(item["protocol"]).empty() ? "TCP" : TextOf(item["protocol"]);
    port.target = item["targetPort"].IsUnset() ? Node() : item["targetPort"];
    if (!port.target || port.target.AsInt() == 0) {
      port.target_number = port.number;
    } else if (const auto name = port.target.AsString()) {
      port.target_name = *name;
    } else {
      port.target_number = port.target.AsInt().value_or(0);
    }
    ports.push_back(port);
  }
  return ports;
}

std::vector<const Workload*> BackendsOf(const Release& release, const Object& service) {
  std::vector<const Workload*> backends;
  for (const Workload* workload : release.SelectedBy(service)) {
    if (workload->role == PodRole::kService) backends.push_back(workload);
  }
  return backends;
}

bool IsHeadless(const Object& service) { return TextOf(service.spec()["clusterIP"]) == "None"; }

PodPort PodPortNamed(const Workload& workload, absl::string_view name, absl::string_view protocol) {
  for (const Container& container : workload.containers) {
    if (!container.RunsBesideMain()) continue;
    for (const ContainerPort& port : container.ports) {
      if (port.name == name && port.protocol == protocol) return {&container, &port};
    }
  }
  return {};
}

PodPort PodPortNumbered(const Workload& workload, int64_t number, absl::string_view protocol) {
  for (const Container& container : workload.containers) {
    if (!container.RunsBesideMain()) continue;
    if (const ContainerPort* port = container.PortNumbered(number, protocol)) return {&container, port};
  }
  return {};
}

int64_t ResolvedTarget(const Workload& workload, const ServicePort& port) {
  if (port.target_name.empty()) return port.target_number;
  const PodPort found = PodPortNamed(workload, port.target_name, port.protocol);
  return found ? found.port->number : 0;
}

}  // namespace chartlint
