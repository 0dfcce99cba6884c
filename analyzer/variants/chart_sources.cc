#include "analyzer/variants/chart_sources.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

void Add(const Chart& chart, const std::string& directory, std::vector<TemplateSource>* sources) {
  for (const ChartFile& file : chart.files) {
    const bool read = absl::StartsWith(file.name, "templates/") || file.name == "Chart.yaml" ||
                      file.name == "requirements.yaml" || file.name == "values.yaml" ||
                      file.name == "values.schema.json";
    if (read) sources->push_back({directory + file.name, file.bytes});
  }
  for (const auto& subchart : chart.subcharts) {
    const std::string& location = subchart->location;
    const std::string entry = location.substr(location.rfind('/') + 1);
    const bool packed = absl::EndsWith(entry, ".tgz") || absl::EndsWith(entry, ".tar.gz");
    const std::string& name = packed && !subchart->metadata.name.empty() ? subchart->metadata.name : entry;
    Add(*subchart, absl::StrCat(directory, "charts/", name, "/"), sources);
  }
}

}  // namespace

std::vector<TemplateSource> TemplateSourcesOf(const Chart& chart) {
  std::vector<TemplateSource> sources;
  Add(chart, "", &sources);
  return sources;
}

}  // namespace chartlint
