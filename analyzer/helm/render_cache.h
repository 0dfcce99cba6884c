// Keeps renders on disk, so that an unchanged chart starts no Helm.
//
// Contract
//   The key is a digest of everything that goes in: the bytes and names of the chart's files (Chart::digest), the contents
//   of the values files, all settings, the limits that decide about success, and Helm's version. Neither the chart's
//   place on disk nor the clock is part of it. Renders that failed are kept as well, with stderr; timeouts, crashes and
//   interrupted ones are not, since another run may fare better.
//   Else that of DiskCache: a miss is never an error, any number of threads and programs may share a folder.
#ifndef CHARTLINT_ANALYZER_HELM_RENDER_CACHE_H_
#define CHARTLINT_ANALYZER_HELM_RENDER_CACHE_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/disk_cache.h"
#include "analyzer/helm/helm.h"

namespace chartlint {

// False for a timeout, a crash, and what may be the machine's fault: another run may fare better.
bool IsRepeatable(const RenderResult& result);

class RenderCache {
 public:
  // `disk` outlives the cache.
  explicit RenderCache(const DiskCache* disk) : disk_(*disk) {}

  // 32 hex digits. The errors of reading a values file.
  static absl::StatusOr<std::string> Key(const Helm& helm, const Chart& chart, const RenderSettings& settings,
                                         const RenderLimits& limits);

  std::optional<RenderResult> Find(const std::string& key) const;
  void Store(const std::string& key, const RenderResult& result) const;
  void Trim() const { disk_.Trim(); }

 private:
  const DiskCache& disk_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_RENDER_CACHE_H_
