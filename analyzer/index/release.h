// One release: the objects of one variant with the relations between them, built once and const after.
//
// Namespaces: an object without one is in the release's, whose name is unknown unless the user told it
// (--release-namespace). Two names that are both absent are the same namespace; an absent one against a literal is
// kMaybe unless the release's is known. Rules that look for something missing must treat kMaybe as the same; rules that
// accuse on equality must ask for kYes.
// Thread safety: const after Build; any number of threads may ask.
// Cost: Build is linear in the number of objects and labels, look-ups are hash look-ups.
#ifndef CHARTLINT_ANALYZER_INDEX_RELEASE_H_
#define CHARTLINT_ANALYZER_INDEX_RELEASE_H_

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzer/kube/autoscaler.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

enum class Same : uint8_t { kNo, kMaybe, kYes };

// How many pods of a workload exist at the same time outside a rollout.
struct ReplicaRange {
  int64_t min = 1;
  int64_t max = 1;
  Node node;            // where it is written; unset if defaulted
  bool autoscaled = false;
  const Object* scaler = nullptr;        // set if autoscaled
  absl::string_view field = "replicas";  // the key that `min` is or would be written under
  std::string Where() const;  // "replicas 2", "replicas 1 (default)", "minReplicas 2 of HorizontalPodAutoscaler/x"
};

struct Autoscaler {
  const Object* object = nullptr;
  ScaleTarget target;
  const Object* scaled = nullptr;  // what the target leads to; null if it is not rendered
  ReplicaRange range;              // between which it scales
};

struct ReleaseOptions {
  std::string release_namespace;                // empty: unknown
  std::string release_name;                     // empty: read from app.kubernetes.io/instance or `release` labels when they agree
  std::vector<std::string> external;            // "Secret/foo": known to exist outside
  std::vector<std::string> chart_names;         // as `# Source:` comments begin; labels helm.sh/chart are read as well
};

class RbacIndex;  // analyzer/index/rbac.h

class Release {
 public:
  // objects: of one variant, in reading order; they must outlive the Release. unreadable: some document of the variant
  // could not be parsed, so "missing" cannot be said.
  static std::unique_ptr<Release> Build(std::vector<const Object*> objects, const ReleaseOptions& options, bool unreadable);
  ~Release();

  const std::vector<const Object*>& objects() const { return objects_; }
  const std::vector<const Workload*>& workloads() const { return workloads_; }  // hooks included, test hooks not
  // No workload at all, or unreadable documents: "missing" and "unused" are held back.
  bool IsStub() const { return workloads_.empty(); }
  bool Unreadable() const { return unreadable_; }
  bool HoldsBackMissing() const { return IsStub() || unreadable_; }
  absl::string_view release_namespace() const { return options_.release_namespace; }
  absl::string_view release_name() const { return release_name_; }  // empty if unknown

  Same SameNamespace(absl::string_view a, absl::string_view b) const;

  // All of a kind. Empty result if none.
  const std::vector<const Object*>& OfKind(absl::string_view kind) const;
  // First object of group (any version), kind and name whose namespace is not surely another. group "*": any group.
  const Object* Find(absl::string_view group, absl::string_view kind, absl::string_view name, absl::string_view ns) const;
  bool HasName(absl::string_view kind, absl::string_view name) const;  // in any namespace
  // Known to exist without the release: named by the user (ReleaseOptions::external), or in the table
  // rules/data/outside_names.yaml, some of whose names hold in one literal namespace only.
  bool IsExternal(absl::string_view kind, absl::string_view name, absl::string_view ns = "") const;
  bool IsClusterScoped(const Object& object) const;  // built-in table, then CRDs of the release

  // Workloads whose pod labels match a Service's selector (same namespace not excluded); empty for selector-less ones.
  // Reading order. PodTemplates make no pods and are never selected.
  const std::vector<const Workload*>& SelectedBy(const Object& service) const;
  // spec.replicas, or the range of the HorizontalPodAutoscaler / ScaledObject that targets the workload.
  ReplicaRange Replicas(const Workload& workload) const;
  // HorizontalPodAutoscalers, then ScaledObjects, in reading order; those without a target are left out.
  const std::vector<Autoscaler>& autoscalers() const { return autoscalers_; }

  // Text of ConfigMaps and Secrets (stringData, and data decoded) that the container, or an init container that may
  // prepare its files, mounts or reads its environment from holds `port` as a number of its own (not part of a longer
  // number). Each text is read once, when it is first asked for.
  bool ConfigTextHasNumber(const Workload& workload, const Container& container, int64_t port) const;
  // ... holds any of these words (lower-case compare).
  bool ConfigTextHasWord(const Workload& workload, const Container& container, const std::vector<absl::string_view>& words) const;
  // ConfigMaps/Secrets of the release that the pod mounts or reads (by volumes, projected, envFrom, valueFrom).
  std::vector<const Object*> ConfigOf(const Workload& workload) const;

  // PersistentVolumeClaims of the release that are mounted by some container and whose access modes are only
  // ReadWriteOnce / ReadWriteOncePod; not those shadowed by a volumeClaimTemplate; not read-only volumes.
  struct ExclusiveVolume { Node volume; const Object* claim; };
  std::vector<ExclusiveVolume> ExclusiveVolumes(const Workload& workload) const;

  const RbacIndex& rbac() const { return *rbac_; }

  // `name` with the release's and the chart's tokens taken out ("rel-db" -> "db", "rel-seaweedfs-db" -> "db"): the third
  // way to read a name. Never matches by prefix. Empty if nothing else is left: such a name equals no other.
  std::string BareName(absl::string_view name) const;

 private:
  using KindAndName = std::pair<absl::string_view, absl::string_view>;
  struct ConfigText;  // release_config.cc

  Release();
  void IndexObjects();
  void IndexNames();      // release_names.cc
  void IndexSelectors();  // release_selectors.cc
  void IndexScalers();    // release_scalers.cc
  const ConfigText& TextOfConfig(const Object& object) const;
  std::vector<const Object*> ConfigReadBy(const Workload& workload, const Container& container) const;

  std::vector<const Object*> objects_;
  std::vector<const Workload*> workloads_;
  ReleaseOptions options_;
  std::string release_name_;
  std::vector<std::vector<std::string>> own_words_;  // release and chart names, cut at dashes, longest first
  bool unreadable_ = false;
  absl::flat_hash_map<absl::string_view, std::vector<const Object*>> by_kind_;
  absl::flat_hash_map<KindAndName, std::vector<const Object*>> by_kind_and_name_;
  absl::flat_hash_set<KindAndName> cluster_scoped_customs_;  // group and kind
  // Services that select the same pods share the list.
  absl::flat_hash_map<const Object*, std::shared_ptr<const std::vector<const Workload*>>> selected_by_;
  std::vector<Autoscaler> autoscalers_;
  absl::flat_hash_map<const Workload*, ReplicaRange> scaled_;
  std::unique_ptr<RbacIndex> rbac_;

  mutable std::mutex config_mutex_;
  mutable absl::flat_hash_map<const Object*, std::unique_ptr<const ConfigText>> config_texts_;  // guarded by it
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INDEX_RELEASE_H_
