#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzer/index/rbac.h"
#include "rules/data/embedded.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

Node Table() {
  static const Document* const document = Document::Parse(DataFile("program_rights.yaml")).release();
  return document->root();
}

// The winning occurrence of the entry's flag, if its value turns the feature on.
const FlagOccurrence* TurnedOn(const Container& container, Node entry) {
  const CommandLine& line = container.command_line;
  if (line.program != entry["program"].text()) return nullptr;
  const FlagOccurrence* flag = line.Winner(entry["flag"].text());
  if (flag == nullptr) return nullptr;
  for (absl::string_view item : absl::StrSplit(flag->value, ',')) {
    if (absl::EqualsIgnoreCase(item, entry["holds"].text())) return flag;
  }
  return nullptr;
}

// "list, watch of nodes" for each of the needs that the account surely lacks.
std::vector<std::string> Denied(const RbacIndex& rbac, const Workload& workload, Node entry) {
  std::vector<std::string> denied;
  for (const Node& need : entry["needs"].Items()) {
    std::vector<absl::string_view> verbs;
    for (const Node& verb : need["verbs"].Items()) {
      AccessRequest request;
      request.verb = verb.text();
      request.group = need["group"].text();
      request.resource = need["resource"].text();
      request.cluster_wide = true;
      if (rbac.MayDo(workload, request) == Allowed::kNo) verbs.push_back(verb.text());
    }
    if (!verbs.empty())
      denied.push_back(absl::StrCat(absl::StrJoin(verbs, ", "), " of ", need["resource"].text()));
  }
  return denied;
}

}  // namespace

void RbacProgramDenied(const ReleaseContext& context, Reporter& report) {
  const RbacIndex& rbac = context.release.rbac();
  if (context.release.Unreadable()) return;
  for (const Workload* workload : context.release.workloads()) {
    const absl::string_view ns = workload->object->ns;
    if (!rbac.IsBound(ns, workload->service_account) || rbac.HasUnknownRole(ns, workload->service_account))
      continue;
    for (const Container& container : workload->containers) {
      for (const Node& entry : Table().Items()) {
        const FlagOccurrence* flag = TurnedOn(container, entry);
        if (flag == nullptr) continue;
        const std::vector<std::string> denied = Denied(rbac, *workload, entry);
        if (denied.empty()) continue;
        auto finding = report.Add(
            flag->node,
            absl::StrCat(container.command_line.program, " runs with ", entry["holds"].text(),
                         ", which needs ", absl::StrJoin(denied, " and "), ", and ServiceAccount '",
                         workload->service_account, "' has no such right in the cluster"));
        finding.Subject(absl::StrCat(container.name, " ", entry["holds"].text()));
        for (const RbacBinding* binding : rbac.BindingsOf(ns, workload->service_account)) {
          if (binding->role != nullptr && binding->role->object != nullptr) {
            finding.Note(binding->role->object->Anchor(),
                         absl::StrCat("what ", binding->object->Title(), " grants it"));
          }
        }
      }
    }
  }
}

}  // namespace chartlint
