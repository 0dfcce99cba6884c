#include "analyzer/report/fingerprint.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analyzer/report/view.h"
#include "xxhash.h"

namespace chartlint {

std::string PathFrom(absl::string_view root, std::string path) {
  if (root.empty() || !absl::StartsWith(path, root)) return path;
  path.erase(0, root.size());
  if (absl::StartsWith(path, ".")) path.erase(0, 1);
  return path;
}

std::string IdentityOf(std::initializer_list<absl::string_view> parts) {
  // A zero byte cannot occur in any part that was YAML, so that no two different lists give one text.
  return absl::StrJoin(parts, absl::string_view("\0", 1));
}

void AssignFingerprints(std::vector<FindingView>* findings) {
  absl::flat_hash_map<absl::string_view, int> seen;
  for (FindingView& finding : *findings) {
    std::string key = finding.identity;
    const int ordinal = seen[finding.identity]++;
    if (ordinal > 0) absl::StrAppend(&key, absl::string_view("\0", 1), ordinal);
    finding.fingerprint = absl::StrFormat("%016x", XXH3_64bits(key.data(), key.size()));
  }
}

}  // namespace chartlint
