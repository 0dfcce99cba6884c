#include "analyzer/cli/chart_options.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>

namespace chartlint {

int JobsOf(const Options& options) {
  return options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

ChartOptions ChartOptionsOf(const Options& options, int jobs) {
  ChartOptions charts;
  charts.helm = options.helm;
  charts.helm_timeout = absl::Seconds(options.helm_timeout);
  charts.use_cache = !options.no_cache;
  charts.renders = options.renders;
  charts.second_release = !options.no_second_release;
  charts.jobs = jobs;
  charts.release = options.release_name;
  charts.release_namespace = options.release_namespace;
  charts.kube_version = options.kube_version;
  charts.api_versions = options.api_versions;
  charts.values = options.values;
  charts.discover = !options.no_discover;
  charts.max_variants = static_cast<size_t>(options.max_variants);
  if (isatty(STDERR_FILENO)) {
    charts.on_progress = [](const RenderProgress& progress) {
      std::fprintf(stderr, "\r\x1b[Krendering %zu of %zu: %s", progress.done, progress.all, progress.chart->path.c_str());
      if (progress.done == progress.all) std::fputs("\r\x1b[K", stderr);
      std::fflush(stderr);
    };
  }
  return charts;
}

bool TellFailures(const ChartRun& run) {
  for (const Finding& finding : run.findings) {
    std::fprintf(stderr, "%s:%u: %s: %s\n", finding.place.path.c_str(), finding.place.line,
                 std::string(SeverityName(finding.severity)).c_str(), finding.message.c_str());
  }
  return run.failed > 0;
}

}  // namespace chartlint
