// Guards: which `required` or `fail` refused a render, and which would refuse the next one.
#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/str_split.h"
#include "analyzer/variants/search.h"

namespace chartlint {
namespace {

constexpr size_t kSites = 8;

constexpr size_t kTellingText = 8;

// The pieces between a format's verbs, in order, the first at the begin.
bool FitsFormat(absl::string_view format, absl::string_view text) {
  size_t longest = 0;
  bool first = true;
  while (!format.empty()) {
    const size_t verb = format.find('%');
    const absl::string_view piece = format.substr(0, verb);
    const size_t at = text.find(piece);
    if (at == absl::string_view::npos || (first && at != 0)) return false;
    longest = std::max(longest, piece.size());
    text = text.substr(at + piece.size());
    first = false;
    if (verb == absl::string_view::npos) break;
    format = format.substr(std::min(format.size(), verb + 2));
  }
  return longest >= kTellingText;
}

// Could the abstract message have given this text?
bool Gives(Abstract message, absl::string_view text, int depth = 0) {
  constexpr int kDepth = 8;
  if (depth > kDepth) return false;
  text = absl::StripAsciiWhitespace(text);
  if (message->IsText()) {
    const absl::string_view own = absl::StripAsciiWhitespace(message->constant.string_value());
    return own == text || (own.size() >= kTellingText && absl::StrContains(text, own));
  }
  const bool formats = message->name == "printf" || message->name == "nonblank";
  if (message->Is(AbstractKind::kCall) && formats && !message->args.empty() && message->args[0]->IsText()) {
    const bool said = std::all_of(message->args.begin() + 1, message->args.end(), [&](Abstract arg) {
      return !arg->IsText() || absl::StrContains(text, absl::StripAsciiWhitespace(arg->constant.string_value()));
    });
    return said && FitsFormat(absl::StripAsciiWhitespace(message->args[0]->constant.string_value()), text);
  }
  if (!message->Is(AbstractKind::kCall) && !message->Is(AbstractKind::kChoice) &&
      !message->Is(AbstractKind::kFirstTrue)) {
    return false;
  }
  return std::any_of(message->args.begin(), message->args.end(),
                     [&](Abstract arg) { return Gives(arg, text, depth + 1); });
}

}  // namespace

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
    both = both.empty() ? at->second : both;
    if (both.size() > kSites) both.resize(kSites);
    return both;
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

// What makes each guard fire. Those that would fire in the base, which renders, are not understood and left
// out.
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
          if (known && !solution.empty() && guard.fires.size() < kFires)
            guard.fires.push_back(std::move(solution));
        }
      }
      const bool in_base = std::any_of(guard.fires.begin(), guard.fires.end(), [&](const Solution& fires) {
        return std::all_of(fires.begin(), fires.end(),
                           [&](AtomId atom) { return Holds(atoms_.at(atom), found_[0].candidate.now); });
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

}  // namespace chartlint
