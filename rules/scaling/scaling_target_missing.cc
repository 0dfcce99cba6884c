#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/index/pod_makers.h"
#include "rules/prototypes.h"
#include "rules/scaling/scalable.h"

namespace chartlint {
namespace {

constexpr size_t kNamesInMessage = 3;

// "widget" and "widget-web", in either order.
bool OneExtendsTheOther(absl::string_view a, absl::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  return b.size() > a.size() && absl::StartsWith(b, a) && b[a.size()] == '-';
}

// Of such a resource its operator may make the target.
bool MayBeMadeByOperator(const Release& release, absl::string_view name) {
  return std::any_of(release.objects().begin(), release.objects().end(), [&](const Object* object) {
    return (object->name == name || OneExtendsTheOther(object->name, name)) && MayMakePods(*object);
  });
}

// Those that bear the autoscaler's own labels (component, …), if any do: the others are of other parts.
std::vector<const Object*> OfTheSamePart(const Object& scaler, const std::vector<const Object*>& near) {
  std::vector<const Object*> same;
  if (scaler.labels().size() > 0) {
    std::copy_if(near.begin(), near.end(), std::back_inserter(same),
                 [&](const Object* object) { return HasLabels(object->labels(), scaler.labels()); });
  }
  return same.empty() ? near : same;
}

// What the autoscaler asks for, in the words of its manifest.
std::string Asked(const ScaleTarget& target) {
  return target.reference["kind"].IsUnset() ? absl::StrCat(target.kind, " (default) '", target.name, "'")
                                            : absl::StrCat(target.kind, " '", target.name, "'");
}

void ReportOtherKind(const Autoscaler& scaler, const Object& found, Reporter& report) {
  const ScaleTarget& target = scaler.target;
  std::string message;
  if (target.kind == found.kind) {
    message = absl::StrCat("no ", Asked(target), " of API group ", target.group,
                           " is rendered, that of this name is ", found.api_version);
  } else if (absl::EqualsIgnoreCase(target.kind, found.kind)) {
    message = absl::StrCat("kind '", target.kind, "' does not exist, ", found.Title(), " is a ", found.kind);
  } else {
    message = absl::StrCat("no ", Asked(target), " is rendered, the object of this name is a ", found.kind);
  }
  report.Add(target.KindNode(), absl::StrCat(message, ": it is never scaled"))
      .Note(found.Anchor(), absl::StrCat(found.Title(), " is rendered"));
}

void ReportOtherName(const Autoscaler& scaler, const std::vector<const Object*>& near, Reporter& report) {
  std::vector<std::string> titles;
  for (const Object* object : near) {
    if (titles.size() < kNamesInMessage) titles.push_back(object->Title());
  }
  auto finding =
      report.Add(scaler.target.reference["name"],
                 absl::StrCat("no ", Asked(scaler.target), " is rendered, but ", absl::StrJoin(titles, ", "),
                              near.size() > titles.size() ? ", …" : "", ": nothing is scaled"));
  finding.As(Severity::kWarning);
  for (size_t i = 0; i < titles.size(); ++i)
    finding.Note(near[i]->Anchor(), absl::StrCat(titles[i], " is rendered"));
}

}  // namespace

void ScalingTargetMissing(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  if (release.HoldsBackMissing()) return;
  for (const Autoscaler& scaler : release.autoscalers()) {
    const ScaleTarget& target = scaler.target;
    if (scaler.scaled != nullptr || !IsKubernetesScalable(target)) continue;
    if (release.IsExternal(target.kind, target.name, scaler.object->ns)) continue;
    if (MayBeMadeByOperator(release, target.name)) continue;
    const Object* same_name = nullptr;
    std::vector<const Object*> near;
    for (const Workload* workload : release.workloads()) {
      const Object& object = *workload->object;
      if (!RunsForGood(*workload) || release.SameNamespace(object.ns, scaler.object->ns) == Same::kNo)
        continue;
      if (object.name == target.name && same_name == nullptr) same_name = &object;
      if (OneExtendsTheOther(object.name, target.name) && IsScaled(*workload)) near.push_back(&object);
    }
    if (same_name != nullptr) {
      ReportOtherKind(scaler, *same_name, report);
    } else if (!near.empty()) {
      ReportOtherName(scaler, OfTheSamePart(*scaler.object, near), report);
    }
  }
}

}  // namespace chartlint
