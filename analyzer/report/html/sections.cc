#include "analyzer/report/html/sections.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzer/report/html/markup.h"

namespace chartlint::html {
namespace {

auto FindPart(const Overview& overview, absl::string_view chart) {
  return std::find_if(overview.parts.begin(), overview.parts.end(), [&](const PartOverview& part) { return part.chart == chart; });
}

}  // namespace

std::string Page::TitleOf(absl::string_view chart) const {
  if (!chart.empty()) return Text(chart);
  return FindPart(overview, chart) == overview.parts.end() && !overview.parts.empty() ? "Configuration" : "Manifests";
}

std::string Page::ElementOf(absl::string_view chart) const {
  return absl::StrCat("chart-", FindPart(overview, chart) - overview.parts.begin() + 1);
}

bool Page::IsShown(absl::string_view chart) const {
  return std::any_of(shown.begin(), shown.end(), [&](size_t index) { return view.findings[index].chart == chart; });
}

}  // namespace chartlint::html
