// Renders all variants of all charts on several threads, through the cache.
//
// Contract
//   Results stand in the order of the jobs, whatever finishes first. Jobs are started in order; equal jobs (same chart,
//   same input) run once. Library charts must not be among them. A job that failed does not stop the others.
//   The callback is called from worker threads, one call at a time, after each job.
//   On an interrupt the children end and the jobs that are left give Cancelled.
// Lifetime
//   Charts must outlive the call.
#ifndef CHARTLINT_ANALYZER_HELM_RENDER_CHARTS_H_
#define CHARTLINT_ANALYZER_HELM_RENDER_CHARTS_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/helm.h"
#include "analyzer/helm/render_cache.h"

namespace chartlint {

struct RenderJob {
  const Chart* chart = nullptr;
  RenderSettings settings;
};

struct RenderProgress {
  size_t done = 0;  // jobs, this one included
  size_t all = 0;
  const Chart* chart = nullptr;  // of the job that has just ended
};

struct RenderOptions {
  const RenderCache* cache = nullptr;  // nullptr: none
  RenderLimits limits;
  int workers = 0;  // 0: one for each processor
  std::function<void(const RenderProgress&)> on_progress;
};

// For each job its render, or why there is none (see Helm::Template). A failed render's guard is located in the chart.
std::vector<absl::StatusOr<RenderResult>> RenderAll(const Helm& helm, const std::vector<RenderJob>& jobs,
                                                    const RenderOptions& options);

// One render, through the cache.
absl::StatusOr<RenderResult> RenderOne(const Helm& helm, const RenderJob& job, const RenderOptions& options);

// LoadChart for many paths on several threads; results in the order of the paths.
std::vector<absl::StatusOr<std::unique_ptr<Chart>>> LoadCharts(const std::vector<std::string>& paths, int workers);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_RENDER_CHARTS_H_
