// Places in a chart's templates: where the line stands that made a rendered line.
//
// Contract
//   The first place of a node is its template line, as sure as the template map is; behind it come the lines that included
//   it, the values file's line that set it, and the rendered line. Where the map knows nothing the rendered line is first.
//   Only documents that are asked for are mapped, with all documents of the same template of that variant, and once.
//   Files of packed sub-charts are not on disk: for them the rendered line is first, and the archive is named.
// Thread safety: none; one resolver for each report.
// Lifetime: the ChartRun must outlive the resolver, the resolver the places that it gave.
#ifndef CHARTLINT_ANALYZER_CHARTS_TEMPLATE_PLACES_H_
#define CHARTLINT_ANALYZER_CHARTS_TEMPLATE_PLACES_H_

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/report/rendered.h"
#include "analyzer/report/view.h"
#include "analyzer/template_map/template_map.h"

namespace chartlint {

class TemplatePlaces : public PlaceResolver {
 public:
  explicit TemplatePlaces(const ChartRun& run);

  std::vector<RelatedPlace> Resolve(Node node, uint32_t variant) const override;
  absl::string_view LineOf(const std::string& path, uint32_t line) const override;

 private:
  struct DiskFile {
    std::string path;
    bool packed = false;
  };
  // Lines of one document of a variant.
  using Lines = std::vector<LinePlace>;

  const DiskFile& DiskFileOf(int32_t file) const;
  TemplateMap& MapOf(uint32_t variant) const;
  const Lines* LinesOf(uint32_t document, const Occurrence& occurrence) const;
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
