// From "this abstract value is true (or false)" to the alternatives of atoms that make it so.
//
// Alternatives are cut to a dozen at each step, cheapest first: an atom that holds already costs nothing.
// What cannot be told, or would take too many steps, is assumed to be possible and noted as an unknown atom.
// The tree against which costs are reckoned can be changed; the answers then follow it. Deterministic.
#ifndef CHARTLINT_ANALYZER_VARIANTS_SOLVER_H_
#define CHARTLINT_ANALYZER_VARIANTS_SOLVER_H_

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/variants/atom.h"
#include "analyzer/variants/interpreter.h"

namespace chartlint {

using Solutions = std::vector<Solution>;  // alternatives; none: it cannot be

class Solver {
 public:
  Solver(Interpreter* interpreter, Atoms* atoms, const Setting* current)
      : interpreter_(*interpreter), atoms_(*atoms), current_(current) {}

  void SetCurrent(const Setting* current);

  Solutions Solve(Abstract value, bool wanted);
  // All of a path's conditions.
  using Conditions = std::vector<std::pair<Abstract, bool>>;
  Solutions SolveAll(const Conditions& conditions);
  // The conditions from the file to the step, once for each chain of callers; `limit` at most.
  std::vector<Conditions> Expand(const PathStep* step, size_t limit = 6) const;

  // Atoms to be changed, flags dearer than values.
  int Cost(const Solution& solution);
  bool HoldsNow(AtomId atom);
  // Why something was not told or cannot be, since the last call.
  std::set<std::string> TakeReasons() { return std::exchange(reasons_, {}); }

 private:
  Solutions Find(Abstract value, bool wanted);
  Solutions FindCall(Abstract call, bool wanted);
  Solutions FindText(Abstract call, bool wanted);
  Solutions Equal(Abstract a, Abstract b, bool wanted);
  Solutions FindEqual(Abstract a, Abstract b, bool wanted);
  Solutions EqualConstant(Abstract a, Abstract constant, bool wanted);
  Solutions OfKind(Abstract value, const std::string& kind, bool wanted);
  Solutions Compare(std::string op, Abstract a, Abstract b, bool wanted);
  Solutions CompareTwo(const std::string& op, Abstract a, Abstract b);
  Solutions Has(Abstract item, Abstract list, bool wanted);
  Solutions OfOutputs(Abstract include, bool wanted, Abstract equal_to);

  Solutions One(AtomOp op, const KeyPath& path, ChartValue value = ChartValue::Null());
  Solutions Unknown(absl::string_view reason);
  static Solutions Always() { return {{}}; }
  static Solutions Known(bool truth) { return truth ? Always() : Solutions(); }
  Solutions Cross(const Solutions& a, const Solutions& b) const;
  Solutions Best(Solutions solutions);
  bool IsKubeVersion(Abstract value);
  static bool NumberOf(Abstract value, double* number);
  bool HoldNow(const std::vector<std::pair<Abstract, bool>>& conditions);
  ChartValue CurrentText(Abstract value);
  bool CurrentNumber(Abstract value, double* number) const;
  bool ExpandInto(const PathStep* step, size_t limit, std::vector<int>* seen,
                  std::vector<Conditions>* out) const;

  Interpreter& interpreter_;
  Atoms& atoms_;
  const Setting* current_;
  std::vector<int8_t> holds_;  // by atom, for current_: -1 not reckoned
  int depth_ = 0;
  int work_ = 0;  // since the last question from outside
  std::set<std::string> reasons_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_SOLVER_H_
