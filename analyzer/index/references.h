// What objects refer to by name: one enumerator for all rules that follow a reference or look for a missing
// one.
//
// Contract
//   Only references to objects that must exist in the referrer's namespace (or in the one that is written)
//   for it to work. Not listed: imagePullSecrets (the kubelet goes on without), defaults that nobody wrote
//   (the account `default`), references inside custom resources (their operator decides), and those under
//   `valueFrom` of other resources. Of one referrer, equal references come one after the other in reading
//   order: several containers, several keys.
// Lifetime: refers into the objects of the release.
//
// Upstream: k8s.io/api/core/v1 (Volume, VolumeProjection, EnvFromSource, EnvVarSource), networking/v1
// (IngressBackend),
//   admissionregistration/v1 and apiregistration/v1 (ServiceReference).
#ifndef CHARTLINT_ANALYZER_INDEX_REFERENCES_H_
#define CHARTLINT_ANALYZER_INDEX_REFERENCES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/workload.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct Reference {
  Node node;               // the scalar that holds the name
  absl::string_view kind;  // "ConfigMap", "Secret", "PersistentVolumeClaim", "ServiceAccount", "Service"
  absl::string_view name;
  absl::string_view ns;   // where it is looked for; empty: the release's
  bool optional = false;  // `optional: true`: the pod starts without
  std::string where;      // "volume 'config'", "environment of container 'manager'"
};

// Of a pod: volumes (projected ones, too), environment, claims and the account. A volume that a
// volumeClaimTemplate of the same name replaces is left out.
std::vector<Reference> ReferencesOf(const Workload& workload);

// Of an Ingress to Services, a webhook configuration or APIService to its Service.
std::vector<Reference> ServiceReferencesOf(const Object& object);

// A custom resource of the release makes its controller create this object (rules/data/made_objects.yaml).
bool IsMadeByCustomResource(const Release& release, absl::string_view kind, absl::string_view name);

// Something in the release may make it when it runs: a role names it in resourceNames, or a hook may create
// such objects. `resource` is the plural of the core group ("secrets").
bool MayBeMadeByHook(const Release& release, absl::string_view resource, absl::string_view name,
                     absl::string_view ns);

// Plural of a kind that Reference speaks of: "ConfigMap" -> "configmaps".
absl::string_view ResourceOfKind(absl::string_view kind);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INDEX_REFERENCES_H_
