// One elementary condition on a set of values or on the cluster, such as "tls.enabled is true".
//
// Atoms are interned: a number stands for one, numbers follow the order of creation. A Solution is a list of
// them that together make a condition hold.
#ifndef CHARTLINT_ANALYZER_VARIANTS_ATOM_H_
#define CHARTLINT_ANALYZER_VARIANTS_ATOM_H_

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/variants/key_path.h"

namespace chartlint {

enum class AtomOp : uint8_t {
  // of the value at `path`
  kTrue,
  kFalse,
  kEqual,
  kNotEqual,
  kSet,
  kNotSet,
  kHolds,
  kHoldsNot,
  kGreater,
  kAtLeast,
  kLess,
  kAtMost,
  kLength,
  kNotLength,
  kMinLength,
  kKind,
  kNotKind,
  kMatches,
  kMatchesNot,
  kBegins,
  kBeginsNot,
  kEnds,
  kEndsNot,
  kContains,
  kContainsNot,
  kFirstKey,
  kNotFirstKey,
  // of the cluster
  kApi,
  kNoApi,  // path[0]: "monitoring.coreos.com/v1"
  kKube,
  kNotKube,  // path[0]: a semver constraint
  kUpgrade,
  kInstall,
  // cannot be told: assumed to hold; path[0]: why
  kUnknown,
};

struct Atom {
  AtomOp op = AtomOp::kUnknown;
  KeyPath path;
  ChartValue value;

  bool IsOfValue() const { return op < AtomOp::kApi; }
  bool IsUnknown() const { return op == AtomOp::kUnknown; }
};

using AtomId = int32_t;
using Solution = std::vector<AtomId>;

// Values and cluster of one render.
struct Setting {
  ChartValue values;  // the root's .Values
  std::set<std::string> api_versions;
  std::string kube_version;
  std::string kube_range;  // the versions that the chart admits, as Chart.yaml has it; empty: all
  bool is_upgrade = false;
};

class Atoms {
 public:
  AtomId Make(AtomOp op, KeyPath path, ChartValue value = ChartValue::Null());
  AtomId Unknown(absl::string_view reason) { return Make(AtomOp::kUnknown, {std::string(reason)}); }
  const Atom& at(AtomId id) const { return atoms_[static_cast<size_t>(id)]; }
  size_t size() const { return atoms_.size(); }

  // Nothing can make both hold.
  bool Contradict(AtomId a, AtomId b) const;
  bool Consistent(const Solution& solution) const;
  bool ConsistentWith(const Solution& solution, AtomId atom) const;

 private:
  std::deque<Atom> atoms_;
  absl::flat_hash_map<std::string, AtomId> known_;
};

// Unknown atoms hold.
bool Holds(const Atom& atom, const Setting& setting);

// `kind` as kindIs has it: string, bool, int, float64, map, slice, invalid.
bool IsKind(const ChartValue* value, absl::string_view kind);

// Does every cluster serve it, as `helm template` sees one?
bool IsBuiltInApi(absl::string_view api_version);

// A semver constraint as semverCompare reads it; true when it cannot be read.
bool MeetsVersion(absl::string_view constraint, absl::string_view version);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_ATOM_H_
