#include "rules/leader/election_facts.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzer/index/rbac.h"
#include "analyzer/kube/program_table.h"

namespace chartlint {
namespace {

// `word` stands between the ends, dashes, dots or underscores of `name`.
bool HasToken(absl::string_view name, absl::string_view word) {
  for (size_t at = name.find(word); at != absl::string_view::npos; at = name.find(word, at + 1)) {
    const bool begins = at == 0 || !absl::ascii_isalnum(name[at - 1]);
    const size_t end = at + word.size();
    if (begins && (end == name.size() || !absl::ascii_isalnum(name[end]))) return true;
  }
  return false;
}

bool HasAnyToken(absl::string_view name, std::initializer_list<absl::string_view> words) {
  for (absl::string_view word : words) {
    if (HasToken(name, word)) return true;
  }
  return false;
}

// A group that a CustomResourceDefinition made: not one of Kubernetes' own.
bool IsCustomGroup(absl::string_view group) {
  return absl::StrContains(group, '.') && !absl::EndsWith(group, ".k8s.io");
}

bool MayWriteCustomObjects(const Release& release, const Workload& workload) {
  for (const Grant& grant : release.rbac().GrantsOf(workload.object->ns, workload.service_account)) {
    bool writes = false;
    for (absl::string_view verb : {"create", "update", "patch", "delete"}) writes = writes || grant.rule->HasVerb(verb);
    bool custom = false;
    for (Node group : grant.rule->groups) custom = custom || IsCustomGroup(group.text());
    bool objects = false;
    for (Node resource : grant.rule->resources) objects = objects || !absl::StrContains(resource.text(), '/');
    if (writes && custom && objects) return true;
  }
  return false;
}

bool HasElectionBuiltIn(const Workload& workload) {
  for (const Container& container : workload.containers) {
    if (container.RunsBesideMain() && container.election.built_in) return true;
  }
  return false;
}

}  // namespace

bool RunsEqualPods(const Workload& workload) {
  return workload.role == PodRole::kService &&
         (workload.controller == Controller::kDeployment || workload.controller == Controller::kRollout);
}

const Container* ElectingContainer(const Workload& workload, LeaderElection::State state) {
  for (const Container& container : workload.containers) {
    if (container.RunsBesideMain() && container.election.state == state) return &container;
  }
  return nullptr;
}

bool IsController(const Workload& workload) {
  std::vector<absl::string_view> names = {workload.object->name};
  for (const Container& container : workload.containers) {
    if (container.role == ContainerRole::kMain) {
      names.push_back(container.name);
      names.push_back(ImageProgram(container.image));
    }
  }
  bool controller = false;
  for (absl::string_view name : names) {
    if (HasAnyToken(name, {"webhook", "server", "api", "apiserver", "proxy"})) return false;
    controller = controller || HasAnyToken(name, {"operator", "controller", "manager"});
  }
  return controller;
}

bool SpeaksOfElection(const Release& release, const Workload& workload) {
  const std::vector<absl::string_view> words = {"leader", "election", "lease"};
  for (const Container& container : workload.containers) {
    std::vector<absl::string_view> texts;
    for (Node item : container.command_line.items) texts.push_back(item.text());
    for (const EnvVariable& variable : container.env) {
      texts.push_back(variable.name);
      texts.push_back(variable.value.text());
    }
    for (absl::string_view text : texts) {
      const std::string lower = absl::AsciiStrToLower(text);
      // "release" holds "lease".
      for (absl::string_view word : {"leader", "election"}) {
        if (absl::StrContains(lower, word)) return true;
      }
      if (HasToken(lower, "lease") || HasToken(lower, "leases")) return true;
    }
    if (release.ConfigTextHasWord(workload, container, words)) return true;
  }
  return false;
}

bool HoldsNamedLock(const Release& release, const Workload& workload) {
  for (const Grant& grant : release.rbac().GrantsOf(workload.object->ns, workload.service_account)) {
    const PolicyRule& rule = *grant.rule;
    if (!rule.HasVerb("update")) continue;
    if (!rule.names.empty() && rule.HasGroup("coordination.k8s.io") && rule.HasResource("leases", "")) return true;
    const absl::string_view role = grant.role->name;
    if (!absl::StrContains(role, "leader") && !absl::StrContains(role, "election")) continue;
    if (rule.HasResource("configmaps", "") || rule.HasResource("endpoints", "")) return true;
  }
  return false;
}

bool MissesElection(const Release& release, const Workload& workload) {
  if (!RunsEqualPods(workload) || release.Replicas(workload).max < 2 || !IsController(workload)) return false;
  if (SpeaksOfElection(release, workload) || !MayWriteCustomObjects(release, workload)) return false;
  if (HasElectionBuiltIn(workload) || HoldsNamedLock(release, workload)) return false;
  AccessRequest update;
  update.verb = "update";
  update.group = "coordination.k8s.io";
  update.resource = "leases";
  update.ns = workload.object->ns;
  return release.rbac().MayDo(workload, update) == Allowed::kNo;
}

}  // namespace chartlint
