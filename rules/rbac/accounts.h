// Which accounts, namespaces and names a chart can answer for: shared by the rules on bindings.
#ifndef CHARTLINT_RULES_RBAC_ACCOUNTS_H_
#define CHARTLINT_RULES_RBAC_ACCOUNTS_H_

#include "absl/strings/string_view.h"
#include "analyzer/engine/presence.h"
#include "analyzer/index/rbac.h"
#include "analyzer/index/release.h"

namespace chartlint {

// The literal name of the release's namespace: as the user told it, else the one that most subjects give for
// accounts which the release renders without a namespace. Empty if there is no such evidence.
absl::string_view LikelyNamespace(const Release& release);

// The chart installs into `ns`: in some variant it is the release's own, or an account or a workload is
// written with it.
bool IsOwnNamespace(const Presence& presence, absl::string_view ns);

// Some pod of the release runs as the account.
bool IsUsed(const Release& release, absl::string_view account, absl::string_view ns);
bool IsUsedInSomeVariant(const Presence& presence, absl::string_view account, absl::string_view ns);

// The account is rendered here, or it exists without the chart: `default`, controllers of the cluster,
// accounts that an operator makes, and tenant accounts that are named like their namespace.
bool IsKnownAccount(const Release& release, const RbacSubject& subject);

// "rel-widget-manager" -> "manager".
absl::string_view LastToken(absl::string_view name);

// `token` as whole words of `name`, which are joined by '-', '.' or ':'.
bool HasToken(absl::string_view name, absl::string_view token);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_RBAC_ACCOUNTS_H_
