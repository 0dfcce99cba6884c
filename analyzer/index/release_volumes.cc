// Release, part: volumes that only one node can have.
#include "analyzer/index/release.h"

namespace chartlint {
namespace {

bool IsExclusive(const Object& claim) {
  const std::vector<Node> modes = claim.spec()["accessModes"].Items();
  for (Node mode : modes) {
    if (TextOf(mode) != "ReadWriteOnce" && TextOf(mode) != "ReadWriteOncePod") return false;
  }
  return !modes.empty();
}

// Some container mounts the volume, and can write to it.
bool IsWritten(const Workload& workload, absl::string_view volume) {
  for (const Container& container : workload.containers) {
    for (Node mount : container.node["volumeMounts"].Items()) {
      if (TextOf(mount["name"]) == volume && !mount["readOnly"].IsTrue()) return true;
    }
    for (Node device : container.node["volumeDevices"].Items()) {
      if (TextOf(device["name"]) == volume) return true;
    }
  }
  return false;
}

// A StatefulSet's own claim takes the place of a pod volume of its name (pkg/controller/statefulset:
// updateStorage).
bool IsShadowed(const Workload& workload, absl::string_view volume) {
  for (Node claim : workload.object->spec()["volumeClaimTemplates"].Items()) {
    if (TextOf(claim["metadata"]["name"]) == volume) return true;
  }
  return false;
}

}  // namespace

std::vector<Release::ExclusiveVolume> Release::ExclusiveVolumes(const Workload& workload) const {
  std::vector<ExclusiveVolume> exclusive;
  for (Node volume : workload.pod["volumes"].Items()) {
    const Node source = volume["persistentVolumeClaim"];
    const absl::string_view claim_name = TextOf(source["claimName"]);
    if (claim_name.empty() || source["readOnly"].IsTrue()) continue;
    const absl::string_view name = TextOf(volume["name"]);
    if (!IsWritten(workload, name) || IsShadowed(workload, name)) continue;
    const Object* claim = Find("", "PersistentVolumeClaim", claim_name, workload.object->ns);
    if (claim != nullptr && IsExclusive(*claim)) exclusive.push_back({volume, claim});
  }
  return exclusive;
}

}  // namespace chartlint
