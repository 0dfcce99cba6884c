#include "analyzer/cli/init.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/cli/check.h"
#include "analyzer/cli/files.h"
#include "analyzer/config/config.h"
#include "analyzer/helm/chart.h"
#include "analyzer/helm/find_charts.h"
#include "analyzer/helm/values_variants.h"
#include "analyzer/version.h"
#include "analyzer/yaml/writing.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

int Fail(const std::string& message) {
  std::fprintf(stderr, "chartlint: %s\n", message.c_str());
  return kExitUsage;
}

std::string ChartEntry(const Chart& chart, const std::string& folder) {
  std::string entry = absl::StrCat("  - path: ", QuotedScalar(folder), "\n");
  const std::vector<Variant> variants = ConventionalVariants(chart, BaseSettings(chart));
  absl::StrAppend(&entry, "    # variants:  # by convention, as here, if not told\n");
  for (const Variant& variant : variants) {
    absl::StrAppend(&entry, "    #   - name: ", variant.name, "\n");
    if (variant.settings.values_files.empty()) continue;
    absl::StrAppend(&entry, "    #     values: [",
                    absl::StrJoin(variant.settings.values_files, ", ",
                                  [&](std::string* out, const std::string& file) {
                                    out->append(fs::path(file).lexically_relative(chart.path).generic_string());
                                  }),
                    "]\n");
  }
  return entry;
}

constexpr char kHead[] = R"(# chartlint checks every variant of every chart; `chartlint config` prints what is in effect.

# default: what a maintainer wants to mend; strict: best practice, too; security; all
profile: default
# Exit with 1 from this severity on: error, warning, note, never
failOn: warning

# The version of your clusters. Without it nothing that depends on a version is said.
# kubeVersion: "1.34"

# error, warning, note or off, by rule; `chartlint rules` lists them
severities: {}

# Flags of your own programs that may be given more than once
# flags:
#   repeatable: [--peer]

# Objects that exist in the cluster without these charts
external: []

# Findings that are accepted, each with a reason
ignore: []
# - rule: strategy-zero-available
#   kind: Deployment
#   name: migrate-.*
#   reason: runs once, on a cluster that is down anyway
#   expires: 2027-01-31
)";

}  // namespace

int RunInit(const Options& options) {
  std::error_code ignored;
  std::string root = options.repo_root.empty() ? FindRepositoryRoot() : fs::absolute(options.repo_root, ignored).string();
  if (root.empty()) root = WorkingDirectory();
  if (const std::string existing = FindConfig(root, root); !existing.empty()) {
    return Fail(absl::StrCat(existing, " exists already"));
  }
  absl::StatusOr<std::vector<std::string>> charts = FindCharts(root);
  if (!charts.ok()) return Fail(std::string(charts.status().message()));
  std::string text =
      absl::StrCat("# yaml-language-server: $schema=", kHomepage, "/raw/main/docs/chartlint.schema.json\n", kHead);
  size_t written = 0;
  std::string entries;
  for (const std::string& path : *charts) {
    absl::StatusOr<std::unique_ptr<Chart>> chart = LoadChart(path);
    if (!chart.ok() || (*chart)->metadata.IsLibrary()) continue;
    absl::StrAppend(&entries, ChartEntry(**chart, fs::path(path).lexically_relative(root).generic_string()));
    ++written;
  }
  if (written > 0) absl::StrAppend(&text, "\n# Charts and how they are rendered\ncharts:\n", entries);
  const std::string file = absl::StrCat(root, "/.chartlint.yaml");
  if (absl::Status status = WriteFileAtomically(file, text); !status.ok()) return Fail(std::string(status.message()));
  const absl::Status told = WriteStdout(absl::StrCat("wrote ", file, ": ", written, written == 1 ? " chart" : " charts", "\n"));
  return told.ok() ? kExitClean : kExitUsage;
}

}  // namespace chartlint
