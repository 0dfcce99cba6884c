#include "rules/rbac/bringers.h"

#include <string>

namespace chartlint {

bool BringsObjectsHere(const Object& object) {
  if (object.Is("helm.toolkit.fluxcd.io", "HelmRelease")) return object.spec()["kubeConfig"].IsUnset();
  if (!object.Is("argoproj.io", "Application")) return false;
  const Node destination = object.spec()["destination"];
  const absl::string_view server = destination["server"].text();
  const absl::string_view cluster = destination["name"].text();
  return (server.empty() || server == "https://kubernetes.default.svc") &&
         (cluster.empty() || cluster == "in-cluster");
}

bool BringsByName(const Release& release, const Object& bringer, absl::string_view name) {
  const std::string bare = release.BareName(name);
  if (bare.empty()) return false;
  const absl::string_view own = bringer.spec()["releaseName"].text();
  return release.BareName(bringer.name) == bare || (!own.empty() && release.BareName(own) == bare);
}

}  // namespace chartlint
