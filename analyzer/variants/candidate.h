// A variant in the making: the branches that it is to reach, the atoms that have to hold, and the overlay
// that makes them.
#ifndef CHARTLINT_ANALYZER_VARIANTS_CANDIDATE_H_
#define CHARTLINT_ANALYZER_VARIANTS_CANDIDATE_H_

#include <optional>
#include <set>
#include <vector>

#include "analyzer/variants/atom.h"
#include "analyzer/variants/branches.h"
#include "analyzer/variants/overlay.h"
#include "analyzer/variants/value_candidates.h"

namespace chartlint {

struct Target {
  BranchId branch = -1;
  Solution atoms;
};

// What a failed render taught: atoms that have to hold, or a value that has to stand at a path.
struct Repair {
  Solution atoms;
  KeyPath path;  // empty: atoms
  ChartValue value;
  bool soft = false;  // left out where it does not fit
};

struct Candidate {
  Overlay overlay;
  Setting now;     // base and overlay
  Solution atoms;  // of all targets and repairs
  std::vector<Target> targets;
  std::vector<Repair> repairs;
};

class CandidateBuilder {
 public:
  // All must outlive this.
  CandidateBuilder(const Setting& base, const Atoms& atoms, ValueCandidates* values)
      : base_(base), atoms_(atoms), values_(*values) {}

  const Setting& base() const { return base_; }
  Candidate Empty() const;
  // False, and the candidate as it was: it contradicts what is there, or no value is known.
  bool AddTarget(Target target, Candidate* candidate) const;
  // The same; values are remembered for other candidates.
  bool AddRepair(const Repair& repair, Candidate* candidate);
  // From scratch. Targets that do not fit any more are left out; soft repairs, too.
  Candidate Rebuild(const std::vector<Target>& targets, const std::vector<Repair>& repairs);

  // Values that the solution speaks of.
  std::set<KeyPath> PathsOf(const Solution& solution) const;
  // Those of the paths where the candidate differs from the base.
  std::set<KeyPath> Changed(const Candidate& candidate, const std::set<KeyPath>& paths) const;

 private:
  bool AddAtoms(const Solution& atoms, Candidate* candidate) const;
  std::vector<ChartValue> Excluded(const Atom& atom, const Solution& a, const Solution& b) const;

  const Setting& base_;
  const Atoms& atoms_;
  ValueCandidates& values_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_CANDIDATE_H_
