#include "analyzer/helm/chart_metadata.h"

#include <filesystem>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/yaml/document.h"

namespace chartlint {
namespace {

// The field's text, and its line if wanted.
std::string Text(Node mapping, absl::string_view key, uint32_t* line = nullptr) {
  const Node value = mapping[key];
  if (!value || !value.IsScalar() || value.IsNull()) return "";
  if (line != nullptr) *line = value.begin().line;
  return std::string(value.AsText());
}

void ReadDependencies(Node list, std::vector<ChartDependency>* dependencies) {
  for (const Node item : list.Items()) {
    if (!item.IsMapping()) continue;
    ChartDependency dependency;
    dependency.line = item.begin().line;
    dependency.name = Text(item, "name", &dependency.line);
    dependency.version = Text(item, "version");
    dependency.repository = Text(item, "repository");
    dependency.alias = Text(item, "alias");
    dependency.condition = Text(item, "condition");
    for (const Node tag : item["tags"].Items()) dependency.tags.emplace_back(tag.AsText());
    dependencies->push_back(std::move(dependency));
  }
}

// The first problem stays.
void Complain(absl::string_view file, const Document& document, ChartMetadata* metadata) {
  if (!metadata->problem.empty()) return;
  if (document.problem().has_value()) {
    metadata->problem = absl::StrCat(file, " is no valid YAML: ", document.problem()->message);
    metadata->problem_line = document.PositionAt(document.problem()->span.begin).line;
  } else if (!document.root().IsMapping()) {
    metadata->problem = absl::StrCat(file, " is no mapping of fields");
    metadata->problem_line = 1;
  }
}

}  // namespace

std::string ChartDependency::LocalFolder(const std::string& folder) const {
  absl::string_view path = repository;
  if (!absl::ConsumePrefix(&path, "file://")) return "";
  // An absolute path stays one.
  const std::filesystem::path place = (std::filesystem::path(folder) / std::string(path)).lexically_normal();
  return place.has_filename() ? place.string() : place.parent_path().string();  // "lib/" is "lib"
}

bool ChartMetadata::IsLibrary() const { return absl::EqualsIgnoreCase(type, "library"); }

ChartMetadata ParseChartMetadata(absl::string_view chart_yaml) {
  const std::unique_ptr<Document> document = Document::Parse(chart_yaml);
  ChartMetadata metadata;
  Complain("Chart.yaml", *document, &metadata);
  const Node root = document->root();
  metadata.api_version = Text(root, "apiVersion");
  metadata.name = Text(root, "name", &metadata.name_line);
  metadata.version = Text(root, "version", &metadata.version_line);
  metadata.app_version = Text(root, "appVersion");
  metadata.type = Text(root, "type");
  metadata.kube_version = Text(root, "kubeVersion", &metadata.kube_version_line);
  ReadDependencies(root["dependencies"], &metadata.dependencies);
  if (metadata.problem.empty() && metadata.name.empty()) {
    metadata.problem = "Chart.yaml has no name";
    metadata.problem_line = 1;
  }
  return metadata;
}

void ParseRequirements(absl::string_view requirements_yaml, ChartMetadata* metadata) {
  const std::unique_ptr<Document> document = Document::Parse(requirements_yaml);
  const Node root = document->root();
  // A file of comments is fine.
  if (document->problem().has_value() || (root && !root.IsNull())) Complain("requirements.yaml", *document, metadata);
  std::vector<ChartDependency> dependencies;
  ReadDependencies(root["dependencies"], &dependencies);
  if (dependencies.empty()) return;
  metadata->dependencies = std::move(dependencies);
  metadata->dependencies_file = "requirements.yaml";
}

}  // namespace chartlint
