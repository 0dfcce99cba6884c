// Upstream: pkg/probe/util.go ResolveContainerPort: only the probed container is searched, main or not.
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rules/probes/probe.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

std::string NamesOf(const Container& container) {
  std::vector<std::string> names;
  for (const ContainerPort& port : container.ports) {
    if (!port.name.empty()) names.push_back(absl::StrCat("\"", port.name, "\""));
  }
  return names.empty() ? "names no port" : absl::StrCat("names ", absl::StrJoin(names, ", "));
}

}  // namespace

void ProbesPortMissing(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  for (const Container& container : context.object.workload->containers) {
    std::string subject;
    for (const Probe& probe : ProbesOf(container)) {
      // A number in quotes is another matter: the API server refuses it.
      int64_t number = 0;
      if (probe.port_name.empty() || absl::SimpleAtoi(probe.port_name, &number)) continue;
      if (container.PortNamed(probe.port_name) != nullptr || subject == probe.port_name) continue;
      subject = std::string(probe.port_name);
      const Container* owner = nullptr;
      for (const Container& other : context.object.workload->containers) {
        if (owner == nullptr && other.PortNamed(probe.port_name) != nullptr) owner = &other;
      }
      report
          .Add(probe.port_node,
               absl::StrCat(probe.Title(), " asks port \"", probe.port_name, "\", but container ",
                            container.name, " ", NamesOf(container),
                            owner == nullptr
                                ? ""
                                : absl::StrCat(" (container ", owner->name, " has it, which does not count)"),
                            ": the kubelet counts each probe as failed"))
          .Subject(absl::StrCat("container ", container.name, ", port ", probe.port_name))
          .Note(container.node["ports"], absl::StrCat("ports of container ", container.name));
    }
  }
}

}  // namespace chartlint
