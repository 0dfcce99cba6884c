// Texts kept on disk under a key, so that what was costly to find out is found out once.
//
// Contract
//   A miss is never an error: an entry that is damaged, cut short, of another format or whose folder cannot be read counts
//   as absent. Store is best effort in the same way.
//   Entries are written to a temporary name and renamed, so a reader sees a whole entry or none, whatever crashes.
//   Trim removes the least recently used entries until the folder is below the limit; call it once, at the end.
// Layout
//   <folder>/v2/ab/cdef….<kind>: the text; then one line of format name, size, checksum.
// Thread safety
//   Any number of threads and programs may use one folder at the same time.
#ifndef CHARTLINT_ANALYZER_HELM_DISK_CACHE_H_
#define CHARTLINT_ANALYZER_HELM_DISK_CACHE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace chartlint {

constexpr uint64_t kDefaultCacheBytes = uint64_t{512} << 20;

// XXH3-128 as 32 hex digits.
std::string ContentDigest(absl::string_view text);

// Everything that an answer depends on. Two lists of parts never give one key.
class CacheKey {
 public:
  CacheKey& Add(absl::string_view part);
  CacheKey& Add(const std::vector<std::string>& parts);
  // 32 hex digits.
  std::string Hex() const { return ContentDigest(text_); }

 private:
  std::string text_;
};

class DiskCache {
 public:
  // `folder` is created when first needed.
  explicit DiskCache(std::string folder, uint64_t max_bytes = kDefaultCacheBytes);

  // $XDG_CACHE_HOME/chartlint, else ~/.cache/chartlint; "" if there is neither.
  static std::string DefaultFolder();

  // `kind`: the ending of the entry's file, letters only: "render".
  std::optional<std::string> Find(const std::string& key, absl::string_view kind) const;
  void Store(const std::string& key, absl::string_view kind, absl::string_view text) const;
  void Trim() const;

 private:
  std::string PathOf(const std::string& key, absl::string_view kind) const;

  std::string folder_;
  uint64_t max_bytes_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_DISK_CACHE_H_
