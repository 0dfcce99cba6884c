// Reads a packed chart (.tgz) into memory, with Helm's own limits and refusals.
//
// Contract
//   Names come back relative to the chart (the first path element, the chart's name, is dropped), cleaned, with `/`.
//   Refused, as Helm refuses them: absolute names, names that lead out of the chart, a Chart.yaml that is not inside a
//   folder, a file above 5 MiB, files above 100 MiB in all, an archive without files. Nothing is written to disk.
//   Links are kept as empty files, as Helm keeps them. Order is the archive's.
// Errors
//   InvalidArgument with one sentence (lower case, no full stop, without the archive's name).
// Upstream: helm pkg/chart/loader/archive.go.
#ifndef CHARTLINT_ANALYZER_HELM_ARCHIVE_H_
#define CHARTLINT_ANALYZER_HELM_ARCHIVE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace chartlint {

// Helm's MaxDecompressedFileSize and MaxDecompressedChartSize. The first holds for files in folders as well.
constexpr size_t kMaxChartFileBytes = 5u << 20;
constexpr size_t kMaxChartBytes = 100u << 20;

struct ChartFile {
  std::string name;   // "templates/deployment.yaml"
  std::string bytes;  // without a byte order mark
  std::string disk_path = {};  // where it really is, if not below the chart's folder: a link's target, a local dependency
};

absl::StatusOr<std::vector<ChartFile>> ReadChartArchive(absl::string_view gzipped);

// True if the bytes start as gzip's do.
bool LooksGzipped(absl::string_view bytes);

// What Helm drops from the start of each file.
absl::string_view WithoutByteOrderMark(absl::string_view bytes);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_ARCHIVE_H_
