// One entry of the rule catalogue, `rules/<family>/<id>.yaml`, as written.
//
// An entry is the only home of a rule's words and settings. Reading is strict, because the build is
// the only reader: an unknown or missing key, a wrong value, an id that is not the file's name, or
// an id that does not begin with the family (the folder's name) is an error, "FILE:LINE: reason".
#ifndef CHARTLINT_TOOLS_CATALOGUE_ENTRY_H_
#define CHARTLINT_TOOLS_CATALOGUE_ENTRY_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace chartlint {

struct CatalogueEntry {
  std::string id;      // "strategy-zero-available"
  std::string family;  // "strategy"
  std::string title;   // one line
  std::string severity, profile, scope;  // as written: "warning", "default", "object"
  std::string rationale, silent, remediation;
  std::vector<std::pair<std::string, std::string>> parameters;  // name, default as YAML text
  std::vector<std::string> references, tags;
  std::string precision = "high";
  std::string found_variants = "all";  // "all", "errors", "none"
  std::string security_severity;  // "0.0" to "10.0", or empty
  std::string fixture;            // not in the entry: the text of the rule's fixture
};

// Reads the entry `text` of the file `path`; the last two parts of `path` are family and file name.
absl::StatusOr<CatalogueEntry> ReadEntry(absl::string_view path, absl::string_view text);

// The C++ function of a rule: "strategy-zero-available" -> "StrategyZeroAvailable".
std::string FunctionName(absl::string_view id);

}  // namespace chartlint

#endif  // CHARTLINT_TOOLS_CATALOGUE_ENTRY_H_
