// The search: solves each branch that was not reached, packs compatible solutions, renders, repairs what Helm
// refuses.
//
// Every failed render drives one exact repair: a `required` value is supplied, a guard's condition is
// negated, a value gets the type that is asked for; else the targets to blame are put off. Guesses come last:
// the packed targets are split. Deterministic as long as neither the time limit nor an interrupt ends it.
#ifndef CHARTLINT_ANALYZER_VARIANTS_SEARCH_H_
#define CHARTLINT_ANALYZER_VARIANTS_SEARCH_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "analyzer/helm/helm.h"
#include "analyzer/variants/branch_oracle.h"
#include "analyzer/variants/candidate.h"
#include "analyzer/variants/interpreter.h"
#include "analyzer/variants/solver.h"

namespace chartlint {

struct SearchOutcome {
  RenderResult render;
  std::vector<BranchState> branches;  // if it succeeded
  std::vector<SourceLine> blamed;     // if it is no YAML: the template lines to blame, nearest first
};

struct SearchLimits {
  int max_renders = 140;
  absl::Duration time_limit = absl::InfiniteDuration();
};

// A render that succeeded.
struct FoundVariant {
  Candidate candidate;
  std::set<BranchId> taken;
  RenderResult render;
};

// What is known of a branch that was not reached.
struct BranchRecord {
  int tried = 0;  // alternatives used up
  int deferred = 0;
  bool solved = false;  // `solutions` is set
  std::vector<Solution> solutions;
  std::set<std::string> reasons;  // of the solver
  bool conflict = false;          // no value could be made for it
  bool rendered = false;          // a render that should have reached it did not
  std::optional<RenderErrorKind> failure;
  std::string message;
};

class Search {
 public:
  // Renders an overlay; nullopt when nothing more can be rendered (interrupted).
  using Render = std::function<std::optional<SearchOutcome>(const Overlay&)>;

  Search(const ChartTemplates& templates, const BranchTable& table, Interpreter* interpreter,
         const Setting& base, ValueCandidates* values, Render render, const SearchLimits& limits);

  // `targets` in order; `reached`: by renders that are there already.
  void Run(const std::vector<BranchId>& targets, const std::set<BranchId>& reached);

  const std::vector<FoundVariant>& found() const { return found_; }  // [0] is the base, if it renders
  const std::vector<BranchRecord>& records() const { return records_; }
  const std::set<BranchId>& reached() const { return reached_; }
  const Atoms& atoms() const { return atoms_; }
  CandidateBuilder& builder() { return builder_; }
  int renders() const { return renders_; }
  bool repeatable() const { return repeatable_; }
  bool ran_out() const { return stopped_ || !repeatable_ || renders_ >= limits_.max_renders; }
  bool base_failed() const { return base_failed_; }  // the base had to be repaired, or cannot be
  const RenderError& base_error() const { return base_error_; }
  const std::map<std::string, int>& repairs_used() const { return repairs_used_; }
  const std::map<std::string, int>& errors_met() const { return errors_met_; }

 private:
  // search.cc
  bool Exhausted();
  std::optional<SearchOutcome> RenderOne(const Candidate& candidate);
  bool RunBase();
  bool RunRound(const std::vector<BranchId>& targets);
  void RunCandidate(Candidate candidate, int depth);
  void Split(const Candidate& candidate, int depth, const RenderError& error);
  void Succeed(Candidate candidate, SearchOutcome outcome);
  const std::vector<Solution>& SolutionsOf(BranchId branch);
  static size_t SolutionsLimit();
  void Defer(BranchId branch, const RenderError& error);

  // search_repair.cc
  using MaybeCandidate = std::optional<Candidate>;
  MaybeCandidate Mend(const Candidate& candidate, const SearchOutcome& outcome);
  MaybeCandidate MendGuard(const Candidate& candidate, const RenderError& error);
  std::vector<GuardSite> GuardsOf(const RenderError& error);
  std::vector<GuardSite> MessageTexts(const RenderError& error, std::set<BranchId>* branches) const;
  MaybeCandidate MendSites(const Candidate& candidate, const std::vector<GuardSite>& sites,
                           const RenderError& error, bool met_in_render);
  void ReadGuards();
  void AvoidGuards(Candidate* candidate);
  MaybeCandidate EvictFewest(const Candidate& candidate, const Solutions& ways, const RenderError& error);
  MaybeCandidate With(const Candidate& candidate, const Repair& repair, const char* what);
  MaybeCandidate Drop(const Candidate& candidate, const std::set<KeyPath>& paths, const RenderError& error);
  MaybeCandidate DropEnclosing(const Candidate& candidate, const RenderError& error);
  MaybeCandidate DropTargets(const Candidate& candidate, const std::set<BranchId>& bad,
                             const RenderError& error);

  // search_types.cc
  MaybeCandidate MendTypes(const Candidate& candidate, const RenderError& error);
  MaybeCandidate MendNil(const Candidate& candidate, const RenderError& error, const std::set<KeyPath>& read);
  MaybeCandidate MendArgument(const Candidate& candidate, const RenderError& error,
                              const std::set<KeyPath>& read);
  MaybeCandidate MendSchema(const Candidate& candidate, const RenderError& error);
  MaybeCandidate MendYaml(const Candidate& candidate, const SearchOutcome& outcome);
  MaybeCandidate HalveFile(const Candidate& candidate, const RenderError& error);
  std::set<KeyPath> ReadAt(const RenderErrorFrame& frame) const;
  std::optional<SourceLine> LineOf(const RenderErrorFrame& frame) const;

  const ChartTemplates& templates_;
  const BranchTable& table_;
  Interpreter& interpreter_;
  const Setting& base_;
  ValueCandidates& values_;
  Render render_;
  const SearchLimits limits_;
  absl::Time start_;
  Atoms atoms_;
  Solver solver_;
  CandidateBuilder builder_;

  // A guard, and what makes it fire.
  struct KnownGuard {
    GuardSite site;
    std::vector<Solution> fires;
  };

  std::vector<BranchRecord> records_;
  std::vector<KnownGuard> guards_;
  std::set<BranchId> reached_;
  std::vector<FoundVariant> found_;
  std::vector<Repair> base_repairs_;
  std::vector<Repair> lessons_;  // required values, supplied to all later candidates
  int renders_ = 0;
  bool stopped_ = false;
  bool repeatable_ = true;
  bool base_failed_ = false;
  RenderError base_error_;
  std::map<std::string, int> repairs_used_;
  std::map<std::string, int> errors_met_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_SEARCH_H_
