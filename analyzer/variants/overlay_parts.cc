// Overlays taken apart: leaves, and arguments of helm.
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzer/template/value_yaml.h"
#include "analyzer/variants/overlay.h"

namespace chartlint {

std::vector<KeyPath> LeavesOf(const ChartValue& values) {
  std::vector<KeyPath> leaves;
  for (const auto& entry : values.map()) {
    if (entry.second.IsMap() && !entry.second.map().empty()) {
      for (KeyPath& below : LeavesOf(entry.second)) {
        below.insert(below.begin(), entry.first);
        leaves.push_back(std::move(below));
      }
    } else {
      leaves.push_back({entry.first});
    }
  }
  return leaves;
}

ChartValue WithoutLeaf(const ChartValue& values, const KeyPath& path, size_t from) {
  ChartValue::Map map = values.map();
  const auto it = map.find(path[from]);
  if (it == map.end()) return values;
  if (from + 1 == path.size()) {
    map.erase(it);
  } else {
    const ChartValue below = WithoutLeaf(it->second, path, from + 1);
    if (below.map().empty()) {
      map.erase(it);
    } else {
      it->second = below;
    }
  }
  return ChartValue::MakeMap(std::move(map));
}

ChartValue ValuesOnly(const Overlay& overlay) {
  ChartValue::Map map = overlay.values.map();
  map.erase(std::string(kReleaseKey));
  return ChartValue::MakeMap(std::move(map));
}

std::string ReleaseFact(const Overlay& overlay, absl::string_view name) {
  return overlay.values.Field(kReleaseKey).Field(name).string_value();
}

std::vector<std::string> SetArguments(const Overlay& overlay) {
  std::vector<std::string> arguments;
  if (!ReleaseFact(overlay, "Name").empty()) arguments.push_back("--name-template=" + ReleaseFact(overlay, "Name"));
  if (!ReleaseFact(overlay, "Namespace").empty())
    arguments.push_back("--namespace=" + ReleaseFact(overlay, "Namespace"));
  for (const KeyPath& leaf : LeavesOf(ValuesOnly(overlay))) {
    const ChartValue* value = FindAt(overlay.values, leaf);
    const std::string path = PrintKeyPath(leaf);
    if (value->IsMap() || value->IsList()) {
      arguments.push_back(absl::StrCat("--set-json=", path, "=", WriteJson(*value, 0).value_or("null")));
    } else if (value->IsNull()) {
      arguments.push_back(absl::StrCat("--set=", path, "=null"));
    } else {
      const std::string text =
          absl::StrReplaceAll(value->Print().value_or(""), {{"\\", "\\\\"}, {",", "\\,"}});
      const bool looks_typed = value->IsString() && ReadYaml(value->string_value(), nullptr).has_value() &&
                               !ReadYaml(value->string_value(), nullptr)->IsString();
      arguments.push_back(absl::StrCat(looks_typed ? "--set-string=" : "--set=", path, "=", text));
    }
  }
  for (const std::string& api : overlay.api_versions) arguments.push_back("--api-versions=" + api);
  if (!overlay.kube_version.empty()) arguments.push_back("--kube-version=" + overlay.kube_version);
  if (overlay.is_upgrade) arguments.push_back("--is-upgrade");
  return arguments;
}

}  // namespace chartlint
