// Objects that bring other objects by a release of their own: Flux HelmReleases and Argo CD Applications.
#ifndef CHARTLINT_RULES_RBAC_BRINGERS_H_
#define CHARTLINT_RULES_RBAC_BRINGERS_H_

#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"

namespace chartlint {

// A HelmRelease or Application whose objects land in this cluster (no kubeConfig, no other destination).
// Upstream: helm.toolkit.fluxcd.io/v2 HelmReleaseSpec (kubeConfig, releaseName), argoproj.io/v1alpha1
// ApplicationDestination.
bool BringsObjectsHere(const Object& object);

// `name` and what the bringer brings are the same thing once the release's and the chart's tokens are out of
// both names: "seaweedfs-db" and HelmRelease "rel-db". Never by prefix.
bool BringsByName(const Release& release, const Object& bringer, absl::string_view name);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_RBAC_BRINGERS_H_
