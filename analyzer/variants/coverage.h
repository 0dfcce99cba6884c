// Template coverage: which branches and lines of a chart's templates some variant rendered.
#ifndef CHARTLINT_ANALYZER_VARIANTS_COVERAGE_H_
#define CHARTLINT_ANALYZER_VARIANTS_COVERAGE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/variants/discover.h"

namespace chartlint {

struct FileCoverage {
  std::string file;  // path relative to the chart
  int taken = 0;
  int total = 0;  // targets: guards and NOTES.txt are not counted
  // Whole lines inside bodies that no variant took, merged: first and last, from 1.
  std::vector<std::pair<int32_t, int32_t>> never_rendered;
};

// One entry for each own template file with a branch, in order.
std::vector<FileCoverage> CoverageByFile(const ChartTemplates& templates, const BranchTable& branches,
                                         const DiscoverResult& result);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_COVERAGE_H_
