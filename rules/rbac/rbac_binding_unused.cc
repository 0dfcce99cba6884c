#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"
#include "rules/rbac/accounts.h"

namespace chartlint {
namespace {

bool IsAboutAccounts(const Object& object) {
  return object.group == "rbac.authorization.k8s.io" || object.kind == "ServiceAccount";
}

// Something else in the release speaks of the account: a custom resource whose operator makes the pods, a
// token Secret.
bool IsMentioned(const Release& release, absl::string_view account) {
  const auto& objects = release.objects();
  return std::any_of(objects.begin(), objects.end(), [account](const Object* object) {
    return !IsAboutAccounts(*object) && absl::StrContains(object->document()->text(), account);
  });
}

// All of its subjects are accounts of the release that nothing runs as.
bool IsUnused(const Release& release, const RbacBinding& binding) {
  if (binding.subjects.empty() || binding.object->hook.is_hook) return false;
  return std::all_of(binding.subjects.begin(), binding.subjects.end(), [&](const RbacSubject& subject) {
    return subject.kind == "ServiceAccount" && subject.name != "default" &&
           release.Find("", "ServiceAccount", subject.name, subject.ns) != nullptr &&
           !IsUsed(release, subject.name, subject.ns) && !IsMentioned(release, subject.name);
  });
}

std::string RoleText(const RbacBinding& binding) {
  return absl::StrCat(binding.role_kind, " '", binding.role_name, "'");
}

}  // namespace

void RbacBindingUnused(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  if (release.HoldsBackMissing()) return;
  // The fact is about the account, however many bindings it has.
  std::map<std::pair<absl::string_view, absl::string_view>, std::vector<const RbacBinding*>> of_account;
  for (const RbacBinding* binding : release.rbac().bindings()) {
    if (!IsUnused(release, *binding)) continue;
    const RbacSubject& subject = binding->subjects.front();
    of_account[{subject.name, subject.ns}].push_back(binding);
  }
  for (const auto& [account, bindings] : of_account) {
    const RbacSubject& subject = bindings.front()->subjects.front();
    Reporter::Builder finding =
        report
            .Add(subject.node["name"],
                 absl::StrCat("ServiceAccount '", subject.name, "' holds ", RoleText(*bindings.front()),
                              " and no pod of the release runs as it"))
            .Strict()
            .Subject(std::string(subject.name))
            .Note(release.Find("", "ServiceAccount", subject.name, subject.ns)->Anchor(),
                  "the account is rendered here");
    for (size_t i = 1; i < bindings.size(); ++i) {
      finding.Note(bindings[i]->subjects.front().node["name"],
                   absl::StrCat("it holds ", RoleText(*bindings[i]), ", too"));
    }
  }
}

}  // namespace chartlint
