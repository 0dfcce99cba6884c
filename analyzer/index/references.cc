#include "analyzer/index/references.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "analyzer/index/rbac.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

class Collector {
 public:
  explicit Collector(absl::string_view ns) : ns_(ns) {}

  // `holder` is the mapping that holds the name under `key`, and `optional`.
  void Add(absl::string_view kind, Node holder, absl::string_view key, const std::string& where) {
    const Node name = holder[key];
    if (name.IsUnset() || !name.IsScalar() || name.text().empty()) return;
    Reference reference;
    reference.node = name;
    reference.kind = kind;
    reference.name = name.text();
    reference.ns = ns_;
    reference.optional = holder["optional"].IsTrue();
    reference.where = where;
    found_.push_back(std::move(reference));
  }
  void AddService(Node holder, absl::string_view key, absl::string_view ns, const std::string& where) {
    Add("Service", holder, key, where);
    if (!found_.empty() && found_.back().node == holder[key] && !ns.empty()) found_.back().ns = ns;
  }
  std::vector<Reference> Take() { return std::move(found_); }

 private:
  absl::string_view ns_;
  std::vector<Reference> found_;
};

void AddVolume(Node volume, Collector* out) {
  const std::string where = absl::StrCat("volume '", volume["name"].text(), "'");
  out->Add("ConfigMap", volume["configMap"], "name", where);
  out->Add("Secret", volume["secret"], "secretName", where);
  out->Add("PersistentVolumeClaim", volume["persistentVolumeClaim"], "claimName", where);
  for (const Node& source : volume["projected"]["sources"].Items()) {
    out->Add("ConfigMap", source["configMap"], "name", where);
    out->Add("Secret", source["secret"], "name", where);
  }
}

void AddEnvironment(const Container& container, Collector* out) {
  const std::string where = absl::StrCat("environment of container '", container.name, "'");
  for (const Node& source : container.node["envFrom"].Items()) {
    out->Add("ConfigMap", source["configMapRef"], "name", where);
    out->Add("Secret", source["secretRef"], "name", where);
  }
  for (const EnvVariable& variable : container.env) {
    out->Add("ConfigMap", variable.value_from["configMapKeyRef"], "name", where);
    out->Add("Secret", variable.value_from["secretKeyRef"], "name", where);
  }
}

Node At(Node node, absl::string_view path) {
  for (absl::string_view key : absl::StrSplit(path, '.')) node = node[key];
  return node;
}

// `pattern`: {} is the resource's name, a trailing `*` any rest.
bool FitsPattern(absl::string_view pattern, absl::string_view resource, absl::string_view name) {
  std::string wanted = absl::StrReplaceAll(pattern, {{"{}", resource}});
  if (wanted.empty() || wanted.back() != '*') return wanted == name;
  wanted.pop_back();
  return absl::StartsWith(name, wanted);
}

const Node& MadeObjects() {
  static const Document* const document = Document::Parse(DataFile("made_objects.yaml")).release();
  static const Node* const root = new Node(document->root());
  return *root;
}

}  // namespace

std::vector<Reference> ReferencesOf(const Workload& workload) {
  Collector out(workload.object->ns);
  if (workload.service_account_node && workload.service_account != "default") {
    const Node account = workload.service_account_node;
    out.Add("ServiceAccount", account.Parent(), account.KeyNode().text(), "the pod's account");
  }
  absl::flat_hash_set<absl::string_view> templates;
  for (const Node& claim : workload.object->spec()["volumeClaimTemplates"].Items()) {
    templates.insert(claim["metadata"]["name"].text());
  }
  for (const Node& volume : workload.pod["volumes"].Items()) {
    if (!templates.contains(volume["name"].text())) AddVolume(volume, &out);
  }
  for (const Container& container : workload.containers) AddEnvironment(container, &out);
  return out.Take();
}

std::vector<Reference> ServiceReferencesOf(const Object& object) {
  Collector out(object.ns);
  const Node spec = object.spec();
  if (object.kind == "Ingress" && (object.group == "networking.k8s.io" || object.group == "extensions")) {
    const auto add = [&out](Node backend, const std::string& where) {
      out.AddService(backend["service"], "name", "", where);
      out.AddService(backend, "serviceName", "", where);  // extensions/v1beta1, networking.k8s.io/v1beta1
    };
    add(spec["defaultBackend"], "the default backend");
    add(spec["backend"], "the default backend");
    for (const Node& rule : spec["rules"].Items()) {
      for (const Node& path : rule["http"]["paths"].Items()) add(path["backend"], "an Ingress backend");
    }
  } else if (object.kind == "ValidatingWebhookConfiguration" ||
             object.kind == "MutatingWebhookConfiguration") {
    for (const Node& webhook : object.root["webhooks"].Items()) {
      const Node service = webhook["clientConfig"]["service"];
      out.AddService(service, "name", TextOf(service["namespace"]),
                     absl::StrCat("webhook '", webhook["name"].text(), "'"));
    }
  } else if (object.kind == "APIService") {
    out.AddService(spec["service"], "name", TextOf(spec["service"]["namespace"]), "the API service");
  }
  return out.Take();
}

bool IsMadeByCustomResource(const Release& release, absl::string_view kind, absl::string_view name) {
  for (const Node& entry : MadeObjects().Items()) {
    if (entry["makes"].text() != kind) continue;
    for (const Object* object : release.OfKind(entry["kind"].text())) {
      const Node written = entry["path"] ? At(object->root, entry["path"].text()) : Node();
      if (!written.IsUnset()) {
        if (written.text() == name) return true;
      } else if (entry["name"] && FitsPattern(entry["name"].text(), object->name, name)) {
        return true;
      }
    }
  }
  return false;
}

bool MayBeMadeByHook(const Release& release, absl::string_view resource, absl::string_view name,
                     absl::string_view ns) {
  const RbacIndex& rbac = release.rbac();
  for (const RbacRole* role : rbac.roles()) {
    for (const PolicyRule& rule : role->rules) {
      if (!rule.HasGroup("") || !rule.HasResource(resource, "")) continue;
      for (const Node& item : rule.names) {
        if (item.text() == name) return true;
      }
    }
  }
  AccessRequest request;
  request.verb = "create";
  request.resource = resource;
  request.ns = ns;
  return std::any_of(release.workloads().begin(), release.workloads().end(), [&](const Workload* workload) {
    return workload->role == PodRole::kHook && rbac.MayDo(*workload, request) != Allowed::kNo;
  });
}

absl::string_view ResourceOfKind(absl::string_view kind) {
  if (kind == "ConfigMap") return "configmaps";
  if (kind == "Secret") return "secrets";
  if (kind == "PersistentVolumeClaim") return "persistentvolumeclaims";
  if (kind == "ServiceAccount") return "serviceaccounts";
  return "services";
}

}  // namespace chartlint
