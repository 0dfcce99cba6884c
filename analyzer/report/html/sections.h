// The sections of the page, each appended to `out` by a function of its own, and what they share.
#ifndef CHARTLINT_ANALYZER_REPORT_HTML_SECTIONS_H_
#define CHARTLINT_ANALYZER_REPORT_HTML_SECTIONS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/report/html/object_findings.h"
#include "analyzer/report/html/overview.h"
#include "analyzer/report/view.h"

namespace chartlint::html {

struct Page {
  const ReportView& view;
  const Overview& overview;
  const ObjectFindings& objects;
  std::vector<size_t> shown;     // findings on the page, as indices into the view, in its order
  std::vector<std::string> ids;  // of the elements of findings, by index into the view; empty for those that are left out
  // What the script knows variants by: indices into view.variants.
  absl::flat_hash_map<absl::string_view, size_t> variant_numbers;

  // What stands above a chart's findings. What is of no chart is of the manifests, or of the configuration if there are none.
  std::string TitleOf(absl::string_view chart) const;
  // The id of the element that holds its findings.
  std::string ElementOf(absl::string_view chart) const;
  bool IsShown(absl::string_view chart) const;  // there is such an element

  // One past the last for a variant that the view does not name.
  size_t NumberOf(absl::string_view variant) const {
    const auto found = variant_numbers.find(variant);
    return found == variant_numbers.end() ? view.variants.size() : found->second;
  }
};

// What there is of each part. Nothing where there is one only.
void WriteCharts(const Page& page, std::string* out);
// Findings by chart and file, behind the form that filters them.
void WriteFindings(const Page& page, std::string* out);
// The rules that found something: why and what to do.
void WriteRules(const Page& page, std::string* out);
// Objects by variants, a table for each part. Nothing where no part has an object.
void WriteMatrices(const Page& page, std::string* out);
// Coverage of the templates. Nothing where it is not known, or where there is no branch.
void WriteCoverage(const Page& page, std::string* out);

}  // namespace chartlint::html

#endif  // CHARTLINT_ANALYZER_REPORT_HTML_SECTIONS_H_
