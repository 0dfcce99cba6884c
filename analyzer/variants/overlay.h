// What a variant changes: values on top of the chart's own, and the cluster that it is rendered for.
#ifndef CHARTLINT_ANALYZER_VARIANTS_OVERLAY_H_
#define CHARTLINT_ANALYZER_VARIANTS_OVERLAY_H_

#include <set>
#include <string>
#include <vector>

#include "analyzer/variants/atom.h"
#include "analyzer/variants/value_candidates.h"

namespace chartlint {

struct Overlay {
  ChartValue values = ChartValue::MakeMap({});  // a null takes a key away; below kReleaseKey: the release
  std::set<std::string> api_versions;           // beyond those of every cluster
  std::string kube_version;                     // empty: that of the base
  bool is_upgrade = false;
};

// `base` with the overlay applied, as Helm coalesces them.
Setting ApplyOverlay(const Setting& base, const Overlay& overlay);

// Changes the overlay so that the atom holds, as far as it alone is concerned. False: no way is known.
// `now` is the setting with the overlay as it is. A list is replaced whole, so the current one is copied and
// its first item changed. `excluded`: what the value must not be because of other atoms.
bool MakeHold(const Atom& atom, const Setting& now, const ValueCandidates& candidates,
              const std::vector<ChartValue>& excluded, Overlay* overlay);

// Writes a value, the same way.
bool WriteValue(const KeyPath& path, const ChartValue& value, const Setting& now,
                const ValueCandidates& candidates, Overlay* overlay);

// The leaves of an overlay's values: paths without "[]", lists whole.
std::vector<KeyPath> LeavesOf(const ChartValue& values);
// The overlay without what lies at `path`; maps that get empty go, too.
ChartValue WithoutLeaf(const ChartValue& values, const KeyPath& path, size_t from = 0);

// The values alone, without what is asked of the release.
ChartValue ValuesOnly(const Overlay& overlay);
// What is asked of the release: "Name" or "Namespace"; empty: nothing.
std::string ReleaseFact(const Overlay& overlay, absl::string_view name);

// "--set a.b=c"-like arguments, in order; lists and maps as --set-json.
std::vector<std::string> SetArguments(const Overlay& overlay);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_OVERLAY_H_
