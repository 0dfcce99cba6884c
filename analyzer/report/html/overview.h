// What the HTML report shows beside the findings: which variant renders which object, and what no variant renders of the
// templates. Too large for the view, and of no use to the other writers: filled only where this report is asked for.
//
// Contract
//   Parts stand in the order in which they were checked; each is a chart, or all manifests that were checked together.
//   An object is told by API group (not version), kind, namespace and name, as in the presence matrix of the engine; one
//   without a name (`generateName`) has no row.
// Lifetime: owns everything.
#ifndef CHARTLINT_ANALYZER_REPORT_HTML_OVERVIEW_H_
#define CHARTLINT_ANALYZER_REPORT_HTML_OVERVIEW_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace chartlint {

enum class Completeness : uint8_t { kComplete, kPartlyRead, kNotRendered };

struct VariantColumn {
  std::string name;
  // Of what was not read nobody knows whether it holds an object.
  Completeness completeness = Completeness::kComplete;
};

struct ObjectRow {
  std::string group, kind, ns, name;
  // For each variant: 0 if it has no such object, else the number of its text. Texts are numbered by how many variants have
  // them: 1 is the most common one (of equally common ones, the first variant's).
  std::vector<uint32_t> texts;

  bool SameEverywhere() const;  // all variants have it, with one text
};

struct TemplateCoverage {
  std::string file;  // path below the chart
  int taken = 0;     // branches that some variant renders
  int total = 0;
  int32_t lines = 0;
  std::vector<std::pair<int32_t, int32_t>> never_rendered;  // first and last line, from 1, in order
};

struct PartOverview {
  std::string chart;  // as FindingView::chart; empty for manifests
  std::vector<VariantColumn> variants;
  std::vector<ObjectRow> objects;  // sorted by kind, namespace, name, group
  bool has_coverage = false;       // false: the templates are not there, or were not rendered
  std::vector<TemplateCoverage> templates;

  // Branches of all files.
  int taken() const;
  int total() const;
};

struct Overview {
  std::vector<PartOverview> parts;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_HTML_OVERVIEW_H_
