// Where a chart's files are on disk, also those that are packed.
#ifndef CHARTLINT_ANALYZER_CHARTS_CHART_PLACES_H_
#define CHARTLINT_ANALYZER_CHARTS_CHART_PLACES_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/engine/finding.h"
#include "analyzer/helm/chart.h"

namespace chartlint {

// A line of a chart's file. Files of an archive are not on disk: then the archive as a whole is the place.
struct ChartPlace {
  FilePlace place;     // no path if there is no such file
  std::string inside;  // of an archive: "templates/x.yaml:12"

  // The message, and where in the archive that is.
  std::string Tell(absl::string_view message) const;
};

// Where a template that Helm names is, "app/charts/x/templates/y.yaml" -> "charts/app/charts/x/templates/y.yaml". Line 0: the
// file as a whole.
ChartPlace PlaceInChart(const Chart& chart, absl::string_view helm_path, uint32_t line, uint32_t column);
// The same for a file of ChartTemplates, "charts/x/templates/y.yaml".
ChartPlace PlaceOfSource(const Chart& chart, absl::string_view file, int32_t line, int32_t column);
// A file of the chart or of a sub-chart, by its path through the entries of charts/: "charts/store-1.0.0.tgz/values.yaml".
// Absent members if there is no such file.
ChartFileReference FindLoaded(const Chart& root, absl::string_view path);
ChartPlace PlaceOfFile(const ChartFileReference& found, uint32_t line, uint32_t column);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_CHART_PLACES_H_
