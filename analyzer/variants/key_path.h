// A path below the root chart's .Values as a list of keys: "ingress", "hosts", "[]". The element "[]" stands
// for the first item of a list, or the first entry of a map whose keys are free.
#ifndef CHARTLINT_ANALYZER_VARIANTS_KEY_PATH_H_
#define CHARTLINT_ANALYZER_VARIANTS_KEY_PATH_H_

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/value.h"

namespace chartlint {

using KeyPath = std::vector<std::string>;

inline constexpr absl::string_view kAnyItem = "[]";

// Name and Namespace of .Release are held beside the values under this key, for conditions on them; an overlay that
// writes there asks for another release name or namespace. Unlike values they cannot be empty.
inline constexpr absl::string_view kReleaseKey = ".Release";
inline bool IsOfRelease(const KeyPath& path) { return !path.empty() && path[0] == kReleaseKey; }

// "ingress.hosts[0].name", as one types it after --set.
std::string PrintKeyPath(const KeyPath& path);

bool IsPrefix(const KeyPath& prefix, const KeyPath& path);

// Those that are no prefix of another.
std::set<KeyPath> DeepestOf(const std::set<KeyPath>& paths);

KeyPath Extend(const KeyPath& path, absl::string_view key);

// The value at `path`; null pointer: not there. A null that is written is a value.
const ChartValue* FindAt(const ChartValue& tree, const KeyPath& path);

// The tree with `value` at `path`, where no element is "[]"; what is in the way and no map becomes one.
ChartValue WithValueAt(const ChartValue& tree, const KeyPath& path, const ChartValue& value, size_t from = 0);

// Neither absent nor empty.
bool IsTrue(const ChartValue* value);

// Equality for conditions: as SameValue, but numbers of different types compare by value.
bool EqualValues(const ChartValue& a, const ChartValue& b);

// True if both print the same, letter case aside: "true" and true.
bool PrintAlike(const ChartValue& a, const ChartValue& b);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_KEY_PATH_H_
