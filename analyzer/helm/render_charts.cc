#include "analyzer/helm/render_charts.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "analyzer/helm/guard_sites.h"
#include "analyzer/helm/staged_chart.h"
#include "analyzer/parallel.h"
#include "analyzer/process/interrupts.h"

namespace chartlint {
namespace {

// 0: one for each processor.
int ThreadsFor(int workers) { return workers > 0 ? workers : static_cast<int>(std::thread::hardware_concurrency()); }

absl::StatusOr<RenderResult> RunHelm(const Helm& helm, const RenderJob& job, const RenderLimits& limits) {
  if (Interrupts::Interrupted()) return absl::CancelledError("interrupted");
  if (job.chart->staged == nullptr) return helm.Template(job.chart->path, job.settings, limits);
  const absl::StatusOr<std::string> folder = job.chart->staged->Path();
  if (!folder.ok()) return folder.status();
  return helm.Template(*folder, job.settings, limits);
}

absl::StatusOr<RenderResult> Render(const Helm& helm, const RenderJob& job, const std::string& key, const RenderOptions& options) {
  std::optional<RenderResult> kept;
  if (options.cache != nullptr && !key.empty()) kept = options.cache->Find(key);
  absl::StatusOr<RenderResult> result = kept.has_value() ? *std::move(kept) : RunHelm(helm, job, options.limits);
  if (!result.ok()) return result;
  if (!result->from_cache && options.cache != nullptr && !key.empty()) options.cache->Store(key, *result);
  if (!result->ok) LocateGuard(*job.chart, &result->error);
  return result;
}

// Empty if a values file cannot be read: then Template says so.
std::string KeyOf(const Helm& helm, const RenderJob& job, const RenderLimits& limits) {
  return RenderCache::Key(helm, *job.chart, job.settings, limits).value_or("");
}

}  // namespace

absl::StatusOr<RenderResult> RenderOne(const Helm& helm, const RenderJob& job, const RenderOptions& options) {
  const std::string key = options.cache == nullptr ? "" : KeyOf(helm, job, options.limits);
  return Render(helm, job, key, options);
}

std::vector<absl::StatusOr<RenderResult>> RenderAll(const Helm& helm, const std::vector<RenderJob>& jobs,
                                                    const RenderOptions& options) {
  std::vector<std::string> keys(jobs.size());
  ParallelFor(jobs.size(), ThreadsFor(options.workers), [&](size_t i) { keys[i] = KeyOf(helm, jobs[i], options.limits); });

  // The first of equal jobs does the work.
  std::vector<size_t> distinct;
  std::vector<size_t> same_as(jobs.size());
  std::map<std::pair<std::string, std::string>, size_t> first;  // by chart path: messages name it
  for (size_t i = 0; i < jobs.size(); ++i) {
    const auto found = keys[i].empty() ? first.end() : first.find({jobs[i].chart->path, keys[i]});
    same_as[i] = found == first.end() ? i : found->second;
    if (same_as[i] != i) continue;
    distinct.push_back(i);
    if (!keys[i].empty()) first[{jobs[i].chart->path, keys[i]}] = i;
  }
  std::vector<size_t> copies(jobs.size(), 0);
  for (const size_t original : same_as) ++copies[original];

  std::vector<absl::StatusOr<RenderResult>> results(jobs.size(), absl::StatusOr<RenderResult>(absl::CancelledError()));
  std::mutex progress_mutex;
  size_t done = 0;
  ParallelFor(distinct.size(), ThreadsFor(options.workers), [&](size_t i) {
    const size_t job = distinct[i];
    results[job] = Render(helm, jobs[job], keys[job], options);
    const std::lock_guard<std::mutex> lock(progress_mutex);
    done += copies[job];
    if (options.on_progress) options.on_progress({done, jobs.size(), jobs[job].chart});
  });
  for (size_t i = 0; i < jobs.size(); ++i) {
    if (same_as[i] != i) results[i] = results[same_as[i]];
  }
  return results;
}

std::vector<absl::StatusOr<std::unique_ptr<Chart>>> LoadCharts(const std::vector<std::string>& paths, int workers) {
  std::vector<absl::StatusOr<std::unique_ptr<Chart>>> charts(paths.size());
  ParallelFor(paths.size(), ThreadsFor(workers), [&](size_t i) { charts[i] = LoadChart(paths[i]); });
  return charts;
}

}  // namespace chartlint
