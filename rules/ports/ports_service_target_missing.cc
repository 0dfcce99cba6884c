#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "rules/ports/service_ports.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

// A Service may select hundreds of workloads; nobody reads so many names.
constexpr size_t kNamed = 5;

struct Dead {
  ServicePort port;
  std::vector<const Workload*> without;  // selected, but do not name the port
};

std::string NamesOf(const Workload& workload) {
  std::vector<std::string> names;
  for (const Container& container : workload.containers) {
    if (!container.RunsBesideMain()) continue;
    for (const ContainerPort& port : container.ports) {
      if (!port.name.empty()) names.push_back(absl::StrCat("\"", port.name, "\""));
    }
  }
  return names.empty() ? "it names none" : absl::StrCat("it names ", absl::StrJoin(names, ", "));
}

std::string Titles(const std::vector<const Workload*>& workloads) {
  std::vector<std::string> titles;
  for (const Workload* workload : workloads) {
    if (titles.size() == kNamed)
      return absl::StrCat(absl::StrJoin(titles, ", "), " and ", workloads.size() - kNamed, " more");
    titles.push_back(workload->object->Title());
  }
  return absl::StrJoin(titles, ", ");
}

// A port of that name, but of another protocol, which is as good as none.
Node OtherProtocol(const Workload& workload, absl::string_view name) {
  for (const Container& container : workload.containers) {
    for (const ContainerPort& port : container.ports) {
      if (port.name == name && container.RunsBesideMain()) return port.node;
    }
  }
  return Node();
}

void AddNotes(const Dead& dead, Reporter::Builder& builder) {
  for (const Workload* workload : absl::MakeSpan(dead.without).first(std::min(dead.without.size(), kNamed))) {
    const Node other = OtherProtocol(*workload, dead.port.target_name);
    builder.Note(other, absl::StrCat("this one has another protocol than ", dead.port.protocol));
    const Node ports = workload->containers.empty() ? Node() : workload->containers.front().node["ports"];
    if (!other)
      builder.Note(ports ? ports : workload->object->Anchor(),
                   absl::StrCat("ports of ", workload->object->Title()));
  }
}

// Dead everywhere: one finding for the Service, however many of its ports it concerns.
void ReportDead(const Object& service, const std::vector<Dead>& dead, size_t alive, Reporter& report) {
  if (dead.empty()) return;
  std::vector<std::string> targets;
  for (const Dead& one : dead) targets.push_back(absl::StrCat("\"", one.port.target_name, "\""));
  const bool one_workload = dead[0].without.size() == 1;
  const std::string message = absl::StrCat(
      "Service ",
      dead.size() == 1 ? absl::StrCat("port ", dead[0].port.Title(), " targets ") : "ports target ",
      absl::StrJoin(targets, ", "), ", which no container of ", Titles(dead[0].without), " names (",
      one_workload ? NamesOf(*dead[0].without[0]) : "none of them does",
      "): ", dead.size() == 1 ? "the port has no endpoints" : "these ports have no endpoints");
  Reporter::Builder builder = report.Add(dead[0].port.TargetNode(), message);
  // A headless Service still gives names; one of several dead ports is then often known and harmless.
  if (IsHeadless(service) && alive > 0) builder.As(Severity::kWarning);
  builder.Subject("dead");
  for (size_t i = 1; i < dead.size(); ++i) {
    builder.Note(dead[i].port.TargetNode(),
                 absl::StrCat("target \"", dead[i].port.target_name, "\" is missing, too"));
  }
  AddNotes(dead[0], builder);
}

}  // namespace

void PortsServiceTargetMissing(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  if (release.Unreadable()) return;
  for (const Object* service : release.OfKind("Service")) {
    const std::vector<const Workload*> selected = BackendsOf(release, *service);
    if (service->group != "" || selected.empty()) continue;
    std::vector<Dead> dead;
    size_t alive = 0;
    for (const ServicePort& port : PortsOf(*service)) {
      Dead one{port, {}};
      for (const Workload* workload : selected) {
        if (!port.target_name.empty() && !PodPortNamed(*workload, port.target_name, port.protocol)) {
          one.without.push_back(workload);
        }
      }
      if (one.without.size() == selected.size()) {
        dead.push_back(std::move(one));
        continue;
      }
      ++alive;
      if (one.without.empty()) continue;
      Reporter::Builder builder = report.Add(
          port.TargetNode(),
          absl::StrCat("Service port ", port.Title(), " targets \"", port.target_name, "\", which ",
                       one.without.size(), " of the ", selected.size(), " selected workloads do not name (",
                       Titles(one.without), "): their pods get no traffic of this port"));
      builder.Strict().Subject(absl::StrCat("some, ", port.target_name));
      AddNotes(one, builder);
    }
    ReportDead(*service, dead, alive, report);
  }
}

}  // namespace chartlint
