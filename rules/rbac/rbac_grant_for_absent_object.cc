#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/index/api_resources.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"
#include "rules/rbac/absent_objects.h"
#include "rules/rbac/accounts.h"

namespace chartlint {
namespace {

std::vector<std::string> VerbsAmong(const PolicyRule& rule, std::initializer_list<absl::string_view> wanted) {
  std::vector<std::string> verbs;
  for (const Node& verb : rule.verbs) {
    if (std::find(wanted.begin(), wanted.end(), verb.text()) != wanted.end()) verbs.emplace_back(verb.text());
  }
  return verbs;
}

std::vector<size_t> VariantsWith(const Presence::Row& row) {
  std::vector<size_t> variants;
  for (size_t variant = 0; variant < row.by_variant.size(); ++variant) {
    if (row.by_variant[variant] != nullptr) variants.push_back(variant);
  }
  return variants;
}

class Checker {
 public:
  Checker(const ChartContext& context, Reporter& report)
      : context_(context), report_(report), objects_(CollectChartObjects(context.presence)) {}

  void CheckVariant(size_t variant) {
    const Release& release = context_.release(variant);
    if (release.HoldsBackMissing()) return;
    for (const RbacRole* role : release.rbac().roles()) {
      if (role->object->hook.is_test) continue;
      for (const PolicyRule& rule : role->rules) {
        for (const Node& name : rule.names) {
          if (!name.text().empty()) CheckName(variant, *role, rule, name);
        }
      }
    }
  }

 private:
  // One finding per rule and name, whichever resource of the rule meets an absent object first.
  void CheckName(size_t variant, const RbacRole& role, const PolicyRule& rule, Node name) {
    const std::vector<std::string> writes =
        VerbsAmong(rule, {"delete", "deletecollection", "update", "patch", "*"});
    const std::vector<std::string> reads = VerbsAmong(rule, {"get", "list", "watch"});
    if (writes.empty() && reads.empty()) return;
    const Release& release = context_.release(variant);
    for (const Node& group : rule.groups) {
      for (const Node& resource : rule.resources) {
        const ResourceName parts = SplitResource(resource.text());
        const Presence::Row* row = AbsentObject(context_.presence, objects_, variant, role, group.text(),
                                                parts.resource, name.text());
        if (row == nullptr ||
            MayMakeItself(release, group.text() == "*" ? row->group : group.text(), parts.resource, role.ns))
          continue;
        if (!IsOfSameChart(context_.presence, variant, *row)) continue;
        Report(variant, role, rule, name, resource, writes.empty() ? reads : writes, *row, !writes.empty());
        return;
      }
    }
  }

  void Report(size_t variant, const RbacRole& role, const PolicyRule& rule, Node name, Node resource,
              const std::vector<std::string>& verbs, const Presence::Row& row, bool writes) {
    const Release& release = context_.release(variant);
    const std::vector<const Workload*> holders = release.rbac().HoldersOf(role);
    const std::string object = absl::StrCat(row.kind, "/", row.name);
    // A name that bears the release's own leads to no other release: the grant is void, not dangerous.
    const bool own_name = HasToken(name.text(), release.release_name());
    const bool itself = row.name == name.text() &&
                        IsResourceOf(objects_, row.group, SplitResource(resource.text()).resource, row);
    auto finding =
        report_.Add(rule.node, absl::StrCat(absl::StrJoin(verbs, ", "), " on ", resource.text(), " '",
                                            name.text(), "' is granted, but ",
                                            itself ? object : absl::StrCat(object, ", which brings it,"),
                                            " is rendered in other variants only: here the object is absent",
                                            own_name ? "" : " or belongs to another release"));
    finding.InVariant(variant).Subject(std::string(name.text()));
    const bool deletes = std::any_of(verbs.begin(), verbs.end(), [](const std::string& verb) {
      return verb == "delete" || verb == "deletecollection" || verb == "*";
    });
    if (own_name && !deletes) finding.As(Severity::kWarning);
    if (!writes || holders.empty())
      finding.Strict();  // nobody acts by itself on a read, or on a grant to people
    finding.Note(name, "the object is named here");
    const std::vector<size_t> others = VariantsWith(row);
    finding.NoteIn(others.front(), row.by_variant[others.front()]->Anchor(),
                   absl::StrCat(object, " is rendered in ", context_.presence.variant_name(others.front()),
                                others.size() == 1 ? "" : absl::StrCat(" and ", others.size() - 1, " more")));
    for (size_t i = 0; i < holders.size() && i < 3; ++i) {
      finding.Note(holders[i]->object->Anchor(),
                   absl::StrCat(holders[i]->object->Title(), " holds the grant as ServiceAccount '",
                                holders[i]->service_account, "'"));
    }
  }

  const ChartContext& context_;
  Reporter& report_;
  const ChartObjects objects_;
};

}  // namespace

void RbacGrantForAbsentObject(const ChartContext& context, Reporter& report) {
  if (context.variant_count() < 2) return;
  Checker checker(context, report);
  for (size_t variant = 0; variant < context.variant_count(); ++variant) checker.CheckVariant(variant);
}

}  // namespace chartlint
