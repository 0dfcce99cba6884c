#include "analyzer/cli/merge_command.h"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/cli/check.h"
#include "analyzer/cli/files.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/report/merge_sarif.h"

namespace chartlint {
namespace {

constexpr size_t kMaxLogBytes = 256u << 20;

int Fail(const std::string& message, int exit_code) {
  std::fprintf(stderr, "chartlint: %s\n", message.c_str());
  return exit_code;
}

}  // namespace

int RunMerge(const Options& options) {
  std::vector<std::pair<std::string, std::string>> logs;
  for (const std::string& path : options.paths) {
    absl::StatusOr<std::string> text = ReadWholeFile(path, kMaxLogBytes);
    if (!text.ok()) return Fail(absl::StrCat(path, ": ", text.status().message()), kExitInput);
    logs.emplace_back(path, *std::move(text));
  }
  const absl::StatusOr<std::string> merged = MergeSarif(logs);
  if (!merged.ok()) return Fail(std::string(merged.status().message()), kExitInput);
  const absl::Status written = options.output.empty() ? WriteStdout(*merged) : WriteFileAtomically(options.output, *merged);
  return written.ok() ? kExitClean : Fail(std::string(written.message()), kExitUsage);
}

}  // namespace chartlint
