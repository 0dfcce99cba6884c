#include <string>

#include "absl/strings/str_cat.h"
#include "rules/leader/election_facts.h"
#include "rules/prototypes.h"

namespace chartlint {

void LeaderElectionDiffersAcrossVariants(const ChartContext& context, Reporter& report) {
  for (const Presence::Row& row : context.presence.rows()) {
    if (row.count() < 2 || row.Any()->workload == nullptr) continue;
    // The first variant in which the workload elects.
    const Container* on = nullptr;
    uint32_t on_variant = 0;
    for (uint32_t v = 0; v < row.by_variant.size() && on == nullptr; ++v) {
      const Object* object = row.by_variant[v];
      if (object == nullptr || object->workload == nullptr || !RunsEqualPods(*object->workload)) continue;
      on = ElectingContainer(*object->workload, LeaderElection::State::kOn);
      on_variant = v;
    }
    if (on == nullptr) continue;
    for (uint32_t v = 0; v < row.by_variant.size(); ++v) {
      const Object* object = row.by_variant[v];
      if (object == nullptr || object->workload == nullptr) continue;
      const Workload& workload = *object->workload;
      const Release& release = context.release(v);
      // At one replica the flag is left out on purpose.
      if (!RunsEqualPods(workload) || release.Unreadable() || release.Replicas(workload).max < 2) continue;
      const Container* container = workload.ContainerNamed(on->name);
      if (container == nullptr || SpeaksOfElection(release, workload) || MissesElection(release, workload)) continue;
      const LeaderElection& election = on->election;
      const ReplicaRange replicas = release.Replicas(workload);
      report
          .Add(container->node, absl::StrCat("container ", container->name, " has ", replicas.Where(),
                                             " and says nothing of leader election here, but ", election.said, " in variant ",
                                             context.presence.variant_name(on_variant)))
          .InVariant(v)
          .Note(replicas.node, "the pods are counted here")
          .NoteIn(on_variant, election.node, "election is on here")
          .Subject(absl::StrCat("container ", container->name));
    }
  }
}

}  // namespace chartlint
