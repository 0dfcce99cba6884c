// Upstream: bind(2): a socket on all addresses clashes with one on any address of the same port.
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"

namespace chartlint {

namespace {

struct Bound {
  const Container* container;
  const Listener* listener;
};

bool IsIpv6(absl::string_view host) { return absl::StrContains(host, ":"); }

bool Clash(const Listener& a, const Listener& b) {
  if (a.port != b.port || a.protocol != b.protocol) return false;
  if (a.host == b.host) return true;
  // `0.0.0.0` and `::` may or may not share a port; without an address a program takes both families.
  if (!a.host.empty() && !b.host.empty() && IsIpv6(a.host) != IsIpv6(b.host)) return false;
  return a.OnAllAddresses() || b.OnAllAddresses();
}

}  // namespace

void PortsListenersCollide(const ObjectContext& context, Reporter& report) {
  if (context.object.workload == nullptr) return;
  std::vector<Bound> bound;
  for (const Container& container : context.object.workload->containers) {
    if (!container.RunsBesideMain()) continue;
    for (const Listener& listener : container.listeners) {
      if (!listener.off && listener.port > 0) bound.push_back({&container, &listener});
    }
  }
  std::vector<bool> told(bound.size(), false);
  for (size_t i = 0; i < bound.size(); ++i) {
    if (told[i]) continue;
    std::vector<size_t> clashes;
    for (size_t j = i + 1; j < bound.size(); ++j) {
      if (bound[j].container != bound[i].container && Clash(*bound[i].listener, *bound[j].listener))
        clashes.push_back(j);
    }
    if (clashes.empty()) continue;
    const Bound& first = bound[i];
    std::string others;
    for (size_t j : clashes) {
      told[j] = true;
      absl::StrAppend(&others, others.empty() ? "" : ", ", bound[j].container->name);
    }
    const Bound& second = bound[clashes.front()];
    Reporter::Builder builder = report.Add(
        second.listener->node,
        absl::StrCat("port ", first.listener->port, "/", first.listener->protocol, " is bound by containers ",
                     first.container->name, " (", first.listener->said, ") and ", others, " (",
                     second.listener->said, "): one of them fails with address already in use"));
    builder.Subject(absl::StrCat("port ", first.listener->port))
        .Note(first.listener->node, absl::StrCat("container ", first.container->name));
    for (size_t k = 1; k < clashes.size(); ++k) {
      builder.Note(bound[clashes[k]].listener->node,
                   absl::StrCat("container ", bound[clashes[k]].container->name));
    }
  }
}

}  // namespace chartlint
