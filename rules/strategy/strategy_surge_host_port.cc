#include "absl/strings/str_cat.h"
#include "rules/prototypes.h"
#include "rules/strategy/rollout_facts.h"

namespace chartlint {
namespace {

void Report(const Workload& workload, const std::vector<HostPort>& ports, const std::string& message,
            bool wedges, bool pinned, Reporter& report) {
  auto finding = report.Add(StrategyNode(workload.strategy, ports.front().node()), message);
  if (!wedges) finding.Strict();
  if (wedges && pinned) finding.As(Severity::kError);
  for (const HostPort& port : ports) {
    finding.Note(
        port.node(),
        absl::StrCat(port.Text(), port.port->host_port_written ? "" : " (containerPort under hostNetwork)"));
  }
}

std::string PortsText(const std::vector<HostPort>& ports) {
  return absl::StrCat(ports.front().Text(),
                      ports.size() > 1 ? absl::StrCat(" (and ", ports.size() - 1, " more)") : "");
}

void CheckDaemonSet(const Workload& workload, Reporter& report) {
  const std::vector<HostPort> ports = HostPortsOf(workload);
  if (ports.empty() || !SurgesOnEachNode(workload)) return;
  if (!workload.strategy.max_unavailable.value.IsZero())
    return;  // refused: strategy-daemonset-surge-and-unavailable
  Report(workload, ports,
         absl::StrCat(
             "maxSurge ", workload.strategy.max_surge.value.ToString(),
             " starts a second pod on the node while the first holds ", PortsText(ports),
             ", and maxUnavailable 0 keeps the first: the new pod can never be placed, the rollout wedges"),
         /*wedges=*/true, /*pinned=*/false, report);
}

}  // namespace

void StrategySurgeHostPort(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    CheckDaemonSet(*workload, report);
    const std::optional<RolloutSum> sum = SumOf(context.release, *workload);
    if (!sum.has_value() || sum->resolved.surge == 0) continue;
    const std::vector<HostPort> ports = HostPortsOf(*workload);
    if (ports.empty()) continue;
    const bool wedges = sum->resolved.unavailable == 0;
    const bool pinned = workload->PinnedToOneNode();
    const std::string facts = absl::StrCat(
        sum->range.Where(), ", ", SurgeText(workload->strategy, sum->resolved), " and ",
        UnavailableText(workload->strategy, sum->resolved), " while each pod holds ", PortsText(ports));
    Report(*workload, ports,
           absl::StrCat(
               facts,
               !wedges  ? ": the new pod waits until an old one is stopped to make room"
               : pinned ? ": pinned to one node, the new pod can never be placed, and the rollout wedges"
                        : ": unless another node has the port free the new pod stays Pending, the old one is "
                          "never stopped, and the rollout wedges"),
           wedges, pinned, report);
  }
}

}  // namespace chartlint
