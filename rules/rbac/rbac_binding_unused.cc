#include <algorithm>

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

}  // namespace

void RbacBindingUnused(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  if (release.HoldsBackMissing()) return;
  for (const RbacBinding* binding : release.rbac().bindings()) {
    if (binding->subjects.empty() || binding->object->hook.is_hook) continue;
    const bool unused =
        std::all_of(binding->subjects.begin(), binding->subjects.end(), [&](const RbacSubject& subject) {
          return subject.kind == "ServiceAccount" && subject.name != "default" &&
                 release.Find("", "ServiceAccount", subject.name, subject.ns) != nullptr &&
                 !IsUsed(release, subject.name, subject.ns) && !IsMentioned(release, subject.name);
        });
    if (!unused) continue;
    const RbacSubject& subject = binding->subjects.front();
    report
        .Add(subject.node["name"],
             absl::StrCat("ServiceAccount '", subject.name, "' holds ", binding->role_kind, " '",
                          binding->role_name, "' and no pod of the release runs as it"))
        .Strict()
        .Subject(std::string(subject.name))
        .Note(release.Find("", "ServiceAccount", subject.name, subject.ns)->Anchor(),
              "the account is rendered here");
  }
}

}  // namespace chartlint
