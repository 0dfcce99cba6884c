// Release, part: which Services select which pods.
#include "analyzer/index/release.h"

namespace chartlint {
namespace {

bool Selects(const Release& release, const Object& service, const Workload& workload) {
  return HasLabels(workload.pod_labels(), service.spec()["selector"]) &&
         release.SameNamespace(service.ns, workload.object->ns) != Same::kNo;
}

bool HasSelector(const Object& service) {
  return !service.spec()["selector"].Entries().empty() && TextOf(service.spec()["type"]) != "ExternalName";
}

}  // namespace

void Release::IndexSelectors() {
  // By each label of a pod: a Service then looks only at the pods that carry the rarest label of its
  // selector.
  absl::flat_hash_map<KindAndName, std::vector<const Workload*>> by_label;
  for (const Workload* workload : workloads_) {
    if (workload->controller == Controller::kPodTemplate) continue;
    for (const auto& [key, value] : workload->pod_labels().Entries())
      by_label[{key.text(), TextOf(value)}].push_back(workload);
  }
  const std::vector<const Workload*> none;
  for (const Object* service : OfKind("Service")) {
    if (!service->group.empty() || !HasSelector(*service)) continue;
    const std::vector<const Workload*>* fewest = nullptr;
    for (const auto& [key, value] : service->spec()["selector"].Entries()) {
      const auto carriers = by_label.find({key.text(), TextOf(value)});
      if (carriers == by_label.end()) {
        fewest = &none;
        break;
      }
      if (fewest == nullptr || carriers->second.size() < fewest->size()) fewest = &carriers->second;
    }
    for (const Workload* workload : *fewest) {
      if (!Selects(*this, *service, *workload)) continue;
      selected_by_[service].push_back(workload);
      services_of_[workload].push_back(service);
    }
  }
}

std::vector<const Workload*> Release::SelectedBy(const Object& service) const {
  const auto found = selected_by_.find(&service);
  return found == selected_by_.end() ? std::vector<const Workload*>() : found->second;
}

std::vector<const Object*> Release::ServicesOf(const Workload& workload) const {
  const auto found = services_of_.find(&workload);
  return found == services_of_.end() ? std::vector<const Object*>() : found->second;
}

}  // namespace chartlint
