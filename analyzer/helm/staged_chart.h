// A chart that is in memory and not, as it is, in one folder: written to a temporary one when Helm is to render it.
//
// Contract: the folder is written at the first call of Path, by one thread, and removed with the object.
// Errors: those of writing it.
#ifndef CHARTLINT_ANALYZER_HELM_STAGED_CHART_H_
#define CHARTLINT_ANALYZER_HELM_STAGED_CHART_H_

#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/helm/archive.h"

namespace chartlint {

class StagedChart {
 public:
  explicit StagedChart(std::vector<ChartFile> files) : files_(std::move(files)) {}
  ~StagedChart();
  StagedChart(const StagedChart&) = delete;
  StagedChart& operator=(const StagedChart&) = delete;

  absl::StatusOr<std::string> Path() const;

 private:
  void Write() const;

  const std::vector<ChartFile> files_;
  mutable std::once_flag once_;
  mutable std::string folder_;
  mutable absl::Status status_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_STAGED_CHART_H_
