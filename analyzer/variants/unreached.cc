#include "analyzer/variants/unreached.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace chartlint {
namespace {

UnreachedReason OfFailure(RenderErrorKind kind) {
  switch (kind) {
    case RenderErrorKind::kGuard:
      return UnreachedReason::kGuard;
    case RenderErrorKind::kSchema:
      return UnreachedReason::kSchema;
    case RenderErrorKind::kInvalidYaml:
      return UnreachedReason::kInvalidYaml;
    default:
      return UnreachedReason::kRenderError;
  }
}

void Explain(const Reading& reading, const Search& search, bool searched, BranchId id, BranchReport* report) {
  const BranchRecord& record = search.records()[static_cast<size_t>(id)];
  const Atoms& atoms = search.atoms();
  if (reading.visits[static_cast<size_t>(id)].empty()) {
    report->reason = reading.complete ? UnreachedReason::kDeadDefine : UnreachedReason::kBudget;
    return;
  }
  if (!searched) {
    report->reason = UnreachedReason::kNotSearched;
    return;
  }
  if (search.found().empty() && search.base_failed()) {
    report->reason = UnreachedReason::kBaseFails;
    report->detail = search.base_error().message;
    return;
  }
  if (!record.solved) {
    report->reason = UnreachedReason::kBudget;
    return;
  }
  if (record.solutions.empty()) {
    report->reason =
        record.reasons.count("lookup") > 0 ? UnreachedReason::kLookup : UnreachedReason::kContradiction;
    return;
  }
  if (record.failure.has_value()) {
    report->reason = OfFailure(*record.failure);
    report->detail = record.message;
    return;
  }
  if (record.conflict && !record.rendered) {
    report->reason = UnreachedReason::kNoValue;
    const Solution& first = record.solutions[0];
    for (const AtomId id_of_atom : first) {
      const Atom& atom = atoms.at(id_of_atom);
      if (atom.op == AtomOp::kNoApi) report->detail = absl::StrCat("needs a cluster without ", atom.path[0]);
    }
    return;
  }
  const bool unknown =
      std::any_of(record.solutions.begin(), record.solutions.end(), [&](const Solution& solution) {
        return std::any_of(solution.begin(), solution.end(),
                           [&](AtomId atom) { return atoms.at(atom).IsUnknown(); });
      });
  if (unknown) {
    report->reason = UnreachedReason::kUnknown;
    report->detail = absl::StrJoin(record.reasons, ", ");
  } else {
    report->reason = record.rendered          ? UnreachedReason::kNotSeen
                     : search.ran_out()       ? UnreachedReason::kBudget
                                              : UnreachedReason::kNoValue;
  }
}

}  // namespace

absl::string_view UnreachedReasonName(UnreachedReason reason) {
  switch (reason) {
    case UnreachedReason::kNone:
      return "";
    case UnreachedReason::kDeadDefine:
      return "dead-define";
    case UnreachedReason::kLookup:
      return "lookup";
    case UnreachedReason::kContradiction:
      return "contradiction";
    case UnreachedReason::kNoValue:
      return "no-value";
    case UnreachedReason::kGuard:
      return "guard";
    case UnreachedReason::kSchema:
      return "schema";
    case UnreachedReason::kInvalidYaml:
      return "invalid-yaml";
    case UnreachedReason::kRenderError:
      return "render-error";
    case UnreachedReason::kUnknown:
      return "unknown-condition";
    case UnreachedReason::kNotSeen:
      return "not-seen";
    case UnreachedReason::kBudget:
      return "budget";
    case UnreachedReason::kNotSearched:
      return "not-searched";
    case UnreachedReason::kBaseFails:
      return "base-fails";
  }
  return "";
}

std::vector<BranchReport> ReportBranches(const BranchTable& table, const Reading& reading, const Search& search,
                                         bool searched, const std::set<BranchId>& covered) {
  std::vector<BranchReport> reports(table.branches().size());
  for (size_t i = 0; i < reports.size(); ++i) {
    const BranchId id = static_cast<BranchId>(i);
    reports[i].target = table.at(id).IsTarget();
    reports[i].taken = covered.count(id) > 0;
    if (reports[i].target && !reports[i].taken) Explain(reading, search, searched, id, &reports[i]);
  }
  return reports;
}

}  // namespace chartlint
