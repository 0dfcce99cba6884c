// Release, part: which Services select which pods.
#include "analyzer/index/release.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace chartlint {
namespace {

// Labels that no template holds: the controller gives them to each pod of a StatefulSet.
// Upstream: k8s.io/api/apps/v1 (StatefulSetPodNameLabel, PodIndexLabel).
bool IsOfSinglePods(absl::string_view label) {
  return label == "statefulset.kubernetes.io/pod-name" || label == "apps.kubernetes.io/pod-index";
}

bool HasLabelOfSinglePod(const Workload& workload, absl::string_view label, absl::string_view value) {
  if (workload.controller != Controller::kStatefulSet) return false;
  if (label == "statefulset.kubernetes.io/pod-name") {
    if (!absl::ConsumePrefix(&value, workload.object->name) || !absl::ConsumePrefix(&value, "-")) return false;
  }
  return !value.empty() && std::all_of(value.begin(), value.end(), [](unsigned char c) { return absl::ascii_isdigit(c); });
}

bool Selects(const Release& release, const Object& service, const Workload& workload) {
  const Node labels = workload.pod_labels();
  for (const auto& [key, value] : service.spec()["selector"].Entries()) {
    const Node label = labels[key.text()];
    const bool has = label ? TextOf(label) == TextOf(value) : HasLabelOfSinglePod(workload, key.text(), TextOf(value));
    if (!has) return false;
  }
  return release.SameNamespace(service.ns, workload.object->ns) != Same::kNo;
}

bool HasSelector(const Object& service) {
  return !service.spec()["selector"].Entries().empty() && TextOf(service.spec()["type"]) != "ExternalName";
}

}  // namespace

void Release::IndexSelectors() {
  // Services of one namespace and selector select the same pods: the rest of a chart's Services costs nothing.
  std::map<std::string, std::vector<const Object*>> alike;
  for (const Object* service : OfKind("Service")) {
    if (!service->group.empty() || !HasSelector(*service)) continue;
    std::string selector = absl::StrCat(service->ns, "\n");
    for (const auto& [key, value] : service->spec()["selector"].Entries()) {
      absl::StrAppend(&selector, absl::CEscape(key.text()), "=", absl::CEscape(TextOf(value)), "\n");
    }
    alike[std::move(selector)].push_back(service);
  }
  // By each label of a pod: a Service then looks only at the pods that carry the rarest label of its
  // selector.
  absl::flat_hash_map<KindAndName, std::vector<const Workload*>> by_label;
  for (const Workload* workload : workloads_) {
    if (workload->controller == Controller::kPodTemplate) continue;
    for (const auto& [key, value] : workload->pod_labels().Entries())
      by_label[{key.text(), TextOf(value)}].push_back(workload);
  }
  const std::vector<const Workload*> none;
  std::vector<const Workload*> stateful;
  for (const Workload* workload : workloads_) {
    if (workload->controller == Controller::kStatefulSet) stateful.push_back(workload);
  }
  for (const auto& [selector, services] : alike) {
    const Object& first = *services.front();
    const std::vector<const Workload*>* fewest = nullptr;
    for (const auto& [key, value] : first.spec()["selector"].Entries()) {
      const auto carriers = by_label.find({key.text(), TextOf(value)});
      if (carriers == by_label.end() && IsOfSinglePods(key.text())) {
        if (fewest == nullptr || stateful.size() < fewest->size()) fewest = &stateful;
        continue;
      }
      if (carriers == by_label.end()) {
        fewest = &none;
        break;
      }
      if (fewest == nullptr || carriers->second.size() < fewest->size()) fewest = &carriers->second;
    }
    std::vector<const Workload*> selected;
    for (const Workload* workload : *fewest) {
      if (Selects(*this, first, *workload)) selected.push_back(workload);
    }
    if (selected.empty()) continue;
    const auto shared = std::make_shared<const std::vector<const Workload*>>(std::move(selected));
    for (const Object* service : services) selected_by_[service] = shared;
  }
}

const std::vector<const Workload*>& Release::SelectedBy(const Object& service) const {
  static const std::vector<const Workload*>& none = *new std::vector<const Workload*>();
  const auto found = selected_by_.find(&service);
  return found == selected_by_.end() ? none : *found->second;
}

}  // namespace chartlint
