// What to do about a failed render: guards, blame, and putting targets off.
#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/variants/search.h"

namespace chartlint {
namespace {

constexpr size_t kWays = 10;
constexpr size_t kSites = 8;

// Could the abstract message have given this text? Formats are compared up to their first verb.
bool Gives(Abstract message, absl::string_view text) {
  if (message->IsText()) return message->constant.string_value() == text;
  if (message->Is(AbstractKind::kCall) && !message->args.empty() && message->args[0]->IsText() &&
      (message->name == "printf" || message->name == "nonblank" || message->name == "print")) {
    const std::string& format = message->args[0]->constant.string_value();
    const std::string head = format.substr(0, format.find('%'));
    constexpr size_t kTelling = 8;
    return head.size() >= kTelling && absl::StartsWith(text, head);
  }
  return false;
}

bool AllUnknown(const Solution& solution, const Atoms& atoms) {
  return std::all_of(solution.begin(), solution.end(), [&](AtomId atom) { return atoms.at(atom).IsUnknown(); });
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

// Validators collect messages that named templates print: the branches that hold the message's own words.
std::vector<GuardSite> Search::MessageTexts(const RenderError& error, std::set<BranchId>* branches) const {
  constexpr size_t kTelling = 10, kVisits = 2, kLines = 4;
  std::vector<GuardSite> sites;
  size_t tried = 0;
  for (absl::string_view line : absl::StrSplit(error.message, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (line.size() < kTelling || absl::EndsWith(line, "VALIDATION:")) continue;
    if (++tried > kLines) break;
    for (size_t i = 0; i < table_.branches().size() && sites.size() < kSites; ++i) {
      const Branch& branch = table_.branches()[i];
      const TemplateBody& body = branch.arm != nullptr ? branch.arm->body : branch.defined->body;
      const bool holds = std::any_of(body.begin(), body.end(), [&](const TemplateNode* node) {
        return node->kind == TemplateNodeKind::kText && absl::StrContains(node->text, line);
      });
      const auto& visits = interpreter_.reading().visits[i];
      if (holds) branches->insert(static_cast<BranchId>(i));
      for (size_t v = 0; holds && v < std::min(visits.size(), kVisits); ++v) {
        sites.push_back({false, visits[v], interpreter_.reading().values.Unknown(), nullptr});
      }
    }
    if (!sites.empty()) break;
  }
  return sites;
}

// Innermost line first; else every guard whose message fits; else one near by.
std::vector<GuardSite> Search::GuardsOf(const RenderError& error) {
  const auto& guards = interpreter_.reading().guards;
  std::set<BranchId> refusing;
  std::vector<GuardSite> fitting = MessageTexts(error, &refusing);
  for (const BranchId branch : refusing) {  // whoever takes it is refused: it is out of reach
    BranchRecord& record = records_[static_cast<size_t>(branch)];
    if (reached_.count(branch) > 0) continue;
    record.tried = static_cast<int>(SolutionsLimit());
    record.failure = error.kind;
    record.message = error.message;
  }
  if (!fitting.empty()) return fitting;
  for (const auto& site : guards) {
    for (const GuardSite& guard : site.second) {
      if (Gives(guard.message, error.message) && fitting.size() < kSites) fitting.push_back(guard);
    }
  }
  for (const RenderErrorFrame& frame : error.frames) {
    const std::optional<SourceLine> line = LineOf(frame);
    const auto at = line.has_value() ? guards.find(*line) : guards.end();
    if (at == guards.end()) continue;
    std::vector<GuardSite> both;
    for (const GuardSite& guard : at->second) {
      if (Gives(guard.message, error.message)) both.push_back(guard);
    }
    return both.empty() ? at->second : both;
  }
  if (!fitting.empty()) return fitting;
  for (const RenderErrorFrame& frame : error.frames) {
    const std::optional<SourceLine> line = LineOf(frame);
    if (!line.has_value()) continue;
    for (int32_t distance = 1; distance < 8; ++distance) {
      for (const int32_t way : {-distance, distance}) {
        const auto at = guards.find({line->file, line->line + way});
        if (at != guards.end() && (way < 0 || distance < 4)) return at->second;
      }
    }
  }
  return {};
}

Search::MaybeCandidate Search::MendGuard(const Candidate& candidate, const RenderError& error) {
  std::vector<GuardSite> sites = GuardsOf(error);
  if (sites.size() > kSites) sites.resize(kSites);
  std::vector<Target> stay;
  for (const Target& target : candidate.targets) {
    if (static_cast<size_t>(records_[static_cast<size_t>(target.branch)].tried) < SolutionsLimit()) stay.push_back(target);
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
      for (const PathStep* step = site.path; step != nullptr && step->value != nullptr; step = step->outer) {
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
      const bool holds = std::all_of(way.begin(), way.end(), [&](AtomId atom) { return solver_.HoldsNow(atom); });
      if (AllUnknown(way, atoms_) || holds) continue;
      const Repair repair{way, {}, ChartValue::Null(), false};
      MaybeCandidate mended = With(candidate, repair, site.is_required ? "required" : "negate guard");
      if (!mended.has_value()) continue;
      // One that was foreseen will be foreseen again.
      if (met_in_render && site.is_required && std::none_of(lessons_.begin(), lessons_.end(),
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
Search::MaybeCandidate Search::EvictFewest(const Candidate& candidate, const Solutions& ways, const RenderError& error) {
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

// What makes each guard fire. Those that would fire in the base, which renders, are not understood and left out.
void Search::ReadGuards() {
  constexpr size_t kGuards = 400, kChains = 3, kFires = 6;
  solver_.SetCurrent(&base_);
  for (const auto& line : interpreter_.reading().guards) {
    for (const GuardSite& site : line.second) {
      if (guards_.size() >= kGuards) return;
      KnownGuard guard{site, {}};
      for (Solver::Conditions& conditions : solver_.Expand(site.path, kChains)) {
        if (site.is_required) conditions.emplace_back(site.argument, false);
        for (Solution& solution : solver_.SolveAll(conditions)) {
          const bool known = std::none_of(solution.begin(), solution.end(),
                                          [&](AtomId atom) { return atoms_.at(atom).IsUnknown(); });
          if (known && !solution.empty() && guard.fires.size() < kFires) guard.fires.push_back(std::move(solution));
        }
      }
      const bool in_base = std::any_of(guard.fires.begin(), guard.fires.end(), [&](const Solution& fires) {
        return std::all_of(fires.begin(), fires.end(), [&](AtomId atom) { return Holds(atoms_.at(atom), found_[0].candidate.now); });
      });
      if (!in_base && !guard.fires.empty()) guards_.push_back(std::move(guard));
    }
  }
}

// Mends what would make a guard fire before Helm is asked.
void Search::AvoidGuards(Candidate* candidate) {
  constexpr int kMends = 24;
  std::set<const KnownGuard*> given_up;
  for (int i = 0; i < kMends; ++i) {
    const KnownGuard* firing = nullptr;
    for (const KnownGuard& guard : guards_) {
      if (given_up.count(&guard) > 0) continue;
      const bool fires = std::any_of(guard.fires.begin(), guard.fires.end(), [&](const Solution& solution) {
        return std::all_of(solution.begin(), solution.end(),
                           [&](AtomId atom) { return Holds(atoms_.at(atom), candidate->now); });
      });
      if (fires) firing = &guard;
      if (fires) break;
    }
    if (firing == nullptr) break;
    given_up.insert(firing);
    RenderError error;
    error.kind = RenderErrorKind::kGuard;
    error.message = firing->site.message->constant.string_value();
    solver_.SetCurrent(&candidate->now);
    MaybeCandidate mended = MendSites(*candidate, {firing->site}, error, false);
    if (mended.has_value()) {
      *candidate = *std::move(mended);
      ++repairs_used_["guard avoided"];
    }
  }
  solver_.SetCurrent(&base_);
}

// Puts off the targets that changed one of the paths; the values that were put there are not tried again.
Search::MaybeCandidate Search::Drop(const Candidate& candidate, const std::set<KeyPath>& paths, const RenderError& error) {
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
