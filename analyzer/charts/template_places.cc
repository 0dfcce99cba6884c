#include "analyzer/charts/template_places.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/kube/object.h"
#include "analyzer/variants/chart_sources.h"

namespace chartlint {
namespace {

struct FileOnDisk {
  std::string path;
  bool packed = false;
  uint32_t dependency_line = 0;
};

// Every file that TemplateSourcesOf gives, in the same walk. `dependency_line`: of the root's dependency that we are in.
void AddDiskPaths(const Chart& chart, const std::string& prefix, uint32_t dependency_line,
                  absl::flat_hash_map<std::string, FileOnDisk>* paths) {
  for (const ChartFile& file : chart.files) {
    (*paths)[absl::StrCat(prefix, file.name)] = {chart.packed ? chart.location : chart.PathOf(file), chart.packed, dependency_line};
  }
  for (const auto& subchart : chart.subcharts) {
    uint32_t line = dependency_line;
    for (const ChartDependency& dependency : chart.metadata.dependencies) {
      if (prefix.empty() && chart.Subchart(dependency) == subchart.get()) line = dependency.line;
    }
    AddDiskPaths(*subchart, absl::StrCat(prefix, SubchartFolder(*subchart)), line, paths);
  }
}

RenderedDocument DocumentOf(const DistinctDocument& distinct, const Occurrence& occurrence) {
  RenderedDocument document;
  document.source = occurrence.template_path;
  for (const auto& object : ObjectsOf(*distinct.document)) {
    document.kind = std::string(object->kind);
    document.is_hook = object->hook.is_hook;
    break;
  }
  document.lines = absl::StrSplit(distinct.document->text(), '\n');
  return document;
}

absl::string_view ConfidenceName(PlaceConfidence confidence) {
  switch (confidence) {
    case PlaceConfidence::kExact: return "exact";
    case PlaceConfidence::kNear: return "near";
    default: return "file";
  }
}

}  // namespace

RenderInputs InputsOf(const Variant& variant, bool values_known) {
  RenderInputs inputs;
  inputs.values_known = values_known;
  const RenderSettings& settings = variant.settings;
  for (const std::string& file : settings.values_files) {
    absl::StatusOr<std::string> text = ReadWholeFile(file, kMaxChartFileBytes);
    if (text.ok()) inputs.values_files.push_back({file, *std::move(text)});
  }
  if (!settings.inline_values.empty()) inputs.values_files.push_back({"", settings.inline_values});
  inputs.release.name = settings.release;
  inputs.release.release_namespace = settings.name_space;
  inputs.release.kube_version = settings.kube_version;
  inputs.release.is_upgrade = settings.is_upgrade;
  inputs.release.api_versions = settings.api_versions;
  return inputs;
}

TemplatePlaces::TemplatePlaces(const ChartRun& run)
    : run_(run), rendered_(run.renders), maps_(run.variants.size()) {
  absl::flat_hash_map<std::string, FileOnDisk> paths;
  AddDiskPaths(*run.chart, "", 0, &paths);
  for (const ChartTemplates::File& file : run.templates->files()) {
    const FileOnDisk& on_disk = paths[file.path];
    disk_files_.push_back({on_disk.path, on_disk.packed, on_disk.dependency_line});
  }
}

const TemplatePlaces::DiskFile& TemplatePlaces::DiskFileOf(int32_t file) const { return disk_files_[file]; }

TemplateMap& TemplatePlaces::MapOf(uint32_t variant) const {
  if (maps_[variant] == nullptr) {
    maps_[variant] = std::make_unique<TemplateMap>(*run_.templates, InputsOf(run_.variants[variant], run_.values_known));
  }
  return *maps_[variant];
}

const TemplatePlaces::Lines* TemplatePlaces::LinesOf(uint32_t document, const Occurrence& occurrence) const {
  const std::pair<uint32_t, std::string> key = {occurrence.variant, std::string(occurrence.template_path)};
  auto [at, added] = mapped_.try_emplace(key);
  if (added) {
    // All documents of the template in this variant are placed together.
    std::vector<std::pair<uint32_t, uint32_t>> ids;  // first line, document: the order of the output
    for (uint32_t other : run_.renders.documents_of_variant[occurrence.variant]) {
      for (const Occurrence& place : run_.renders.documents[other].occurrences) {
        if (place.variant == occurrence.variant && place.template_path == occurrence.template_path) {
          ids.emplace_back(place.first_line, other);
        }
      }
    }
    std::sort(ids.begin(), ids.end());
    std::vector<RenderedDocument> documents;
    for (const auto& [line, other] : ids) documents.push_back(DocumentOf(run_.renders.documents[other], occurrence));
    std::vector<Lines> lines = MapOf(occurrence.variant).MapDocuments(documents);
    for (size_t i = 0; i < ids.size(); ++i) at->second[ids[i]] = std::move(lines[i]);
  }
  auto lines = at->second.find({occurrence.first_line, document});
  return lines == at->second.end() ? nullptr : &lines->second;
}

Place TemplatePlaces::TemplatePlaceOf(int32_t file, int32_t line, int32_t column, const Place& rendered) const {
  Place place;
  place.file = DiskFileOf(file).path;
  place.line = place.end_line = static_cast<uint32_t>(line);
  place.line_text = LineIn(run_.templates->files()[file].text, place.line);
  const size_t first = place.line_text.find_first_not_of(" \t");
  const uint32_t text_column = static_cast<uint32_t>(first == absl::string_view::npos ? 1 : first + 1);
  place.column = text_column;
  if (column > 0 && static_cast<size_t>(column) <= place.line_text.size()) {
    place.column = std::max(text_column, static_cast<uint32_t>(column));
  }
  // A literal line holds the rendered text itself: point at the same words.
  const absl::string_view words = rendered.line_text.substr(
      std::min<size_t>(rendered.column - 1, rendered.line_text.size()), rendered.end_column - rendered.column);
  const size_t same = words.empty() ? absl::string_view::npos : place.line_text.find(words);
  place.end_column = static_cast<uint32_t>(place.line_text.size()) + 1;
  if (same != absl::string_view::npos && rendered.end_line == rendered.line) {
    place.column = static_cast<uint32_t>(same) + 1;
    place.end_column = place.column + static_cast<uint32_t>(words.size());
  }
  place.end_column = std::max(place.end_column, place.column + 1);
  place.utf16_column = place.column;
  place.end_utf16_column = place.end_column;
  place.variant = rendered.variant;
  return place;
}

void TemplatePlaces::AddValues(const LinePlace& line, uint32_t variant, const Place& rendered,
                               std::vector<RelatedPlace>* places) const {
  for (const ValuesPlace& values : line.values) {
    if (values.file.empty()) continue;  // invented values are in no file
    Place place;
    place.file = values.file;
    const bool own = std::none_of(run_.variants[variant].settings.values_files.begin(),
                                  run_.variants[variant].settings.values_files.end(),
                                  [&](const std::string& file) { return file == values.file; });
    if (own) {
      if (run_.chart->packed) continue;
      place.file = absl::StrCat(run_.path, absl::EndsWith(run_.path, "/") ? "" : "/", values.file);
    }
    place.line = place.end_line = static_cast<uint32_t>(values.line);
    place.line_text = LineOf(place.file, place.line);
    if (place.line_text.empty()) continue;  // of a packed sub-chart
    const size_t first = place.line_text.find_first_not_of(" \t");
    place.column = place.utf16_column = static_cast<uint32_t>(first == absl::string_view::npos ? 1 : first + 1);
    place.end_column = place.end_utf16_column = static_cast<uint32_t>(place.line_text.size()) + 1;
    place.variant = rendered.variant;
    places->push_back({absl::StrCat(".Values.", values.path, " is set here"), std::move(place)});
  }
}

std::optional<Place> TemplatePlaces::DependencyPlaceOf(int32_t file, const Place& rendered) const {
  const ChartFile* metadata = run_.chart->Find(run_.chart->metadata.dependencies_file);
  const uint32_t line = DiskFileOf(file).dependency_line;
  if (metadata == nullptr || run_.chart->packed || line == 0) return std::nullopt;
  Place place;
  place.file = run_.chart->PathOf(*metadata);
  place.line = place.end_line = line;
  place.line_text = LineIn(metadata->bytes, line);
  const size_t first = place.line_text.find_first_not_of(" \t");
  place.column = place.utf16_column = static_cast<uint32_t>(first == absl::string_view::npos ? 1 : first + 1);
  place.end_column = place.end_utf16_column = static_cast<uint32_t>(place.line_text.size()) + 1;
  place.source = rendered.source;
  place.confidence = "file";
  place.variant = rendered.variant;
  return place;
}

const LinePlace* TemplatePlaces::LineOfNode(Node node, uint32_t variant, const Place& rendered) const {
  const DistinctDocument* distinct = rendered_.Find(node.document());
  if (distinct == nullptr || distinct->occurrences.empty()) return nullptr;
  const Occurrence& occurrence = RenderedPlaces::OccurrenceIn(*distinct, variant);
  const Lines* lines = LinesOf(static_cast<uint32_t>(distinct - run_.renders.documents.data()), occurrence);
  const size_t line = rendered.line - occurrence.first_line;
  return lines == nullptr || line >= lines->size() ? nullptr : &(*lines)[line];
}

std::vector<ValuesPlace> TemplatePlaces::ValuesOf(Node node, uint32_t variant) const {
  const LinePlace* line = LineOfNode(node, variant, rendered_.Resolve(node, variant).front().place);
  return line == nullptr ? std::vector<ValuesPlace>() : line->values;
}

std::vector<RelatedPlace> TemplatePlaces::Resolve(Node node, uint32_t variant) const {
  std::vector<RelatedPlace> rendered = rendered_.Resolve(node, variant);
  const Place& at = rendered.front().place;
  const LinePlace* line = LineOfNode(node, variant, at);
  if (line == nullptr || line->confidence == PlaceConfidence::kNone || line->primary.file < 0 || line->primary.line <= 0 ||
      DiskFileOf(line->primary.file).path.empty()) {
    return rendered;
  }
  if (DiskFileOf(line->primary.file).packed) {
    std::optional<Place> dependency = DependencyPlaceOf(line->primary.file, at);
    if (!dependency.has_value()) return rendered;
    return {{"", *std::move(dependency)}, {"rendered here", at}};
  }
  const LinePlace& found = *line;
  std::vector<RelatedPlace> places;
  places.push_back({"", TemplatePlaceOf(found.primary.file, found.primary.line, found.primary.column, at)});
  places.front().place.confidence = std::string(ConfidenceName(found.confidence));
  for (const ChainLink& link : found.chain) {
    const bool primary = link.file == found.primary.file && link.line == found.primary.line;
    if (primary || link.file < 0 || link.line <= 0 || DiskFileOf(link.file).packed || DiskFileOf(link.file).path.empty()) continue;
    const absl::string_view role = link.role == ChainLink::Role::kInclude ? "included here" : "printed by this line";
    places.push_back({std::string(role), TemplatePlaceOf(link.file, link.line, link.column, Place())});
  }
  for (const TemplatePlace& tie : found.ties) {
    if (tie.file < 0 || tie.line <= 0 || DiskFileOf(tie.file).packed) continue;
    places.push_back({"or this line: the render does not tell them apart", TemplatePlaceOf(tie.file, tie.line, tie.column, Place())});
  }
  AddValues(found, variant, at, &places);
  places.push_back({"rendered here", at});
  return places;
}

absl::string_view TemplatePlaces::PathOnDisk(size_t file) const {
  return disk_files_[file].packed ? absl::string_view() : disk_files_[file].path;
}

int32_t TemplatePlaces::FileOf(const Occurrence& occurrence) const {
  const std::optional<ChartTemplates::Place> place = run_.templates->ResolveSource(occurrence.template_path);
  return place ? place->file : -1;
}

bool TemplatePlaces::Printed(int32_t file, uint32_t first_line, uint32_t last_line) const {
  // A partial's lines may be anywhere; those of other templates are in their own documents.
  const bool partial = absl::EndsWith(run_.templates->files()[file].path, ".tpl");
  for (uint32_t index = 0; index < run_.renders.documents.size(); ++index) {
    for (const Occurrence& occurrence : run_.renders.documents[index].occurrences) {
      if (!partial && FileOf(occurrence) != file) continue;
      const Lines* lines = LinesOf(index, occurrence);
      if (lines == nullptr) continue;
      for (const LinePlace& line : *lines) {
        const uint32_t at = static_cast<uint32_t>(line.primary.line);
        if (line.primary.file == file && at >= first_line && at <= last_line) return true;
      }
    }
  }
  return false;
}

absl::string_view TemplatePlaces::LineOf(const std::string& path, uint32_t line) const {
  auto at = texts_.find(path);
  if (at == texts_.end()) {
    absl::StatusOr<std::string> text = ReadWholeFile(path, kMaxChartFileBytes);
    at = texts_.emplace(path, text.ok() ? *std::move(text) : "").first;
  }
  return LineIn(at->second, line);
}

}  // namespace chartlint
