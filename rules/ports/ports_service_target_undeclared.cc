#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rules/ports/dead_listener.h"
#include "rules/ports/pod_listeners.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

bool DeclaresAnything(const Workload& workload) {
  for (const Container& container : workload.containers) {
    if (container.RunsBesideMain() && !container.ports.empty()) return true;
  }
  return false;
}

struct Declared {
  uint32_t variant = 0;
  Node node;  // absent: in no variant
};

// Another variant in which this workload declares the port: there the feature behind it is on.
Declared DeclaredElsewhere(const Presence& presence, const Workload& workload, const ServicePort& port) {
  const Object& object = *workload.object;
  const Presence::Row* row = presence.Find(object.group, object.kind, object.name, object.ns);
  if (row == nullptr) return {};
  for (uint32_t variant = 0; variant < row->by_variant.size(); ++variant) {
    const Object* other = row->by_variant[variant];
    if (other == nullptr || other->workload == nullptr) continue;
    const PodPort found = PodPortNumbered(*other->workload, port.target_number, port.protocol);
    if (found) return {variant, found.port->node};
  }
  return {};
}

// Containers that an admission webhook adds or replaces (Istio's gateways, agents) are not in the render.
bool ExpectsInjection(const Workload& workload) {
  for (Node map : {workload.pod_labels(), workload.pod_metadata["annotations"]}) {
    for (const auto& [key, value] : map.Entries()) {
      if (absl::StrContains(key.text(), "inject") && value.text() != "false" && value.text() != "disabled")
        return true;
    }
  }
  return false;
}

bool IsUndeclared(const Release& release, const std::vector<const Workload*>& backends,
                  const ServicePort& port) {
  if (port.target_number <= 0) return false;
  for (const Workload* workload : backends) {
    if (SomethingSpeaksOf(release, *workload, port.target_number) ||
        FindDeadListener(release, *workload, port)) {
      return false;
    }
  }
  return true;
}

// The ports without evidence are one finding for the Service.
void CheckService(const ChartContext& context, uint32_t variant, const Object& service, Reporter& report) {
  const Release& release = context.release(variant);
  const std::vector<ServicePort> ports = PortsOf(service);
  const auto is_numbered = [](const ServicePort& port) { return port.target_number > 0; };
  if (std::none_of(ports.begin(), ports.end(), is_numbered)) return;
  const std::vector<const Workload*> backends = BackendsOf(release, service);
  if (backends.empty()) return;
  for (const Workload* workload : backends) {
    if (!DeclaresAnything(*workload) || ExpectsInjection(*workload)) return;
  }
  const Workload& workload = *backends.front();
  const std::string unspoken =
      absl::StrCat("which ", workload.object->Title(),
                   " neither declares nor names in a flag, a variable or its configuration");
  std::vector<ServicePort> unknown;
  for (const ServicePort& port : ports) {
    if (!IsUndeclared(release, backends, port)) continue;
    const Declared elsewhere = DeclaredElsewhere(context.presence, workload, port);
    if (!elsewhere.node) {
      unknown.push_back(port);
      continue;
    }
    report
        .Add(port.TargetNode(),
             absl::StrCat("Service port ", port.Title(), " leads to ", port.target_number, ", ", unspoken,
                          ", while it declares it in ", context.presence.variant_name(elsewhere.variant),
                          ": nobody listens here"))
        .Subject(absl::StrCat("target ", port.target_number))
        .InVariant(variant)
        .NoteIn(elsewhere.variant, elsewhere.node, "declared in this variant")
        .Note(workload.object->Anchor(), "the workload that is selected");
  }
  if (unknown.empty()) return;
  std::vector<std::string> numbers;
  for (const ServicePort& port : unknown) numbers.push_back(absl::StrCat(port.target_number));
  Reporter::Builder builder = report.Add(
      unknown[0].TargetNode(),
      absl::StrCat(unknown.size() == 1 ? absl::StrCat("Service port ", unknown[0].Title(), " leads")
                                       : "Service ports lead",
                   " to ", absl::StrJoin(numbers, ", "), ", ", unspoken,
                   ": nothing here says that somebody listens"));
  builder.Strict().Subject("undeclared").InVariant(variant);
  for (size_t i = 1; i < unknown.size(); ++i)
    builder.Note(unknown[i].TargetNode(), absl::StrCat("and to ", unknown[i].target_number));
  builder.Note(workload.object->Anchor(), "the workload that is selected");
}

}  // namespace

void PortsServiceTargetUndeclared(const ChartContext& context, Reporter& report) {
  for (uint32_t variant = 0; variant < context.variant_count(); ++variant) {
    const Release& release = context.release(variant);
    if (release.Unreadable()) continue;
    for (const Object* service : release.OfKind("Service")) {
      if (service->group == "") CheckService(context, variant, *service, report);
    }
  }
}

}  // namespace chartlint
