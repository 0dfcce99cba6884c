#include "rules/rbac/accounts.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "analyzer/index/references.h"

namespace chartlint {

absl::string_view LikelyNamespace(const Release& release) {
  if (!release.release_namespace().empty()) return release.release_namespace();
  absl::flat_hash_map<absl::string_view, int> votes;
  for (const RbacBinding* binding : release.rbac().bindings()) {
    for (const RbacSubject& subject : binding->subjects) {
      if (subject.kind != "ServiceAccount" || subject.ns.empty()) continue;
      const Object* account = release.Find("", "ServiceAccount", subject.name, subject.ns);
      if (account != nullptr && account->ns.empty()) ++votes[subject.ns];
    }
  }
  absl::string_view best;
  int most = 0;
  for (const auto& [ns, count] : votes) {
    if (count > most || (count == most && ns < best)) {
      best = ns;
      most = count;
    }
  }
  return best;
}

bool IsOwnNamespace(const Presence& presence, absl::string_view ns) {
  for (size_t variant = 0; variant < presence.variant_count(); ++variant) {
    const Release& release = presence.release(variant);
    if (ns.empty() || release.SameNamespace(ns, "") == Same::kYes || ns == LikelyNamespace(release))
      return true;
    for (const Object* account : release.OfKind("ServiceAccount")) {
      if (account->ns == ns) return true;
    }
    const auto& workloads = release.workloads();
    if (std::any_of(workloads.begin(), workloads.end(),
                    [ns](const Workload* w) { return w->object->ns == ns; }))
      return true;
  }
  return false;
}

bool IsUsed(const Release& release, absl::string_view account, absl::string_view ns) {
  const auto& workloads = release.workloads();
  return std::any_of(workloads.begin(), workloads.end(), [&](const Workload* workload) {
    return workload->service_account == account &&
           release.SameNamespace(workload->object->ns, ns) != Same::kNo;
  });
}

bool IsUsedInSomeVariant(const Presence& presence, absl::string_view account, absl::string_view ns) {
  for (size_t variant = 0; variant < presence.variant_count(); ++variant) {
    if (IsUsed(presence.release(variant), account, ns)) return true;
  }
  return false;
}

bool IsKnownAccount(const Release& release, const RbacSubject& subject) {
  return release.Find("", "ServiceAccount", subject.name, subject.ns) != nullptr ||
         subject.name == "default" || subject.name == subject.ns ||
         release.IsExternal("ServiceAccount", subject.name, subject.ns) ||
         IsMadeByCustomResource(release, "ServiceAccount", subject.name);
}

absl::string_view LastToken(absl::string_view name) {
  const size_t dash = name.rfind('-');
  return dash == absl::string_view::npos ? name : name.substr(dash + 1);
}

bool HasToken(absl::string_view name, absl::string_view token) {
  if (token.empty()) return false;
  const auto is_joint = [](char c) { return c == '-' || c == '.' || c == ':'; };
  for (size_t at = name.find(token); at != absl::string_view::npos; at = name.find(token, at + 1)) {
    const size_t end = at + token.size();
    if ((at == 0 || is_joint(name[at - 1])) && (end == name.size() || is_joint(name[end]))) return true;
  }
  return false;
}

}  // namespace chartlint
