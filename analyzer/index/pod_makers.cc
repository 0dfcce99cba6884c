#include "analyzer/index/pod_makers.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "analyzer/index/api_resources.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

// Group to kinds; no kinds: all of the group.
using InertKinds = absl::flat_hash_map<std::string, absl::flat_hash_set<std::string>>;

const InertKinds& Inert() {
  static const InertKinds& kinds = *[] {
    auto* read = new InertKinds;
    const std::unique_ptr<const Document> document = Document::Parse(DataFile("inert_customs.yaml"));
    for (const Node& entry : document->root().Items()) {
      absl::flat_hash_set<std::string>& of_group = (*read)[std::string(entry["group"].text())];
      for (const Node& kind : entry["kinds"].Items()) of_group.emplace(kind.text());
    }
    return read;
  }();
  return kinds;
}

bool IsKubernetesOwn(absl::string_view group) {
  return ApiResources::Get().IsBuiltinGroup(group) || absl::EndsWith(group, ".k8s.io");
}

}  // namespace

bool MayMakePods(const Object& object) {
  if (object.workload != nullptr || object.hook.is_test) return false;
  if (object.Is("gateway.networking.k8s.io", "Gateway")) return true;
  if (IsKubernetesOwn(object.group)) return false;
  const auto inert = Inert().find(object.group);
  if (inert == Inert().end()) return true;
  return !inert->second.empty() && !inert->second.contains(object.kind);
}

bool HasPodMakers(const Release& release) {
  return std::any_of(release.objects().begin(), release.objects().end(),
                     [](const Object* object) { return MayMakePods(*object); });
}

}  // namespace chartlint
