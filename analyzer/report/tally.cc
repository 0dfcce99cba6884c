#include "analyzer/report/tally.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace chartlint {

std::string Counted(size_t count, absl::string_view noun) { return absl::StrCat(count, " ", noun, count == 1 ? "" : "s"); }

std::string Tally(const ReportView& view) {
  std::vector<std::string> counts;
  for (const auto& [severity, noun] :
       {std::pair(Severity::kError, "error"), std::pair(Severity::kWarning, "warning"), std::pair(Severity::kNote, "note")}) {
    if (const size_t count = view.Count(severity); count > 0) counts.push_back(Counted(count, noun));
  }
  std::string tally = counts.empty() ? "no findings" : absl::StrJoin(counts, ", ");
  size_t suppressed = 0, known = 0;
  for (const FindingView& finding : view.findings) {
    if (finding.suppression) {
      ++suppressed;
    } else if (!finding.Counts()) {
      ++known;
    }
  }
  if (suppressed > 0) absl::StrAppend(&tally, "; ", suppressed, " suppressed");
  if (known > 0) absl::StrAppend(&tally, "; ", known, " in the baseline");
  if (view.unreadable > 0) absl::StrAppend(&tally, "; ", view.unreadable, " unreadable");
  return tally;
}

std::string VariantsOf(const FindingView& finding) {
  constexpr size_t kShown = 4;
  const std::vector<std::string>& names = finding.variants;
  if (finding.variant_count <= 1 || names.empty()) return "";
  if (names.size() == finding.variant_count) return absl::StrCat("all ", Counted(names.size(), "variant"));
  const std::vector<std::string> shown(names.begin(), names.begin() + static_cast<long>(std::min(kShown, names.size())));
  return absl::StrCat(absl::StrJoin(shown, ", "), names.size() > kShown ? ", …" : "", " (", names.size(), " of ",
                      finding.variant_count, ")");
}

}  // namespace chartlint
