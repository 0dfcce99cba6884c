// Keeps renders on disk, so that an unchanged chart starts no Helm.
//
// Contract
//   The key is an XXH3-128 over everything that goes in: the bytes and names of the chart's files (Chart::render_digest;
//   Chart::digest if a value names Files), the contents of the values files, all settings, the limits that decide about
//   success, and Helm's version. Neither the chart's place on disk nor the clock is part of it, nor of the entry: equal
//   renders are equal bytes. Renders that failed are kept as well, with stderr (the warnings of good ones are not);
//   timeouts, crashes and interrupted ones are not, since another run may fare better.
//   A miss is never an error: an entry that is damaged, cut short, of another format or whose folder cannot be read counts
//   as absent. Store is best effort in the same way.
//   Entries are written to a temporary name and renamed, so a reader sees a whole entry or none, whatever crashes.
//   Read-only folders, which somebody else has filled (`chartlint render`), are looked into first, and are never changed.
//   Trim removes the least recently used entries until the folder is below the limit; call it once, at the end.
// Layout
//   <folder>/v1/ab/cdef….render: one line of format name, sizes, checksum; then the texts.
// Thread safety
//   Any number of threads and programs may use one folder at the same time.
#ifndef CHARTLINT_ANALYZER_HELM_RENDER_CACHE_H_
#define CHARTLINT_ANALYZER_HELM_RENDER_CACHE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/helm.h"

namespace chartlint {

constexpr uint64_t kDefaultCacheBytes = uint64_t{512} << 20;

class RenderCache {
 public:
  // `folder` is created when first needed; empty: nothing is kept.
  explicit RenderCache(std::string folder, uint64_t max_bytes = kDefaultCacheBytes);

  // To be called before any other thread uses the cache.
  void AddReadOnly(const std::string& folder);

  // $XDG_CACHE_HOME/chartlint, else ~/.cache/chartlint; "" if there is neither.
  static std::string DefaultFolder();

  // 32 hex digits. The errors of reading a values file.
  static absl::StatusOr<std::string> Key(const Helm& helm, const Chart& chart, const RenderSettings& settings,
                                         const RenderLimits& limits);

  std::optional<RenderResult> Find(const std::string& key) const;
  void Store(const std::string& key, const RenderResult& result) const;
  void Trim() const;

 private:
  std::string folder_;                  // empty: none
  std::vector<std::string> read_only_;
  uint64_t max_bytes_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_RENDER_CACHE_H_
