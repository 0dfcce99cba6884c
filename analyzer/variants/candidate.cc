#include "analyzer/variants/candidate.h"

#include <algorithm>
#include <string>
#include <utility>

namespace chartlint {

Candidate CandidateBuilder::Empty() const {
  Candidate candidate;
  candidate.now = base_;
  return candidate;
}

// What the atom's path must not be, by either solution.
std::vector<ChartValue> CandidateBuilder::Excluded(const Atom& atom, const Solution& a,
                                                   const Solution& b) const {
  std::vector<ChartValue> excluded;
  if (atom.op != AtomOp::kNotEqual) return excluded;
  for (const Solution* solution : {&a, &b}) {
    for (const AtomId id : *solution) {
      const Atom& other = atoms_.at(id);
      if (other.op == AtomOp::kNotEqual && other.path == atom.path) excluded.push_back(other.value);
    }
  }
  return excluded;
}

bool CandidateBuilder::AddAtoms(const Solution& atoms, Candidate* candidate) const {
  for (const AtomId atom : atoms) {
    if (!atoms_.ConsistentWith(candidate->atoms, atom)) return false;
  }
  Overlay overlay = candidate->overlay;
  Setting now = candidate->now;
  std::set<std::string> touched;  // top-level keys
  bool flags = false;
  // Twice: what one atom needs may undo another.
  for (int pass = 0; pass < 2; ++pass) {
    for (const AtomId id : atoms) {
      const Atom& atom = atoms_.at(id);
      if (Holds(atom, now)) continue;
      if (atom.IsOfValue() && atom.path.empty()) return false;
      if (!MakeHold(atom, now, values_, Excluded(atom, atoms, candidate->atoms), &overlay)) return false;
      if (atom.IsOfValue()) {
        touched.insert(atom.path[0]);
      } else {
        flags = true;
      }
      now = ApplyOverlay(base_, overlay);
    }
  }
  for (const AtomId id : atoms) {
    if (!Holds(atoms_.at(id), now)) return false;
  }
  for (const AtomId id : candidate->atoms) {
    const Atom& atom = atoms_.at(id);
    const bool concerned = atom.IsOfValue() ? !atom.path.empty() && touched.count(atom.path[0]) > 0 : flags;
    if (concerned && !Holds(atom, now)) return false;
  }
  for (const AtomId id : atoms) {
    if (std::find(candidate->atoms.begin(), candidate->atoms.end(), id) == candidate->atoms.end()) {
      candidate->atoms.push_back(id);
    }
  }
  candidate->overlay = std::move(overlay);
  candidate->now = std::move(now);
  return true;
}

bool CandidateBuilder::AddTarget(Target target, Candidate* candidate) const {
  if (!AddAtoms(target.atoms, candidate)) return false;
  candidate->targets.push_back(std::move(target));
  return true;
}

bool CandidateBuilder::AddRepair(const Repair& repair, Candidate* candidate) {
  if (repair.path.empty()) {
    if (!AddAtoms(repair.atoms, candidate)) return false;
  } else {
    if (!repair.soft) values_.Learn(repair.path, repair.value);
    Overlay overlay = candidate->overlay;
    if (!WriteValue(repair.path, repair.value, candidate->now, values_, &overlay)) return false;
    Setting now = ApplyOverlay(base_, overlay);
    for (const AtomId id : candidate->atoms) {
      const Atom& atom = atoms_.at(id);
      const bool concerned = atom.IsOfValue() && !atom.path.empty() && atom.path[0] == repair.path[0];
      if (concerned && !Holds(atom, now)) return false;
    }
    candidate->overlay = std::move(overlay);
    candidate->now = std::move(now);
  }
  candidate->repairs.push_back(repair);
  return true;
}

Candidate CandidateBuilder::Rebuild(const std::vector<Target>& targets, const std::vector<Repair>& repairs) {
  Candidate candidate = Empty();
  for (const Repair& repair : repairs) {
    if (!repair.soft) {
      AddRepair(repair, &candidate);
      continue;
    }
    // The values stay, the atoms do not bind.
    Candidate with = candidate;
    if (AddRepair(repair, &with)) {
      candidate.overlay = with.overlay;
      candidate.now = with.now;
      candidate.repairs.push_back(repair);
    }
  }
  for (const Target& target : targets) AddTarget(target, &candidate);
  return candidate;
}

std::set<KeyPath> CandidateBuilder::PathsOf(const Solution& solution) const {
  std::set<KeyPath> paths;
  for (const AtomId id : solution) {
    if (atoms_.at(id).IsOfValue()) paths.insert(atoms_.at(id).path);
  }
  return paths;
}

std::set<KeyPath> CandidateBuilder::Changed(const Candidate& candidate,
                                            const std::set<KeyPath>& paths) const {
  std::set<KeyPath> changed;
  for (const KeyPath& path : paths) {
    const ChartValue* now = FindAt(candidate.now.values, path);
    const ChartValue* before = FindAt(base_.values, path);
    if (now != nullptr && (before == nullptr || !EqualValues(*now, *before))) changed.insert(path);
  }
  return changed;
}

}  // namespace chartlint
