// Custom resources of which an operator may make pods that no manifest of the release shows.
//
// For rules that say "no pod has this" or "no workload is called that": they keep silent where such a one may
// have it. The table rules/data/inert_customs.yaml lists those that no pods come of; an unknown kind is taken
// for a maker.
#ifndef CHARTLINT_ANALYZER_INDEX_POD_MAKERS_H_
#define CHARTLINT_ANALYZER_INDEX_POD_MAKERS_H_

#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"

namespace chartlint {

// False for Kubernetes' own kinds and for those whose pod template is read (Object::workload). A Gateway is a
// maker: some implementations make a Deployment of it.
bool MayMakePods(const Object& object);

// Some object of the release may.
bool HasPodMakers(const Release& release);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_INDEX_POD_MAKERS_H_
