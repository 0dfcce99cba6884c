#include "analyzer/engine/presence.h"

#include <algorithm>

namespace chartlint {

size_t Presence::Row::count() const {
  return static_cast<size_t>(std::count_if(by_variant.begin(), by_variant.end(),
                                           [](const Object* object) { return object != nullptr; }));
}

const Object* Presence::Row::Any() const {
  for (const Object* object : by_variant) {
    if (object != nullptr) return object;
  }
  return nullptr;
}

Presence::Presence(std::vector<std::string> names, std::vector<const Release*> releases)
    : names_(std::move(names)), releases_(std::move(releases)) {
  for (size_t variant = 0; variant < releases_.size(); ++variant) {
    for (const Object* object : releases_[variant]->objects()) {
      if (object->name.empty()) continue;  // generateName: another object each time
      std::vector<size_t>& same_name = by_kind_and_name_[{object->kind, object->name}];
      const auto known = std::find_if(same_name.begin(), same_name.end(), [&](size_t row) {
        return rows_[row].group == object->group && rows_[row].ns == object->ns;
      });
      size_t row = 0;
      if (known != same_name.end()) {
        row = *known;
      } else {
        row = rows_.size();
        same_name.push_back(row);
        rows_.push_back({object->group, object->kind, object->ns, object->name,
                         std::vector<const Object*>(releases_.size())});
      }
      const Object*& cell = rows_[row].by_variant[variant];
      if (cell == nullptr) cell = object;
    }
  }
}

const Presence::Row* Presence::Find(absl::string_view group, absl::string_view kind, absl::string_view name,
                                    absl::string_view ns) const {
  const auto found = by_kind_and_name_.find({kind, name});
  if (found == by_kind_and_name_.end()) return nullptr;
  const Row* maybe = nullptr;
  for (size_t index : found->second) {
    const Row& row = rows_[index];
    if (group != "*" && row.group != group) continue;
    const auto variant = std::find_if(row.by_variant.begin(), row.by_variant.end(),
                                      [](const Object* object) { return object != nullptr; });
    const Release& release = *releases_[static_cast<size_t>(variant - row.by_variant.begin())];
    const Same same = release.IsClusterScoped(**variant) ? Same::kYes : release.SameNamespace(row.ns, ns);
    if (same == Same::kYes) return &row;
    if (same == Same::kMaybe && maybe == nullptr) maybe = &row;
  }
  return maybe;
}

}  // namespace chartlint
