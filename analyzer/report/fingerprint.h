// Fingerprints: the identity of a finding over time, for alerts, baselines and merged reports.
//
// A fingerprint holds rule, object (kind, namespace, name: no version), path and subject, and nothing that
// moves when text is added elsewhere: no line, no list index (items are known by their `name`), no variant,
// no number of the message. Findings that are equal in all of these are told apart by an ordinal, in the
// order of the report.
#ifndef CHARTLINT_ANALYZER_REPORT_FINGERPRINT_H_
#define CHARTLINT_ANALYZER_REPORT_FINGERPRINT_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace chartlint {

// `path` as seen from the object whose root has the path `root`: an item of a `kind: List` does not know its
// list.
std::string PathFrom(absl::string_view root, std::string path);

class Fingerprints {
 public:
  // 16 hex digits. Call in the order of the report.
  std::string Next(absl::string_view rule, absl::string_view kind, absl::string_view ns,
                   absl::string_view name, absl::string_view stable_path, absl::string_view subject);

 private:
  absl::flat_hash_map<std::string, int> seen_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_FINGERPRINT_H_
