#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

absl::flat_hash_set<absl::string_view> VolumesOf(const Workload& workload) {
  absl::flat_hash_set<absl::string_view> names;
  for (const Node& volume : workload.pod["volumes"].Items()) names.insert(volume["name"].text());
  // The StatefulSet controller adds a volume for each of its claims.
  for (const Node& claim : workload.object->spec()["volumeClaimTemplates"].Items()) {
    names.insert(claim["metadata"]["name"].text());
  }
  return names;
}

}  // namespace

void ReferenceMountWithoutVolume(const ObjectContext& context, Reporter& report) {
  const Workload* workload = context.object.workload.get();
  if (workload == nullptr || workload->controller == Controller::kCustom) return;
  const absl::flat_hash_set<absl::string_view> volumes = VolumesOf(*workload);
  for (const Container& container : workload->containers) {
    absl::flat_hash_set<absl::string_view> told;
    for (const char* list : {"volumeMounts", "volumeDevices"}) {
      for (const Node& mount : container.node[list].Items()) {
        const absl::string_view name = mount["name"].text();
        if (name.empty() || volumes.contains(name) || !told.insert(name).second) continue;
        const Node declared = workload->pod["volumes"].IsUnset() ? Node() : workload->pod.Key("volumes");
        report
            .Add(mount["name"], absl::StrCat("container '", container.name, "' mounts volume '", name,
                                             "', which the pod does not have: the API server refuses it"))
            .Subject(absl::StrCat(container.name, " ", name))
            .Note(declared, "the pod's volumes are listed here");
      }
    }
  }
}

}  // namespace chartlint
