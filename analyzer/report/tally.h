// Short phrases that several writers share.
#ifndef CHARTLINT_ANALYZER_REPORT_TALLY_H_
#define CHARTLINT_ANALYZER_REPORT_TALLY_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/report/view.h"

namespace chartlint {

// "1 variant", "3 variants"
std::string Counted(size_t count, absl::string_view noun);

// "1 error, 2 warnings; 1 suppressed; 1 unreadable", "no findings". Findings that count.
std::string Tally(const ReportView& view);

// "talos, generic (2 of 3)", "all 3 variants"; empty where there is one variant only. Not made safe for any format.
std::string VariantsOf(const FindingView& finding);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_TALLY_H_
