#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/index/references.h"
#include "rules/prototypes.h"

namespace chartlint {

void ReferenceStatefulsetServiceMissing(const ReleaseContext& context, Reporter& report) {
  const Release& release = context.release;
  if (release.Unreadable()) return;
  for (const Workload* workload : release.workloads()) {
    if (workload->controller != Controller::kStatefulSet) continue;
    const Node name = workload->object->spec()["serviceName"];
    if (name.IsUnset() || name.text().empty()) continue;
    if (release.Find("", "Service", name.text(), workload->object->ns) != nullptr) continue;
    if (release.IsExternal("Service", name.text(), workload->object->ns) ||
        IsMadeByCustomResource(release, "Service", name.text()))
      continue;
    report.Add(name, absl::StrCat("no Service '", name.text(),
                                  "' is rendered: the pods have no DNS names of their own"));
  }
}

}  // namespace chartlint
