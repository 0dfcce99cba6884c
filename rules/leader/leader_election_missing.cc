#include <string>

#include "absl/strings/str_cat.h"
#include "rules/leader/election_facts.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// Another variant's or a sibling's container of the same name or image that elects: the program can.
struct Witness {
  uint32_t variant = 0;
  const Container* container = nullptr;
};

bool SameProgram(const Container& a, const Container& b) { return !a.image.empty() && a.image == b.image; }

Witness FindWitness(const ChartContext& context, const Container& missed, const Object& object, uint32_t variant) {
  for (uint32_t v = 0; v < context.variant_count(); ++v) {
    for (const Workload* other : context.release(v).workloads()) {
      const Container* on = ElectingContainer(*other, LeaderElection::State::kOn);
      if (on == nullptr) continue;
      const bool same_object = other->object->kind == object.kind && other->object->name == object.name && on->name == missed.name;
      if ((v != variant && same_object) || SameProgram(*on, missed)) return {v, on};
    }
  }
  return {};
}

}  // namespace

void LeaderElectionMissing(const ChartContext& context, Reporter& report) {
  for (uint32_t v = 0; v < context.variant_count(); ++v) {
    const Release& release = context.release(v);
    if (release.HoldsBackMissing()) continue;
    for (const Workload* workload : release.workloads()) {
      if (!MissesElection(release, *workload)) continue;
      const Container& container = workload->containers.front();
      const ReplicaRange replicas = release.Replicas(*workload);
      auto finding = report.Add(
          workload->object->Anchor(),
          absl::StrCat(workload->object->Title(), " runs a controller with ", replicas.Where(),
                       " and no word of leader election: ", replicas.max, " processes reconcile the same objects"));
      finding.InVariant(v).Note(replicas.node, "the pods are counted here");
      finding.Note(container.node, "neither a flag nor a variable nor its configuration speaks of an election, and its account "
                                   "may not update leases");
      const Witness witness = FindWitness(context, container, *workload->object, v);
      if (witness.container != nullptr) {
        const LeaderElection& election = witness.container->election;
        finding.NoteIn(witness.variant, election.node, absl::StrCat(election.said, " is said here"));
      } else {
        finding.Strict();
      }
    }
  }
}

}  // namespace chartlint
