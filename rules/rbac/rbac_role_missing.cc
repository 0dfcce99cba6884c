#include "absl/strings/str_cat.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"
#include "rules/rbac/accounts.h"

namespace chartlint {
namespace {

// The release has the name as the other kind, and no binding leads to that one.
const RbacRole* UnboundTwin(const Release& release, const RbacBinding& binding) {
  for (const RbacRole* role : release.rbac().roles()) {
    if (role->name != binding.role_name || role->kind == binding.role_kind) continue;
    if (role->kind == "Role" && release.SameNamespace(role->ns, binding.ns) == Same::kNo) continue;
    if (release.rbac().BindingsTo(*role).empty()) return role;
  }
  return nullptr;
}

}  // namespace

void RbacRoleMissing(const ChartContext& context, Reporter& report) {
  for (size_t variant = 0; variant < context.variant_count(); ++variant) {
    const Release& release = context.release(variant);
    if (release.HoldsBackMissing()) continue;
    for (const RbacBinding* binding : release.rbac().bindings()) {
      if (binding->role != nullptr || binding->object->hook.is_test || binding->role_name.empty()) continue;
      if (release.IsExternal(binding->role_kind, binding->role_name, binding->ns)) continue;
      const Node name = binding->role_ref["name"];
      const std::string lead = absl::StrCat(binding->object->kind, " leads to ", binding->role_kind, " '",
                                            binding->role_name, "', ");
      constexpr absl::string_view kEnd = ": the binding grants nothing";
      if (const RbacRole* twin = UnboundTwin(release, *binding); twin != nullptr) {
        report.Add(name, absl::StrCat(lead, "but the release renders it as ", twin->kind, kEnd))
            .Note(twin->object->Anchor(), absl::StrCat("rendered as ", twin->kind))
            .InVariant(variant);
        continue;
      }
      const Presence::Row* row = context.presence.Find("rbac.authorization.k8s.io", binding->role_kind,
                                                       binding->role_name, binding->ns);
      if (row != nullptr && row->count() > 0) {
        size_t other = 0;
        while (row->by_variant[other] == nullptr) ++other;
        report.Add(name, absl::StrCat(lead, "which other variants render and this one does not", kEnd))
            .NoteIn(other, row->by_variant[other]->Anchor(), "rendered in another variant")
            .InVariant(variant);
      } else if (HasToken(binding->role_name, release.release_name()) &&
                 (binding->role_kind == "ClusterRole" || IsOwnNamespace(context.presence, binding->ns))) {
        report
            .Add(name,
                 absl::StrCat(lead, "which bears the release's name and is rendered in no variant", kEnd))
            .InVariant(variant);
      }
    }
  }
}

}  // namespace chartlint
