// What to do about a failed render: guards, blame, and putting targets off.
#include <algorithm>
#include <utility>

#include "analyzer/variants/search.h"

namespace chartlint {
namespace {

constexpr size_t kWays = 10;

bool AllUnknown(const Solution& solution, const Atoms& atoms) {
  return std::all_of(solution.begin(), solution.end(),
                     [&](AtomId atom) { return atoms.at(atom).IsUnknown(); });
}

// The conditions around a step, innermost first. A named template that only fails has none of its own: then those of its
// callers.
std::vector<const PathStep*> Conditions(const PathStep* step, const Reading& reading) {
  constexpr int kTemplates = 4;
  std::vector<const PathStep*> conditions;
  for (int depth = 0; step != nullptr && depth < kTemplates; ++depth) {
    for (; step != nullptr && step->value != nullptr; step = step->outer) conditions.push_back(step);
    if (!conditions.empty() || step == nullptr || step->entry < 0) break;
    const auto& callers = reading.entries[static_cast<size_t>(step->entry)].callers;
    step = callers.empty() ? nullptr : callers[0];
  }
  return conditions;
}

}  // namespace

Search::MaybeCandidate Search::Mend(const Candidate& candidate, const SearchOutcome& outcome) {
  const RenderError& error = outcome.render.error;
  // Solutions are sought near what the candidate has now.
  solver_.SetCurrent(&candidate.now);
  MaybeCandidate mended;
  switch (error.kind) {
    case RenderErrorKind::kSchema:
      mended = MendSchema(candidate, error);
      break;
    case RenderErrorKind::kInvalidYaml:
      mended = MendYaml(candidate, outcome);
      break;
    case RenderErrorKind::kGuard:
      mended = MendGuard(candidate, error);
      break;
    case RenderErrorKind::kNilPointer:
    case RenderErrorKind::kWrongType:
    case RenderErrorKind::kFunction:
      mended = MendTypes(candidate, error);
      break;
    default:
      mended = DropEnclosing(candidate, error);
      break;
  }
  solver_.SetCurrent(&base_);
  return mended;
}

Search::MaybeCandidate Search::With(const Candidate& candidate, const Repair& repair, const char* what) {
  Candidate mended = candidate;
  if (!builder_.AddRepair(repair, &mended)) return std::nullopt;
  ++repairs_used_[what];
  return mended;
}

std::optional<SourceLine> Search::LineOf(const RenderErrorFrame& frame) const {
  const auto place = templates_.ResolveSource(frame.file);
  if (!place.has_value() || frame.line == 0) return std::nullopt;
  return SourceLine{place->file, static_cast<int32_t>(frame.line)};
}

Search::MaybeCandidate Search::MendGuard(const Candidate& candidate, const RenderError& error) {
  const std::vector<GuardSite> sites = GuardsOf(error);
  std::vector<Target> stay;
  for (const Target& target : candidate.targets) {
    if (static_cast<size_t>(records_[static_cast<size_t>(target.branch)].tried) < SolutionsLimit())
      stay.push_back(target);
  }
  if (!stay.empty() && stay.size() < candidate.targets.size()) {
    ++repairs_used_["give up a message"];
    return builder_.Rebuild(stay, candidate.repairs);
  }
  if (MaybeCandidate mended = MendSites(candidate, sites, error, true)) return mended;
  return DropEnclosing(candidate, error);
}

Search::MaybeCandidate Search::MendSites(const Candidate& candidate, const std::vector<GuardSite>& sites,
                                         const RenderError& error, bool met_in_render) {
  std::set<KeyPath> blamed;
  for (const GuardSite& site : sites) {
    Solutions ways;
    if (site.is_required) {
      ways = solver_.Solve(site.argument, true);
    } else {
      // The innermost condition first: it is what the message is about.
      for (const PathStep* step : Conditions(site.path, interpreter_.reading())) {
        for (const Solution& met : solver_.Solve(step->value, step->holds)) {
          const std::set<KeyPath> paths = builder_.PathsOf(met);
          blamed.insert(paths.begin(), paths.end());
        }
        for (Solution& way : solver_.Solve(step->value, !step->holds)) ways.push_back(std::move(way));
      }
    }
    size_t tried = 0;
    for (const Solution& way : ways) {
      if (++tried > kWays) break;
      const bool holds =
          std::all_of(way.begin(), way.end(), [&](AtomId atom) { return solver_.HoldsNow(atom); });
      if (AllUnknown(way, atoms_) || holds) continue;
      const Repair repair{way, {}, ChartValue::Null(), false};
      MaybeCandidate mended = With(candidate, repair, site.is_required ? "required" : "negate guard");
      if (!mended.has_value()) continue;
      // One that was foreseen will be foreseen again.
      if (met_in_render && site.is_required &&
          std::none_of(lessons_.begin(), lessons_.end(),
                       [&](const Repair& lesson) { return lesson.atoms == way; })) {
        lessons_.push_back(repair);
      }
      return mended;
    }
    if (MaybeCandidate mended = EvictFewest(candidate, ways, error)) return mended;
    for (const Solution& way : ways) {
      const std::set<KeyPath> paths = builder_.PathsOf(way);
      blamed.insert(paths.begin(), paths.end());
    }
  }
  return Drop(candidate, blamed, error);
}

// Features that exclude each other: the way that puts off the fewest targets.
Search::MaybeCandidate Search::EvictFewest(const Candidate& candidate, const Solutions& ways,
                                           const RenderError& error) {
  struct Option {
    size_t evicted;
    size_t order;
    const Solution* way;
    std::set<BranchId> bad;
  };
  std::vector<Option> options;
  for (size_t i = 0; i < std::min(ways.size(), kWays); ++i) {
    const Solution& way = ways[i];
    if (AllUnknown(way, atoms_)) continue;
    if (std::all_of(way.begin(), way.end(), [&](AtomId atom) { return solver_.HoldsNow(atom); })) continue;
    std::set<BranchId> bad;
    for (const Target& target : candidate.targets) {
      const bool fits = std::all_of(way.begin(), way.end(),
                                    [&](AtomId atom) { return atoms_.ConsistentWith(target.atoms, atom); });
      if (!fits) bad.insert(target.branch);
    }
    if (bad.size() < candidate.targets.size()) options.push_back({bad.size(), i, &way, std::move(bad)});
  }
  std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) {
    return std::tie(a.evicted, a.order) < std::tie(b.evicted, b.order);
  });
  constexpr size_t kOptions = 4;
  for (size_t i = 0; i < std::min(options.size(), kOptions); ++i) {
    std::vector<Target> stay;
    for (const Target& target : candidate.targets) {
      if (options[i].bad.count(target.branch) == 0) stay.push_back(target);
    }
    Candidate mended = builder_.Rebuild(stay, candidate.repairs);
    if (!builder_.AddRepair({*options[i].way, {}, ChartValue::Null(), false}, &mended)) continue;
    for (const BranchId branch : options[i].bad) Defer(branch, error);
    ++repairs_used_["evict the smaller side"];
    return mended;
  }
  return std::nullopt;
}

