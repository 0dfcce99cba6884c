#include <string>

#include "absl/strings/str_cat.h"
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

void CheckService(const ChartContext& context, uint32_t variant, const Object& service, Reporter& report) {
  const Release& release = context.release(variant);
  const std::vector<const Workload*>& selected = release.SelectedBy(service);
  if (selected.empty()) return;
  for (const ServicePort& port : PortsOf(service)) {
    if (port.target_number <= 0) continue;
    bool silent = false;
    for (const Workload* workload : selected) {
      silent |= !DeclaresAnything(*workload) || SomethingSpeaksOf(release, *workload, port.target_number) ||
                FindDeadListener(release, *workload, port);
    }
    if (silent) continue;
    const Workload& workload = *selected.front();
    const Declared elsewhere = DeclaredElsewhere(context.presence, workload, port);
    std::string message = absl::StrCat(
        "Service port ", port.Title(), " leads to ", port.target_number, ", which ", workload.object->Title(),
        " neither declares nor names in a flag, a variable or its configuration");
    if (elsewhere.node) {
      absl::StrAppend(&message, ", while it declares it in ",
                      context.presence.variant_name(elsewhere.variant), ": nobody listens here");
      report.Add(port.TargetNode(), message)
          .Subject(absl::StrCat("target ", port.target_number))
          .InVariant(variant)
          .NoteIn(elsewhere.variant, elsewhere.node, "declared in this variant")
          .Note(workload.object->Anchor(), "the workload that is selected");
    } else {
      absl::StrAppend(&message, ": nothing here says that somebody listens");
      report.Add(port.TargetNode(), message)
          .Strict()
          .Subject(absl::StrCat("target ", port.target_number))
          .InVariant(variant)
          .Note(workload.object->Anchor(), "the workload that is selected");
    }
  }
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
