#include "absl/strings/str_cat.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"
#include "rules/rbac/accounts.h"

namespace chartlint {
namespace {

// A workload that runs as the account in another variant and here as one that no binding names: it lost its
// rights.
const Workload* LosesRights(const Presence& presence, size_t variant, const RbacSubject& subject) {
  const Release& here = presence.release(variant);
  for (const Workload* workload : here.workloads()) {
    const Object& object = *workload->object;
    if (here.rbac().IsBound(object.ns, workload->service_account)) continue;
    const Presence::Row* row = presence.Find(object.group, object.kind, object.name, object.ns);
    if (row == nullptr) continue;
    for (const Object* other : row->by_variant) {
      if (other != nullptr && other->workload != nullptr && other->workload->service_account == subject.name)
        return workload;
    }
  }
  return nullptr;
}

// Of a subject that nothing in the chart renders or uses: the one account of the release that pods use, that
// no binding names, and whose name ends in the same word.
const Workload* MeantInstead(const Release& release, const RbacSubject& subject) {
  const Workload* found = nullptr;
  for (const Workload* workload : release.workloads()) {
    const absl::string_view account = workload->service_account;
    const absl::string_view ns = workload->object->ns;
    // The cheapest question first: this is asked for each subject and workload.
    if (LastToken(account) != LastToken(subject.name) || release.SameNamespace(ns, subject.ns) == Same::kNo)
      continue;
    if (release.Find("", "ServiceAccount", account, ns) == nullptr || release.rbac().IsBound(ns, account))
      continue;
    if (found != nullptr && found->service_account != account) return nullptr;
    found = workload;
  }
  return found;
}

// How many accounts of the chart's own pods the binding names beside this one; 0 if any other subject is
// something else. Among its sisters a name that nothing renders is a left-over, not an account that the user
// brings.
size_t Sisters(const Presence& presence, const RbacBinding& binding, const RbacSubject& subject) {
  size_t sisters = 0;
  for (const RbacSubject& other : binding.subjects) {
    if (other.node == subject.node) continue;
    if (other.kind != "ServiceAccount" || other.ns != subject.ns) return 0;
    const Presence::Row* row = presence.Find("", "ServiceAccount", other.name, other.ns);
    if (row == nullptr || row->count() == 0 || !IsUsedInSomeVariant(presence, other.name, other.ns)) return 0;
    ++sisters;
  }
  return sisters;
}

void Check(const ChartContext& context, size_t variant, const RbacBinding& binding,
           const RbacSubject& subject, Reporter& report) {
  const Release& release = context.release(variant);
  const std::string names =
      absl::StrCat(binding.object->kind, " names ServiceAccount '", subject.name, "', ");
  const Node node = subject.node["name"];
  const Presence::Row* row = context.presence.Find("", "ServiceAccount", subject.name, subject.ns);
  if (row != nullptr && row->count() > 0) {
    if (!IsUsedInSomeVariant(context.presence, subject.name, subject.ns)) return;
    size_t other = 0;
    while (row->by_variant[other] == nullptr) ++other;
    const Workload* loser = LosesRights(context.presence, variant, subject);
    if (loser == nullptr) {
      report
          .Add(node, absl::StrCat(names,
                                  "which is not rendered here and which no pod uses: whoever makes an "
                                  "account of that name gets the rights"))
          .Subject(std::string(subject.name))
          .NoteIn(other, row->by_variant[other]->Anchor(), "rendered in another variant")
          .InVariant(variant);
      return;
    }
    const Node account = loser->service_account_node ? loser->service_account_node : loser->object->Anchor();
    report
        .Add(node, absl::StrCat(names, "which is not rendered here, while ", loser->object->Title(),
                                " runs as '", loser->service_account,
                                "', which no binding names: its pods run without these rights"))
        .As(Severity::kError)
        .Subject(std::string(subject.name))
        .Note(account, absl::StrCat("the pods run as '", loser->service_account, "'"))
        .NoteIn(other, row->by_variant[other]->Anchor(), "the account is rendered in another variant")
        .InVariant(variant);
    return;
  }
  if (IsUsedInSomeVariant(context.presence, subject.name, subject.ns)) return;
  const Workload* meant = MeantInstead(release, subject);
  if (meant == nullptr) {
    const size_t sisters = Sisters(context.presence, binding, subject);
    if (sisters < 2) return;
    report
        .Add(node,
             absl::StrCat(
                 names, "which no variant renders, beside ", sisters,
                 " accounts of the chart's own pods: whoever makes an account of that name gets the rights"))
        .Subject(std::string(subject.name))
        .InVariant(variant);
    return;
  }
  report
      .Add(node, absl::StrCat(names, "which nothing renders or uses, while ", meant->object->Title(),
                              " runs as '", meant->service_account,
                              "', which no binding names: its pods run without these rights"))
      .As(Severity::kError)
      .Subject(std::string(subject.name))
      .Note(meant->service_account_node, absl::StrCat("the pods run as '", meant->service_account, "'"))
      .InVariant(variant);
}

}  // namespace

void RbacSubjectMissing(const ChartContext& context, Reporter& report) {
  for (size_t variant = 0; variant < context.variant_count(); ++variant) {
    const Release& release = context.release(variant);
    if (release.HoldsBackMissing()) continue;
    for (const RbacBinding* binding : release.rbac().bindings()) {
      if (binding->object->hook.is_test) continue;
      for (const RbacSubject& subject : binding->subjects) {
        if (subject.kind != "ServiceAccount" || subject.unusable || subject.name.empty()) continue;
        if (IsUsed(release, subject.name, subject.ns) || IsKnownAccount(release, subject)) continue;
        if (!IsOwnNamespace(context.presence, subject.ns)) continue;  // last: it looks at all variants
        Check(context, variant, *binding, subject, report);
      }
    }
  }
}

}  // namespace chartlint
