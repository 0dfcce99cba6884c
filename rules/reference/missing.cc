#include "rules/reference/missing.h"

#include <iterator>
#include <utility>

namespace chartlint {

std::vector<Reference> AllReferencesOf(const Object& object) {
  if (object.hook.is_test) return {};
  std::vector<Reference> references = ServiceReferencesOf(object);
  if (object.workload != nullptr) {
    std::vector<Reference> of_pod = ReferencesOf(*object.workload);
    std::move(of_pod.begin(), of_pod.end(), std::back_inserter(references));
  }
  return references;
}

bool IsMissingHere(const Release& release, const Reference& reference) {
  return !reference.optional && release.Find("", reference.kind, reference.name, reference.ns) == nullptr &&
         !release.IsExternal(reference.kind, reference.name, reference.ns) &&
         !IsMadeByCustomResource(release, reference.kind, reference.name) &&
         !MayBeMadeByHook(release, ResourceOfKind(reference.kind), reference.name, reference.ns);
}

std::string ConsequenceOf(const Reference& reference) {
  if (reference.kind == "Service") return ": nothing answers there";
  if (reference.kind == "ServiceAccount") return ": no pod is created unless somebody else makes it";
  if (reference.kind == "PersistentVolumeClaim") return ": the pod stays pending";
  return ": the pod does not start";
}

}  // namespace chartlint
