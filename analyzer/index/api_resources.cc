#include "analyzer/index/api_resources.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "rules/data/embedded.h"

namespace chartlint {
namespace {

std::string KeyOf(absl::string_view group, absl::string_view resource) {
  return absl::StrCat(group, "/", resource);
}

}  // namespace

ResourceName SplitResource(absl::string_view combined) {
  const size_t slash = combined.find('/');
  if (slash == absl::string_view::npos) return {combined, {}};
  return {combined.substr(0, slash), combined.substr(slash + 1)};
}

const ApiResources& ApiResources::Get() {
  static const ApiResources* const table = new ApiResources();
  return *table;
}

ApiResources::ApiResources() {
  ReadResources();
  ReadVirtual();
}

// Columns: group, resource, kind, scope, subresources, minors.
void ApiResources::ReadResources() {
  for (absl::string_view line : absl::StrSplit(DataFile("resources.tsv"), '\n')) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<absl::string_view> fields = absl::StrSplit(line, '\t');
    if (fields.size() < 5) continue;
    ApiResource resource;
    resource.group = fields[0];
    resource.resource = fields[1];
    resource.kind = fields[2];
    resource.cluster_scoped = fields[3] == "cluster";
    resource.subresources = absl::StrSplit(fields[4], ',', absl::SkipEmpty());
    groups_.insert(resource.group);
    by_name_.emplace(KeyOf(resource.group, resource.resource), resources_.size());
    resources_.push_back(std::move(resource));
  }
}

void ApiResources::ReadVirtual() {
  static const Document* const document = Document::Parse(DataFile("rbac_virtual.yaml")).release();
  const Node root = document->root();
  for (const auto& [resource, subresources] : root["subresources"].Entries()) {
    for (const Node& item : subresources.Items()) virtual_.insert(KeyOf(resource.text(), item.text()));
  }
  for (const auto& [group, resources] : root["resources"].Entries()) {
    for (const Node& item : resources.Items()) virtual_.insert(KeyOf(group.text(), item.text()));
  }
  for (const auto& [group, resources] : root["leftovers"].Entries()) {
    for (const Node& item : resources.Items()) leftovers_.insert(KeyOf(group.text(), item.text()));
  }
  for (const Node& item : root["subresources_of_any"].Items()) subresources_of_any_.insert(item.text());
}

const ApiResource* ApiResources::Find(absl::string_view group, absl::string_view resource) const {
  const auto at = by_name_.find(KeyOf(group, resource));
  return at == by_name_.end() ? nullptr : &resources_[at->second];
}

bool ApiResources::Exists(absl::string_view group, ResourceName name) const {
  if (name.resource == "*") {  // every resource of the group, or that subresource of every one
    return name.subresource.empty() || name.subresource == "*" || name.subresource == "scale" ||
           name.subresource == "status" || subresources_of_any_.contains(name.subresource);
  }
  const std::string key = KeyOf(group, name.resource);
  if (virtual_.contains(key)) return true;  // userextras/KEY: any key
  const ApiResource* resource = Find(group, name.resource);
  if (resource == nullptr) return false;
  if (name.subresource.empty() || subresources_of_any_.contains(name.subresource)) return true;
  if (virtual_.contains(KeyOf(key, name.subresource))) return true;
  const auto& known = resource->subresources;
  return std::find(known.begin(), known.end(), name.subresource) != known.end();
}

bool ApiResources::IsLeftover(absl::string_view group, absl::string_view combined) const {
  return leftovers_.contains(KeyOf(group, combined));
}

std::vector<CustomResource> CustomResourcesOf(const Release& release) {
  std::vector<CustomResource> found;
  for (const Object* object : release.OfKind("CustomResourceDefinition")) {
    const Node spec = object->spec();
    CustomResource resource;
    resource.definition = object;
    resource.group = spec["group"].text();
    resource.plural = spec["names"]["plural"].text();
    resource.singular = spec["names"]["singular"].text();
    resource.kind = spec["names"]["kind"].text();
    for (const Node& item : spec["names"]["shortNames"].Items()) resource.short_names.push_back(item.text());
    resource.scope = spec["scope"];
    resource.cluster_scoped = resource.scope.text() == "Cluster";
    found.push_back(std::move(resource));
  }
  return found;
}

bool IsPluralOf(absl::string_view plural, absl::string_view kind) {
  const std::string singular = absl::AsciiStrToLower(kind);
  if (singular.empty()) return false;
  if (plural == absl::StrCat(singular, "s") || plural == absl::StrCat(singular, "es")) return true;
  if (plural == singular) return absl::EndsWith(singular, "s");  // "endpoints"
  return singular.back() == 'y' && plural == absl::StrCat(singular.substr(0, singular.size() - 1), "ies");
}

}  // namespace chartlint