Search::MaybeCandidate Search::DropTargets(const Candidate& candidate, const std::set<BranchId>& bad,
                                           const RenderError& error) {
  if (bad.empty() || bad.size() >= candidate.targets.size()) return std::nullopt;
  std::vector<Target> stay;
  for (const Target& target : candidate.targets) {
    if (bad.count(target.branch) == 0) {
      stay.push_back(target);
    } else {
      Defer(target.branch, error);
    }
  }
  return builder_.Rebuild(stay, candidate.repairs);
}

// Puts off the targets that changed one of the paths; the values that were put there are not tried again.
Search::MaybeCandidate Search::Drop(const Candidate& candidate, const std::set<KeyPath>& paths,
                                    const RenderError& error) {
  const std::set<KeyPath> leaves = DeepestOf(paths);
  std::set<BranchId> bad;
  for (const Target& target : candidate.targets) {
    for (const AtomId id : target.atoms) {
      const Atom& atom = atoms_.at(id);
      if (!atom.IsOfValue() || Holds(atom, base_)) continue;
      const bool related = std::any_of(leaves.begin(), leaves.end(), [&](const KeyPath& leaf) {
        return IsPrefix(leaf, atom.path) || IsPrefix(atom.path, leaf);
      });
      if (related) bad.insert(target.branch);
    }
  }
  for (const KeyPath& path : builder_.Changed(candidate, leaves)) {
    values_.Skip(path);
    values_.Forget(path);
  }
  MaybeCandidate mended = DropTargets(candidate, bad, error);
  if (mended.has_value()) ++repairs_used_["drop the blamed"];
  return mended;
}

// Puts off the targets that changed what the branches around the failing line depend on.
Search::MaybeCandidate Search::DropEnclosing(const Candidate& candidate, const RenderError& error) {
  constexpr size_t kBranches = 5, kVisits = 4;
  for (const RenderErrorFrame& frame : error.frames) {
    const std::optional<SourceLine> line = LineOf(frame);
    if (!line.has_value()) continue;
    std::vector<BranchId> around = table_.Around(line->file, line->line);
    if (around.size() > kBranches) around.resize(kBranches);
    for (const BranchId branch : around) {
      std::set<KeyPath> paths;
      const auto& visits = interpreter_.reading().visits[static_cast<size_t>(branch)];
      for (size_t i = 0; i < std::min(visits.size(), kVisits); ++i) {
        if (visits[i] == nullptr || visits[i]->value == nullptr) continue;
        for (const Solution& solution : solver_.Solve(visits[i]->value, visits[i]->holds)) {
          const std::set<KeyPath> of_solution = builder_.PathsOf(solution);
          paths.insert(of_solution.begin(), of_solution.end());
        }
      }
      paths = builder_.Changed(candidate, paths);
      if (paths.empty()) continue;
      if (MaybeCandidate mended = Drop(candidate, paths, error)) {
        ++repairs_used_["drop the enclosing branch"];
        return mended;
      }
    }
  }
  return std::nullopt;
}

}  // namespace chartlint
