#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/index/rbac.h"
#include "rules/leader/election_facts.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// Verbs of a lock that the account surely lacks. A lock is read, made once and renewed; patch is not asked for.
std::vector<absl::string_view> DeniedVerbs(const Release& release, const Workload& workload, const ElectionLock& lock,
                                           absl::string_view ns) {
  std::vector<absl::string_view> denied;
  for (absl::string_view verb : {"get", "create", "update"}) {
    AccessRequest request;
    request.verb = verb;
    request.group = "coordination.k8s.io";
    request.resource = "leases";
    request.ns = ns;
    // A grant on one name is enough, whichever it is: the program may choose the name.
    if (verb != "create") request.name = lock.name;
    if (release.rbac().MayDo(workload, request) == Allowed::kNo) denied.push_back(verb);
  }
  return denied;
}

}  // namespace

void LeaderElectionLeaseDenied(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  if (release.HoldsBackMissing()) return;
  for (const Workload* workload : release.workloads()) {
    if (workload->role != PodRole::kService) continue;
    const Container* container = ElectingContainer(*workload, LeaderElection::State::kOn);
    if (container == nullptr) continue;
    const ElectionLock& lock = container->lock;
    if (!lock.leases || absl::StrContains(lock.ns, "$(")) continue;
    // An account that no binding of the release names gets its rights elsewhere.
    if (!release.rbac().IsBound(workload->object->ns, workload->service_account)) continue;
    if (release.rbac().HasUnknownRole(workload->object->ns, workload->service_account)) continue;
    if (HoldsNamedLock(release, *workload)) continue;
    const absl::string_view ns = lock.own_ns ? workload->object->ns : absl::string_view(lock.ns);
    const std::vector<absl::string_view> denied = DeniedVerbs(release, *workload, lock, ns);
    if (denied.empty()) continue;
    const LeaderElection& election = container->election;
    const std::string where = ns.empty() ? "its own namespace" : absl::StrCat("namespace ", ns);
    auto finding = report.Add(
        election.node, absl::StrCat(election.said, ", but account ", workload->service_account, " may not ",
                                    absl::StrJoin(denied, ", "), " leases in ", where, ": no process ever becomes the leader"));
    if (lock.node) finding.Note(lock.node, "the lock is described here");
    finding.Note(workload->service_account_node, "the pod runs under this account");
    for (const RbacBinding* binding : release.rbac().BindingsOf(workload->object->ns, workload->service_account)) {
      if (binding->object != nullptr) finding.Note(binding->role_ref, "what it is granted grants no such lease");
    }
    finding.Subject(absl::StrCat("container ", container->name));
  }
}

}  // namespace chartlint
