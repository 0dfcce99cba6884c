// Runs the real `helm template`: the only judge of what a chart renders.
//
// Contract
//   Helm::Find picks the program: the explicit path, else $HELM_BIN, else `helm` in PATH, and asks it for its version.
//   Template renders one chart with one set of values. No shell, no plugins, no cluster, no network: chart and values
//   must be on disk, and addresses that a values.schema.json refers to lead to a closed port, so the schema is then
//   left out (`schema_skipped`) where Helm can do without (3.16 and later).
//   When the rendered text of a file is no YAML, `text` holds what was rendered all the same.
// Errors
//   Helm::Find: NotFound or FailedPrecondition (too old, no helm at all) with one sentence that says what to install.
//   Template: InvalidArgument (what was asked for is not on disk or is an option in disguise), Cancelled (Ctrl-C),
//   Internal (no memory, no processes). A render that fails is no error: see RenderResult::error.
// Thread safety
//   Helm is immutable; Template may be called from any number of threads.
// Upstream: helm cmd/helm/template.go, cmd/helm/install.go; release names: pkg/chartutil/validate_name.go.
#ifndef CHARTLINT_ANALYZER_HELM_HELM_H_
#define CHARTLINT_ANALYZER_HELM_HELM_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "analyzer/helm/disk_cache.h"
#include "analyzer/helm/render_error.h"

namespace chartlint {

// A program's own default varies with the machine that built it; a report must not.
constexpr absl::string_view kDefaultKubeVersion = "1.34.0";

// Everything that changes what a chart renders, apart from the chart.
struct RenderSettings {
  std::string release = "release-name";
  std::string name_space = "default";
  std::vector<std::string> values_files;  // paths on disk; later ones win
  std::string inline_values;              // YAML; wins over the files, loses to `set`
  std::vector<std::string> set;           // "a.b=c", as after --set
  std::string kube_version = std::string(kDefaultKubeVersion);  // empty: Helm's own default
  std::vector<std::string> api_versions;  // "monitoring.coreos.com/v1"
  bool is_upgrade = false;
  bool include_crds = false;
};

struct RenderLimits {
  absl::Duration time_limit = absl::Seconds(60);
  size_t max_output = 128u << 20;  // bytes
  uint64_t max_memory = uint64_t{4} << 30;  // bytes of the child; 0: none
};

struct RenderResult {
  bool ok = false;
  std::string text;             // what Helm printed
  std::string standard_error;   // warnings, and the reason if not ok
  RenderError error;            // if not ok
  bool schema_skipped = false;  // values were not held against the chart's schema
  bool from_cache = false;
  absl::Duration elapsed;       // of the child, also when it comes from the cache
};

class Helm {
 public:
  // `explicit_path` may be empty. `cache` may be null; with it a program that was asked its version before is not started.
  // Interrupts end the version check as well.
  static absl::StatusOr<Helm> Find(const std::string& explicit_path, const DiskCache* cache = nullptr);

  const std::string& program() const { return program_; }
  // "v3.19.0"; what the program says, without build details.
  const std::string& version() const { return version_; }
  int major() const { return major_; }
  int minor() const { return minor_; }

  absl::StatusOr<RenderResult> Template(const std::string& chart_path, const RenderSettings& settings,
                                        const RenderLimits& limits = {}) const;

  // The command line that Template runs, for people to copy: quoted where a shell needs it. Inline values show as
  // `-f values.yaml`.
  std::string CommandLine(const std::string& chart_path, const RenderSettings& settings) const;

 private:
  Helm() = default;

  std::string program_;
  std::string version_;
  int major_ = 0;
  int minor_ = 0;
};

// The chart's name as a release name: cut at 53 characters, dots and all else that Helm refuses replaced.
std::string DefaultReleaseName(absl::string_view chart_name);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_HELM_H_
