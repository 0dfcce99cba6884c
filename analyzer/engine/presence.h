// The presence matrix: which object is rendered by which variants of a chart, and by which document.
//
// Identity of an object over variants is group (not version), kind, namespace and name. Lookups by name ignore the
// namespace where it is unknown.
#ifndef CHARTLINT_ANALYZER_ENGINE_PRESENCE_H_
#define CHARTLINT_ANALYZER_ENGINE_PRESENCE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/index/release.h"

namespace chartlint {

class Presence {
 public:
  struct Row {
    absl::string_view group, kind, ns, name;
    std::vector<const Object*> by_variant;  // null where absent
    size_t count() const;
    const Object* Any() const;  // of the first variant that has it
  };

  // names and releases are parallel; variants with equal documents share one Release.
  Presence(std::vector<std::string> names, std::vector<const Release*> releases);

  size_t variant_count() const { return names_.size(); }
  absl::string_view variant_name(size_t variant) const { return names_[variant]; }
  const Release& release(size_t variant) const { return *releases_[variant]; }

  // In order of first appearance.
  const std::vector<Row>& rows() const { return rows_; }
  // Row of a kind and name whose namespace is not surely another; nullptr if no variant renders it. group "*": any.
  const Row* Find(absl::string_view group, absl::string_view kind, absl::string_view name, absl::string_view ns) const;

 private:
  std::vector<std::string> names_;
  std::vector<const Release*> releases_;
  std::vector<Row> rows_;
  absl::flat_hash_map<std::pair<absl::string_view, absl::string_view>, std::vector<size_t>> by_kind_and_name_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_PRESENCE_H_
