#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rules/ports/node_sharing.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

// Pods that run for as long as the release does, and hook pods that run beside them.
bool RunsBesideOthers(const Release& release, const Workload& workload) {
  if (workload.controller == Controller::kPodTemplate || release.Replicas(workload).max == 0) return false;
  if (workload.role != PodRole::kHook) return workload.role == PodRole::kService;
  for (absl::string_view event : workload.object->hook.events) {
    if (event == "post-install" || event == "pre-upgrade" || event == "post-upgrade") return true;
  }
  return false;
}

std::vector<const ContainerPort*> HostPorts(const Workload& workload) {
  std::vector<const ContainerPort*> ports;
  for (const Container& container : workload.containers) {
    for (const ContainerPort& port : container.ports) {
      if (port.host_port > 0) ports.push_back(&port);
    }
  }
  return ports;
}

bool AnyAddress(absl::string_view host_ip) {
  return host_ip.empty() || host_ip == "0.0.0.0" || host_ip == "::";
}

bool Clash(const ContainerPort& a, const ContainerPort& b) {
  return a.host_port == b.host_port && a.protocol == b.protocol &&
         (AnyAddress(a.host_ip) || AnyAddress(b.host_ip) || a.host_ip == b.host_ip);
}

// Rendered twice: the cluster has it once.
bool SameObject(const Release& release, const Object& a, const Object& b) {
  return a.group == b.group && a.kind == b.kind && a.name == b.name &&
         release.SameNamespace(a.ns, b.ns) != Same::kNo;
}

}  // namespace

void PortsHostConflict(const ReleaseContext& context, Reporter& report) {
  struct User {
    const Workload* workload;
    std::vector<const ContainerPort*> ports;
  };
  std::vector<User> users;
  for (const Workload* workload : context.release.workloads()) {
    std::vector<const ContainerPort*> ports = HostPorts(*workload);
    if (!ports.empty() && RunsBesideOthers(context.release, *workload))
      users.push_back({workload, std::move(ports)});
  }
  for (size_t j = 1; j < users.size(); ++j) {
    for (size_t i = 0; i < j; ++i) {
      std::vector<std::string> numbers;
      const ContainerPort* mine = nullptr;
      const ContainerPort* theirs = nullptr;
      for (const ContainerPort* port : users[j].ports) {
        for (const ContainerPort* other : users[i].ports) {
          if (!Clash(*port, *other)) continue;
          if (mine == nullptr) {
            mine = port;
            theirs = other;
          }
          numbers.push_back(absl::StrCat(port->host_port, "/", port->protocol));
          break;
        }
      }
      if (mine == nullptr || !MayShareNode(*users[i].workload, *users[j].workload)) continue;
      if (SameObject(context.release, *users[i].workload->object, *users[j].workload->object)) continue;
      const bool everywhere = users[i].workload->controller == Controller::kDaemonSet ||
                              users[j].workload->controller == Controller::kDaemonSet;
      report
          .Add(mine->node,
               absl::StrCat(numbers.size() == 1 ? "host port " : "host ports ", absl::StrJoin(numbers, ", "),
                            numbers.size() == 1 ? " is" : " are", " wanted by ",
                            users[j].workload->object->Title(), " and by ",
                            users[i].workload->object->Title(), ", and nothing keeps them apart: ",
                            everywhere ? "where the DaemonSet's pod runs, the other stays Pending"
                                       : "on one node, one of them stays Pending"))
          .Subject(users[i].workload->object->Title())
          .Note(theirs->node, absl::StrCat("the same host port of ", users[i].workload->object->Title()));
    }
  }
}

}  // namespace chartlint
