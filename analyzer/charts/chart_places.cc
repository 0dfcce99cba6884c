#include "analyzer/charts/chart_places.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace chartlint {

std::string ChartPlace::Tell(absl::string_view message) const {
  return inside.empty() ? std::string(message) : absl::StrCat(message, " (", inside, " in the archive)");
}

ChartPlace PlaceInChart(const Chart& chart, absl::string_view helm_path, uint32_t line, uint32_t column) {
  const ChartFileReference found = FindTemplate(chart, helm_path);
  return found.file == nullptr ? ChartPlace() : PlaceOfFile(found, line, column);
}

ChartPlace PlaceOfFile(const ChartFileReference& found, uint32_t line, uint32_t column) {
  if (!found.chart->packed) return {{found.chart->PathOf(*found.file), line, column}, ""};
  std::string inside = found.chart->PathInArchive(*found.file);
  if (line > 0) absl::StrAppend(&inside, ":", line);
  return {{found.chart->archive, 0, 0}, std::move(inside)};
}

}  // namespace chartlint
