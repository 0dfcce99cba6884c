// Upstream: k8s.io/api/networking/v1 (IngressBackend); the older form has serviceName and servicePort.
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

struct Backend {
  absl::string_view service;
  Node port;  // a number or a name
};

void AddBackend(Node backend, std::vector<Backend>* backends) {
  const Node service = backend["service"];
  if (service) {
    const Node port = service["port"];
    backends->push_back({TextOf(service["name"]), port["name"].IsUnset() ? port["number"] : port["name"]});
  } else if (backend["serviceName"]) {
    backends->push_back({TextOf(backend["serviceName"]), backend["servicePort"]});
  }
}

std::vector<Backend> IngressBackends(const Object& ingress) {
  std::vector<Backend> backends;
  AddBackend(ingress.spec()["defaultBackend"], &backends);
  AddBackend(ingress.spec()["backend"], &backends);
  for (Node rule : ingress.spec()["rules"].Items()) {
    for (Node path : rule["http"]["paths"].Items()) AddBackend(path["backend"], &backends);
  }
  return backends;
}

bool HasPort(const Object& service, Node wanted) {
  const auto number = wanted.IsString() ? std::nullopt : wanted.AsInt();
  for (Node port : service.spec()["ports"].Items()) {
    if (number ? port["port"].AsInt() == number : TextOf(port["name"]) == wanted.text()) return true;
    // The older form took "80" for a number.
    if (!number && TextOf(port["port"]) == wanted.text()) return true;
  }
  return false;
}

std::string PortsOfService(const Object& service) {
  std::vector<std::string> ports;
  for (Node port : service.spec()["ports"].Items()) {
    const absl::string_view name = TextOf(port["name"]);
    ports.push_back(name.empty() ? std::string(TextOf(port["port"]))
                                 : absl::StrCat(name, " (", TextOf(port["port"]), ")"));
  }
  return ports.empty() ? "no port" : absl::StrJoin(ports, ", ");
}

}  // namespace

void PortsIngressPortMissing(const ReleaseContext& context, Reporter& report) {
  for (const Object* ingress : context.release.OfKind("Ingress")) {
    absl::flat_hash_set<std::string> told;
    for (const Backend& backend : IngressBackends(*ingress)) {
      // "use-annotation" makes a load balancer read an annotation instead of a port.
      if (backend.service.empty() || backend.port.IsUnset() || backend.port.text() == "use-annotation")
        continue;
      const Object* service = nullptr;
      bool served = false;
      for (const Object* candidate : context.release.OfKind("Service")) {
        if (candidate->group != "" || candidate->name != backend.service) continue;
        if (context.release.SameNamespace(candidate->ns, ingress->ns) == Same::kNo) continue;
        service = candidate;
        served |= TextOf(candidate->spec()["type"]) == "ExternalName" || HasPort(*candidate, backend.port);
      }
      if (service == nullptr || served) continue;
      if (!told.insert(absl::StrCat(backend.service, "\n", backend.port.text())).second) continue;
      const Node ports = service->spec()["ports"];
      report
          .Add(backend.port,
               absl::StrCat("backend Service/", backend.service, " has ", PortsOfService(*service), ", not ",
                            backend.port.text(), ": the controller answers 503"))
          .Subject(absl::StrCat(backend.service, ":", backend.port.text()))
          .Note(ports ? ports : service->Anchor(), absl::StrCat("ports of Service/", backend.service));
    }
  }
}

}  // namespace chartlint
