// Places in a chart's templates: where the line stands that made a rendered line.
//
// Contract
//   The first place of a node is its template line, as sure as the template map is; behind it come the lines that included
//   it, the values file's line that set it, and the rendered line. Where the map knows nothing the rendered line is first.
//   Only documents that are asked for are mapped, with all documents of the same template of that variant, and once.
//   Files of packed sub-charts are not on disk: for them the line of Chart.yaml that brings the sub-chart is first.
// Thread safety: none; one resolver for each report.
// Lifetime: the ChartRun must outlive the resolver, the resolver the places that it gave.
#ifndef CHARTLINT_ANALYZER_CHARTS_TEMPLATE_PLACES_H_
#define CHARTLINT_ANALYZER_CHARTS_TEMPLATE_PLACES_H_

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/report/rendered.h"
#include "analyzer/report/view.h"
#include "analyzer/template_map/template_map.h"

namespace chartlint {

// What made a variant's render; values files that cannot be read are left out.
RenderInputs InputsOf(const Variant& variant, bool values_known);

class TemplatePlaces : public PlaceResolver {
 public:
  explicit TemplatePlaces(const ChartRun& run);

  std::vector<RelatedPlace> Resolve(Node node, uint32_t variant) const override;
  absl::string_view LineOf(const std::string& path, uint32_t line) const override;
  // True if the line that made the node prints a value straight from .Values: the user chose it.
  bool ComesFromValues(Node node, uint32_t variant) const { return !ValuesOf(node, variant).empty(); }
  // Where the values that the line prints were set; empty if it prints none, or it is not known.
  std::vector<ValuesPlace> ValuesOf(Node node, uint32_t variant) const;
  // Where a file of ChartTemplates is on disk; empty if it is packed.
  absl::string_view PathOnDisk(size_t file) const;
  // True if a line of some variant's render was made by one of these lines of a file of ChartTemplates.
  bool Printed(int32_t file, uint32_t first_line, uint32_t last_line) const;
  // The file that made a document, as ChartTemplates numbers them; -1 if it is not known.
  int32_t FileOf(const Occurrence& occurrence) const;

 private:
  struct DiskFile {
    std::string path;
    bool packed = false;
    uint32_t dependency_line = 0;  // packed: of the dependency in the root chart's Chart.yaml that brings it; 0: none
  };
  // Lines of one document of a variant.
  using Lines = std::vector<LinePlace>;

  const DiskFile& DiskFileOf(int32_t file) const;
  // The map's answer for the node's line; nullptr if there is none.
  const LinePlace* LineOfNode(Node node, uint32_t variant, const Place& rendered) const;
  TemplateMap& MapOf(uint32_t variant) const;
  const Lines* LinesOf(uint32_t document, const Occurrence& occurrence) const;
  // The line of Chart.yaml that brings a packed sub-chart; nullopt if there is none.
  std::optional<Place> DependencyPlaceOf(int32_t file, const Place& rendered) const;
  Place TemplatePlaceOf(int32_t file, int32_t line, int32_t column, const Place& rendered) const;
  void AddValues(const LinePlace& line, uint32_t variant, const Place& rendered, std::vector<RelatedPlace>* places) const;

  const ChartRun& run_;
  RenderedPlaces rendered_;
  std::vector<DiskFile> disk_files_;  // parallel to ChartTemplates::files()
  mutable std::vector<std::unique_ptr<TemplateMap>> maps_;  // by variant
  mutable std::map<std::pair<uint32_t, std::string>, std::map<std::pair<uint32_t, uint32_t>, Lines>> mapped_;
  mutable std::map<std::string, std::string> texts_;  // files on disk that were read for their lines
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CHARTS_TEMPLATE_PLACES_H_
