#include "analyzer/report/html/object_findings.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"

namespace chartlint::html {
namespace {

absl::string_view GroupOf(absl::string_view api_version) {
  const size_t slash = api_version.find('/');
  return slash == absl::string_view::npos ? "" : api_version.substr(0, slash);
}

// What the variant calls the finding's object.
absl::string_view NameIn(const FindingView& finding, const std::string& variant) {
  for (const auto& [other, name] : finding.other_names) {
    if (other == variant) return name;
  }
  return finding.name;
}

}  // namespace

ObjectFindings::ObjectFindings(const ReportView& view, const Overview& overview) : rows_of_(view.findings.size()) {
  size_t rows = 0;
  for (const PartOverview& part : overview.parts) {
    first_row_.push_back(rows);
    rows += part.objects.size();
  }
  has_findings_.resize(rows);
  for (size_t i = 0; i < overview.parts.size(); ++i) Join(overview.parts[i], first_row_[i], view);
  for (std::vector<size_t>& numbers : rows_of_) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  }
}

void ObjectFindings::Join(const PartOverview& part, size_t first_row, const ReportView& view) {
  absl::flat_hash_map<Key, size_t> rows;
  for (size_t i = 0; i < part.objects.size(); ++i) {
    const ObjectRow& object = part.objects[i];
    rows.emplace(Key(object.kind, object.ns, object.name, object.group), i);
  }
  absl::flat_hash_map<absl::string_view, size_t> columns;
  for (size_t i = 0; i < part.variants.size(); ++i) columns.emplace(part.variants[i].name, i);
  for (size_t i = 0; i < view.findings.size(); ++i) {
    const FindingView& finding = view.findings[i];
    if (finding.chart != part.chart || finding.kind.empty() || !finding.Counts()) continue;
    for (const std::string& variant : finding.variants) {
      const auto column = columns.find(variant);
      const auto row = rows.find(Key(finding.kind, finding.ns, NameIn(finding, variant), GroupOf(finding.api_version)));
      if (column == columns.end() || row == rows.end()) continue;
      if (part.objects[row->second].texts[column->second] == 0) continue;
      const size_t number = first_row + row->second;
      at_[{number, column->second}].push_back(i);
      rows_of_[i].push_back(number);
      has_findings_[number] = true;
    }
  }
}

const std::vector<size_t>& ObjectFindings::At(size_t row_number, size_t variant) const {
  static const auto* const kNone = new std::vector<size_t>;
  const auto found = at_.find({row_number, variant});
  return found == at_.end() ? *kNone : found->second;
}

}  // namespace chartlint::html
