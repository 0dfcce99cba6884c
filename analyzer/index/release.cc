#include "analyzer/index/release.h"

#include "analyzer/index/rbac.h"
#include "analyzer/index/release_config.h"

namespace chartlint {

Release::Release() = default;
Release::~Release() = default;

std::unique_ptr<Release> Release::Build(std::vector<const Object*> objects, const ReleaseOptions& options,
                                        bool unreadable) {
  std::unique_ptr<Release> release(new Release);
  release->objects_ = std::move(objects);
  release->options_ = options;
  release->unreadable_ = unreadable;
  release->IndexObjects();
  release->IndexNames();
  release->IndexSelectors();
  release->IndexScalers();
  release->rbac_ = BuildRbacIndex(*release);
  return release;
}

void Release::IndexObjects() {
  for (const Object* object : objects_) {
    by_kind_[object->kind].push_back(object);
    by_kind_and_name_[{object->kind, object->name}].push_back(object);
    if (object->workload != nullptr) workloads_.push_back(object->workload.get());
    if (object->Is("apiextensions.k8s.io", "CustomResourceDefinition") &&
        TextOf(object->spec()["scope"]) == "Cluster") {
      cluster_scoped_customs_.insert(
          {TextOf(object->spec()["group"]), TextOf(object->spec()["names"]["kind"])});
    }
  }
}

Same Release::SameNamespace(absl::string_view a, absl::string_view b) const {
  if (a.empty()) a = options_.release_namespace;
  if (b.empty()) b = options_.release_namespace;
  if (a == b) return Same::kYes;
  return a.empty() || b.empty() ? Same::kMaybe : Same::kNo;
}

const std::vector<const Object*>& Release::OfKind(absl::string_view kind) const {
  static const std::vector<const Object*>& none = *new std::vector<const Object*>;
  const auto found = by_kind_.find(kind);
  return found == by_kind_.end() ? none : found->second;
}

const Object* Release::Find(absl::string_view group, absl::string_view kind, absl::string_view name,
                            absl::string_view ns) const {
  const auto found = by_kind_and_name_.find({kind, name});
  if (found == by_kind_and_name_.end()) return nullptr;
  const Object* maybe = nullptr;
  for (const Object* object : found->second) {
    if (group != "*" && object->group != group) continue;
    const Same same = IsClusterScoped(*object) ? Same::kYes : SameNamespace(object->ns, ns);
    if (same == Same::kYes) return object;
    if (same == Same::kMaybe && maybe == nullptr) maybe = object;
  }
  return maybe;
}

bool Release::HasName(absl::string_view kind, absl::string_view name) const {
  return by_kind_and_name_.contains(KindAndName(kind, name));
}

bool Release::IsClusterScoped(const Object& object) const {
  return object.cluster_scoped || cluster_scoped_customs_.contains(KindAndName(object.group, object.kind));
}

}  // namespace chartlint
