#include "analyzer/variants/chart_sources.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

void Place(const Chart& chart, const std::string& directory, std::vector<PlacedChart>* placed) {
  placed->push_back({&chart, directory});
  for (const auto& subchart : chart.subcharts) {
    Place(*subchart, absl::StrCat(directory, SubchartFolder(*subchart)), placed);
  }
}

}  // namespace

std::string SubchartFolder(const Chart& subchart) {
  absl::string_view name = subchart.location;
  name = name.substr(name.rfind('/') + 1);
  const bool archive = absl::EndsWith(name, ".tgz");
  return absl::StrCat("charts/", archive ? absl::string_view(subchart.metadata.name) : name, "/");
}

std::vector<PlacedChart> ChartsWithin(const Chart& chart) {
  std::vector<PlacedChart> placed;
  Place(chart, "", &placed);
  return placed;
}

std::vector<TemplateSource> TemplateSourcesOf(const Chart& chart) {
  std::vector<TemplateSource> sources;
  for (const PlacedChart& part : ChartsWithin(chart)) {
    for (const ChartFile& file : part.chart->files) {
      sources.push_back({absl::StrCat(part.directory, file.name), file.bytes});
    }
  }
  return sources;
}

}  // namespace chartlint
