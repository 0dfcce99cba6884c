#include "analyzer/charts/chart_findings.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/engine/selection.h"

namespace chartlint {
namespace {

std::string WithHint(const ChartProblem& problem) {
  return problem.hint.empty() ? problem.message : absl::StrCat(problem.message, "; ", problem.hint);
}

}  // namespace

void AddLoadFailure(const std::string& path, const absl::Status& status, std::vector<Finding>* findings) {
  Finding finding = NewFinding(FindRule("chart-unreadable"), std::string(status.message()));
  finding.place.path = path;
  findings->push_back(std::move(finding));
}

bool AddChartProblems(const Chart& chart, std::vector<Finding>* findings) {
  for (const ChartProblem& problem : chart.problems) {
    const bool missing = problem.kind == ChartProblem::Kind::kMissingDependency;
    Finding finding = NewFinding(FindRule(missing ? "chart-dependency-missing" : "chart-unreadable"), WithHint(problem));
    finding.place = {problem.file, problem.line, 0};
    findings->push_back(std::move(finding));
  }
  return !chart.problems.empty();
}

}  // namespace chartlint
