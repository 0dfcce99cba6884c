// Why the search did not reach a branch.
#ifndef CHARTLINT_ANALYZER_VARIANTS_UNREACHED_H_
#define CHARTLINT_ANALYZER_VARIANTS_UNREACHED_H_

#include <set>
#include <vector>

#include "analyzer/variants/discover.h"
#include "analyzer/variants/reading.h"
#include "analyzer/variants/search.h"

namespace chartlint {

// One report for each branch of the table. `searched`: false if no search was asked for.
std::vector<BranchReport> ReportBranches(const BranchTable& table, const Reading& reading, const Search& search,
                                         bool searched, const std::set<BranchId>& covered);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_UNREACHED_H_
