// Findings that the configuration accepts: `ignore:` of .chartlint.yaml.
//
// Contract
//   Applied to merged findings, one chart or set of manifests after the other; an entry that names variants accepts those
//   only, and the finding is told for the others. Entries that expired accept nothing and are told (suppression-invalid).
//   An entry that accepted nothing is told (suppression-unused) where its place was looked at: its rule ran in the selected
//   profile, an object or a file that it names was among the checked ones, or everything was checked.
#ifndef CHARTLINT_ANALYZER_ENGINE_IGNORE_H_
#define CHARTLINT_ANALYZER_ENGINE_IGNORE_H_

#include <functional>
#include <string>
#include <vector>

#include "analyzer/engine/analysis.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/pattern.h"
#include "analyzer/input/renders.h"

namespace chartlint {

// Selectors that are not set match everything.
struct IgnoreEntry {
  std::string rule;
  std::string kind;
  Pattern name;
  Pattern path;
  std::vector<std::string> variants;
  std::string container;
  std::string reason;
  std::string expires;  // "2026-12-31", the last day; empty: never
  FilePlace place;      // of the entry in its file

  bool NamesPlace() const { return !kind.empty() || name.IsSet() || path.IsSet(); }
};

// Paths relative to the configuration's base.
struct IgnorePaths {
  std::function<std::vector<std::string>(const Finding&)> of_finding;
  std::function<std::vector<std::string>(const DistinctDocument&)> of_document;
};

class ConfigIgnores {
 public:
  // `today`: "2026-11-30".
  ConfigIgnores(std::vector<IgnoreEntry> entries, std::string today);

  bool empty() const { return entries_.empty(); }
  void Apply(const RenderSet& renders, const Analysis& analysis, const IgnorePaths& paths, std::vector<Finding>* findings);
  // To be asked at the end. `complete`: everything in the repository was checked.
  std::vector<Finding> Findings(const Selection& selection, bool complete) const;

 private:
  struct State {
    IgnoreEntry entry;
    bool expired = false, used = false, seen = false, hidden = false;
  };
  static bool Accepts(const IgnoreEntry& entry, const Finding& finding, const IgnorePaths& paths);
  static bool Saw(const IgnoreEntry& entry, const RenderSet& renders, const Analysis& analysis, const IgnorePaths& paths);

  std::vector<State> entries_;
};

// The day on which entries are judged, UTC; $SOURCE_DATE_EPOCH if it is set.
std::string Today();

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_IGNORE_H_
