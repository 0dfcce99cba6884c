#include "analyzer/kube/kinds.h"

#include <memory>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_split.h"
#include "analyzer/yaml/document.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

using GroupAndKind = std::pair<absl::string_view, absl::string_view>;

Controller ControllerNamed(absl::string_view name) {
  static constexpr std::pair<absl::string_view, Controller> kNames[] = {
      {"Pod", Controller::kPod},
      {"Deployment", Controller::kDeployment},
      {"ReplicaSet", Controller::kReplicaSet},
      {"ReplicationController", Controller::kReplicationController},
      {"StatefulSet", Controller::kStatefulSet},
      {"DaemonSet", Controller::kDaemonSet},
      {"Job", Controller::kJob},
      {"CronJob", Controller::kCronJob},
      {"PodTemplate", Controller::kPodTemplate},
      {"Rollout", Controller::kRollout},
  };
  for (const auto& [known, controller] : kNames) {
    if (known == name) return controller;
  }
  return Controller::kCustom;
}

struct KindsTable {
  std::unique_ptr<Document> document =
      Document::Parse(DataFile("workloads.yaml"));  // the maps below refer into it
  absl::flat_hash_map<GroupAndKind, WorkloadKind> workloads;
  absl::flat_hash_set<GroupAndKind> cluster_scoped;

  KindsTable() {
    for (Node line : document->root()["workloads"].Items()) {
      WorkloadKind& kind = workloads[{line["group"].text(), line["kind"].text()}];
      kind.template_path = absl::StrSplit(line["template"].text(), '.', absl::SkipEmpty());
      kind.controller = ControllerNamed(line["controller"].text());
      kind.has_replicas = line["pods"].IsUnset();
      kind.rewritten = line["rewritten"].IsTrue();
    }
    for (const auto& [group, kinds] : document->root()["cluster_scoped"].Entries()) {
      for (Node kind : kinds.Items()) cluster_scoped.insert({group.text(), kind.text()});
    }
  }
};

const KindsTable& Table() {
  static const KindsTable& table = *new KindsTable;  // never destroyed: threads may still read at exit
  return table;
}

}  // namespace

const WorkloadKind* FindWorkloadKind(absl::string_view group, absl::string_view kind) {
  const auto found = Table().workloads.find({group, kind});
  return found == Table().workloads.end() ? nullptr : &found->second;
}

bool IsBuiltInClusterScoped(absl::string_view group, absl::string_view kind) {
  return Table().cluster_scoped.contains(GroupAndKind(group, kind));
}

}  // namespace chartlint
