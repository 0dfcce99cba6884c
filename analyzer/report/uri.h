// URIs of files in reports.
//
// Code hosts join a report with a repository by relative URIs; a file outside the repository can only be
// named by an absolute one. Both are percent-encoded (RFC 3986: unreserved characters and `/` stay).
#ifndef CHARTLINT_ANALYZER_REPORT_URI_H_
#define CHARTLINT_ANALYZER_REPORT_URI_H_

#include <string>

#include "absl/strings/string_view.h"
#include "analyzer/engine/rule.h"

namespace chartlint {

struct FileUri {
  std::string uri;
  bool in_repository = false;  // `uri` is relative to the repository's root
};

// `file` as the user named it, relative to `working_directory`. Without a known root, relative files stay
// relative and count as being in the repository. `<stdin>` does, too: code hosts want a place for each
// result.
FileUri UriOf(absl::string_view file, absl::string_view working_directory, absl::string_view repository_root);

// The same as a plain path, for writers whose readers take no URIs: relative to the repository's root where the file is in
// it, else as the user named it.
std::string RepositoryPath(absl::string_view file, absl::string_view working_directory, absl::string_view repository_root);

// The rule's page in the documentation; empty for rules of a user's own, which have none.
std::string RulePageUri(const RuleInfo& rule);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_REPORT_URI_H_
