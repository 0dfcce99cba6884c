#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzer/index/rbac.h"
#include "rules/prototypes.h"
#include "rules/rbac/accounts.h"

namespace chartlint {
namespace {

// The namespace in which an object is surely rendered; empty if it cannot be told.
absl::string_view PlaceOf(const Release& release, absl::string_view ns) {
  return ns.empty() ? LikelyNamespace(release) : ns;
}

const Object* RenderedIn(const Release& release, absl::string_view account, absl::string_view ns) {
  for (const Object* object : release.OfKind("ServiceAccount")) {
    if (object->name != account) continue;
    const absl::string_view place = PlaceOf(release, object->ns);
    if (place.empty() || place == ns) return object;
  }
  return nullptr;
}

bool SomeSubjectFits(const Release& release, const RbacBinding& binding) {
  return std::any_of(binding.subjects.begin(), binding.subjects.end(), [&](const RbacSubject& subject) {
    const absl::string_view ns = PlaceOf(release, subject.ns);
    if (subject.kind != "ServiceAccount" || ns.empty()) return true;
    return RenderedIn(release, subject.name, ns) != nullptr || IsUsed(release, subject.name, ns);
  });
}

// More than one literal namespace is spoken of, so that one of them can be the wrong one.
bool SeveralNamespaces(const Release& release) {
  absl::string_view first;
  for (const RbacBinding* binding : release.rbac().bindings()) {
    for (const RbacSubject& subject : binding->subjects) {
      if (subject.kind != "ServiceAccount" || subject.ns.empty()) continue;
      if (first.empty()) first = subject.ns;
      if (subject.ns != first) return true;
    }
  }
  return false;
}

}  // namespace

void RbacSubjectNamespace(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  for (const RbacBinding* binding : release.rbac().bindings()) {
    for (const RbacSubject& subject : binding->subjects) {
      if (!subject.unusable) continue;
      report
          .Add(subject.node, absl::StrCat("ClusterRoleBinding names ServiceAccount '", subject.name,
                                          "' without a namespace: the API server refuses it"))
          .Subject(std::string(subject.name));
    }
    if (release.Unreadable() || SomeSubjectFits(release, *binding)) continue;
    for (const RbacSubject& subject : binding->subjects) {
      const absl::string_view ns = PlaceOf(release, subject.ns);
      const Object* elsewhere = nullptr;
      for (const Object* object : release.OfKind("ServiceAccount")) {
        if (object->name == subject.name) elsewhere = object;
      }
      if (elsewhere == nullptr || subject.unusable) continue;
      const bool written = !elsewhere->ns.empty() && !subject.ns.empty();
      if (!written && release.release_namespace().empty() && !SeveralNamespaces(release)) continue;
      const absl::string_view place = PlaceOf(release, elsewhere->ns);
      const Node node = subject.node["namespace"].IsUnset() ? subject.node : subject.node["namespace"];
      report
          .Add(node, absl::StrCat("ServiceAccount '", subject.name, "' is rendered in namespace '", place,
                                  "' and bound in '", ns, "': its pods do not get these rights"))
          .Subject(std::string(subject.name))
          .Note(elsewhere->Anchor(), "the account is rendered here");
    }
  }
}

}  // namespace chartlint
