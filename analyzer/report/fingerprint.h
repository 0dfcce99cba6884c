// Fingerprints: the identity of a finding over time, for alerts, baselines and merged reports.
//
// A fingerprint holds rule, object (kind, namespace, name: no version), path and subject, and nothing that moves when text is
// added elsewhere: no line, no list index (items are known by their `name`), no variant, no number of the message. Where a
// chart renders the object, its template stands for namespace and name: values that switch something on often rename it too,
// and the first variant that has a fault is another one when variants are added. Findings that are equal in all of these are
// told apart by an ordinal, in the order of the report.
#ifndef CHARTLINT_ANALYZER_REPORT_FINGERPRINT_H_
#define CHARTLINT_ANALYZER_REPORT_FINGERPRINT_H_

#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

// `path` as seen from the object whose root has the path `root`: an item of a `kind: List` does not know its
// list.
std::string PathFrom(absl::string_view root, std::string path);

// What makes one finding the same as another, but for the ordinal.
std::string IdentityOf(std::initializer_list<absl::string_view> parts);

struct FindingView;
// Fingerprints of a report, 16 hex digits each, from the findings' identities and their order.
void AssignFingerprints(std::vector<FindingView>* findings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_FINGERPRINT_H_
