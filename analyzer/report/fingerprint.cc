#include "analyzer/report/fingerprint.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "xxhash.h"

namespace chartlint {

std::string PathFrom(absl::string_view root, std::string path) {
  if (root.empty() || !absl::StartsWith(path, root)) return path;
  path.erase(0, root.size());
  if (absl::StartsWith(path, ".")) path.erase(0, 1);
  return path;
}

std::string Fingerprints::Next(absl::string_view rule, absl::string_view kind, absl::string_view ns,
                               absl::string_view name, absl::string_view stable_path,
                               absl::string_view subject) {
  // A zero byte cannot occur in any part that was YAML, so that no two different lists give one text.
  std::string key = absl::StrJoin({rule, kind, ns, name, stable_path, subject}, absl::string_view("\0", 1));
  const int ordinal = seen_[key]++;
  if (ordinal > 0) absl::StrAppend(&key, absl::string_view("\0", 1), ordinal);
  return absl::StrFormat("%016x", XXH3_64bits(key.data(), key.size()));
}

}  // namespace chartlint
