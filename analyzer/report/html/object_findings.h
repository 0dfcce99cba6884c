// Which findings are on which object in which variant: the rows of the overview joined with the view.
//
// Rows are numbered over all parts, in order. A finding that holds for variants which call the object differently is on each
// variant's own row. Accepted findings are on no row.
// Lifetime: view and overview must outlive it.
#ifndef CHARTLINT_ANALYZER_REPORT_HTML_OBJECT_FINDINGS_H_
#define CHARTLINT_ANALYZER_REPORT_HTML_OBJECT_FINDINGS_H_

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/report/html/overview.h"
#include "analyzer/report/view.h"

namespace chartlint::html {

class ObjectFindings {
 public:
  ObjectFindings(const ReportView& view, const Overview& overview);

  size_t RowNumber(size_t part, size_t row) const { return first_row_[part] + row; }
  // Rows that a finding (its index in the view) is on, sorted.
  const std::vector<size_t>& RowsOf(size_t finding) const { return rows_of_[finding]; }
  // Findings on an object in a variant of its part, in the view's order.
  const std::vector<size_t>& At(size_t row_number, size_t variant) const;
  bool HasFindings(size_t row_number) const { return has_findings_[row_number]; }

 private:
  using Key = std::tuple<absl::string_view, absl::string_view, absl::string_view, absl::string_view>;  // kind, ns, name, group
  void Join(const PartOverview& part, size_t first_row, const ReportView& view);

  std::vector<size_t> first_row_;  // by part
  std::vector<std::vector<size_t>> rows_of_;
  std::map<std::pair<size_t, size_t>, std::vector<size_t>> at_;
  std::vector<bool> has_findings_;
};

}  // namespace chartlint::html

#endif  // CHARTLINT_ANALYZER_REPORT_HTML_OBJECT_FINDINGS_H_
