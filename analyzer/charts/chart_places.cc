#include "analyzer/charts/chart_places.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace chartlint {

std::string ChartPlace::Tell(absl::string_view message) const {
  return inside.empty() ? std::string(message) : absl::StrCat(message, " (", inside, " in the archive)");
}

ChartPlace PlaceInChart(const Chart& chart, absl::string_view helm_path, uint32_t line, uint32_t column) {
  const ChartFileReference found = FindTemplate(chart, helm_path);
  return found.file == nullptr ? ChartPlace() : PlaceOfFile(found, line, column);
}

ChartPlace PlaceOfSource(const Chart& chart, absl::string_view file, int32_t line, int32_t column) {
  return PlaceInChart(chart, absl::StrCat(chart.metadata.name, "/", file), static_cast<uint32_t>(line), static_cast<uint32_t>(column));
}

ChartPlace PlaceOfFile(const ChartFileReference& found, uint32_t line, uint32_t column) {
  if (!found.chart->packed) return {{found.chart->PathOf(*found.file), line, column}, ""};
  std::string inside = found.chart->PathInArchive(*found.file);
  if (line > 0) absl::StrAppend(&inside, ":", line);
  return {{found.chart->archive, 0, 0}, std::move(inside)};
}

ChartFileReference FindLoaded(const Chart& root, absl::string_view path) {
  const Chart* chart = &root;
  while (absl::ConsumePrefix(&path, "charts/")) {
    const absl::string_view entry = path.substr(0, path.find('/'));
    const auto next = std::find_if(chart->subcharts.begin(), chart->subcharts.end(), [&](const auto& subchart) {
      return subchart->location == absl::StrCat(chart->location, "/charts/", entry);
    });
    if (next == chart->subcharts.end() || entry.size() == path.size()) return {};
    chart = next->get();
    path.remove_prefix(entry.size() + 1);
  }
  const ChartFile* file = chart->Find(path);
  return file == nullptr ? ChartFileReference() : ChartFileReference{chart, file};
}

}  // namespace chartlint
