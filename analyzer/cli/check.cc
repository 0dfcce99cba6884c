#include "analyzer/cli/check.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/charts/template_places.h"
#include "analyzer/cli/files.h"
#include "analyzer/cli/input.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/process/interrupts.h"
#include "analyzer/report/json.h"
#include "analyzer/report/sarif.h"
#include "analyzer/report/text.h"
#include "analyzer/report/view.h"
#include "analyzer/version.h"
#include "rules/catalogue.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

int Fail(absl::string_view message) {
  std::fprintf(stderr, "chartlint: %.*s\n", static_cast<int>(message.size()), message.data());
  return kExitUsage;
}

// "1.34", "v1.34.2" -> 34; 0 if not told, -1 if not understood.
int KubeMinor(absl::string_view version) {
  if (version.empty()) return 0;
  absl::ConsumePrefix(&version, "v");
  const std::vector<absl::string_view> parts = absl::StrSplit(version, '.');
  int minor = 0;
  if (parts.size() < 2 || parts[0] != "1" || !absl::SimpleAtoi(parts[1], &minor)) return -1;
  return minor;
}

int ExitCode(const Options& options, const std::vector<Finding>& findings, size_t unreadable) {
  if (unreadable > 0) return kExitInput;
  if (options.fail_on == "never") return kExitClean;
  for (const Finding& finding : findings) {
    if (options.fail_on == "note") return kExitFindings;
    if (finding.severity == Severity::kError) return kExitFindings;
    if (finding.severity == Severity::kWarning && options.fail_on == "warning") return kExitFindings;
  }
  return kExitClean;
}

bool UseColor(const Options& options) {
  if (options.color != "auto") return options.color == "always";
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) && (terminal == nullptr || absl::string_view(terminal) != "dumb");
}

std::string Write(const ReportRequest& request, const ReportView& view, bool color) {
  if (request.format == "json") return WriteJson(view);
  if (request.format == "sarif") return WriteSarif(view);
  TextOptions text;
  text.color = color && request.file.empty();
  return WriteText(view, text);
}

// stdout carries one report: the one without a file, or the text when all others have one.
absl::Status CheckReports(std::vector<ReportRequest>* reports) {
  size_t to_stdout = 0;
  for (const ReportRequest& report : *reports) to_stdout += report.file.empty() ? 1 : 0;
  if (to_stdout > 1) return absl::InvalidArgumentError("stdout carries one report: give the others a file, --format sarif=FILE");
  if (to_stdout == 0) reports->push_back({"text", ""});
  return absl::OkStatus();
}

ViewOptions FrameOf(const Options& options, const std::string& command_line) {
  ViewOptions frame;
  frame.tool_version = kVersion;
  frame.command_line = command_line;
  frame.working_directory = WorkingDirectory();
  std::error_code ignored;
  frame.repository_root =
      options.repo_root.empty() ? FindRepositoryRoot() : fs::absolute(options.repo_root, ignored).string();
  for (const RuleInfo& rule : Catalogue()) frame.rules.push_back(&rule);
  return frame;
}

ReportView CheckManifests(const Options& options, const RenderSet& renders, const AnalysisOptions& analysis_options,
                          ViewOptions frame) {
  const Analysis analysis = Analyze(renders, analysis_options);
  frame.objects = analysis.object_count;
  frame.exit_code = ExitCode(options, analysis.findings, analysis.unreadable);
  return BuildView(analysis.findings, renders, frame);
}

ReportView CheckChart(const Options& options, ChartRun& run, const AnalysisOptions& analysis_options, ViewOptions frame) {
  Analysis analysis = Analyze(run.renders, analysis_options);
  std::vector<Finding> findings;
  // What could not be rendered is said whatever rules are selected: nothing is lost in silence.
  const size_t failures = run.findings.size();
  std::move(run.findings.begin(), run.findings.end(), std::back_inserter(findings));
  std::move(analysis.findings.begin(), analysis.findings.end(), std::back_inserter(findings));
  frame.objects = analysis.object_count;
  frame.exit_code = ExitCode(options, findings, analysis.unreadable + run.failed);
  std::unique_ptr<TemplatePlaces> places;
  if (run.chart != nullptr) {
    places = std::make_unique<TemplatePlaces>(run);
    frame.places = places.get();
  }
  ReportView view = BuildView(findings, run.renders, frame);
  view.unreadable += run.failed;
  for (size_t i = 0; i < failures; ++i) {
    view.notifications.push_back({true, view.findings[i].message, view.findings[i].primary});
  }
  // Texts of the chart end with the run; what the writers need of them is kept in the view.
  view.OwnTexts();
  return view;
}

ChartOptions ChartOptionsOf(const Options& options, int jobs) {
  ChartOptions charts;
  charts.helm = options.helm;
  charts.helm_timeout = absl::Seconds(options.helm_timeout);
  charts.use_cache = !options.no_cache;
  charts.jobs = jobs;
  charts.release = options.release_name;
  charts.release_namespace = options.release_namespace;
  charts.kube_version = options.kube_version;
  charts.api_versions = options.api_versions;
  charts.values = options.values;
  if (isatty(STDERR_FILENO)) {
    charts.on_progress = [](const RenderProgress& progress) {
      std::fprintf(stderr, "\r\x1b[Krendering %zu of %zu: %s", progress.done, progress.all, progress.chart->path.c_str());
      if (progress.done == progress.all) std::fputs("\r\x1b[K", stderr);
      std::fflush(stderr);
    };
  }
  return charts;
}

}  // namespace

int RunCheck(const Options& options, const std::string& command_line) {
  AnalysisOptions analysis_options;
  Selection& selection = analysis_options.selection;
  selection.SetProfile(options.profile);
  selection.only = options.rules;
  selection.disable = options.disable;
  if (absl::Status valid = selection.Validate(); !valid.ok()) return Fail(valid.message());
  analysis_options.rules.kube_minor = KubeMinor(options.kube_version);
  if (analysis_options.rules.kube_minor < 0) {
    return Fail(absl::StrCat("--kube-version ", options.kube_version, " is not a version such as 1.34"));
  }
  analysis_options.release.release_namespace = options.release_namespace;
  analysis_options.release.release_name = options.release_name;
  analysis_options.release.external = options.external;
  analysis_options.jobs = options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<ReportRequest> reports = options.reports;
  if (absl::Status valid = CheckReports(&reports); !valid.ok()) return Fail(valid.message());

  absl::StatusOr<CheckedPaths> paths = SortPaths(options);
  if (!paths.ok()) return Fail(paths.status().message());

  const ViewOptions frame = FrameOf(options, command_line);
  std::optional<ReportView> view;
  auto add = [&view](ReportView part) {
    if (view.has_value()) {
      view->Append(std::move(part));
    } else {
      view = std::move(part);
    }
  };
  RenderSet renders;
  if (paths->charts.empty() || !paths->manifests.empty()) {
    if (absl::Status read = ReadManifests(options, paths->manifests, analysis_options.jobs, &renders); !read.ok()) {
      return Fail(read.message());
    }
    add(CheckManifests(options, renders, analysis_options, frame));
  }
  if (!paths->charts.empty()) {
    Interrupts::Install();
    absl::StatusOr<std::vector<ChartRun>> runs = RunCharts(paths->charts, ChartOptionsOf(options, analysis_options.jobs));
    if (Interrupts::Interrupted()) return Interrupts::kExitCode;
    if (!runs.ok()) {
      Fail(runs.status().message());
      return kExitInput;
    }
    for (ChartRun& run : *runs) add(CheckChart(options, run, analysis_options, frame));
  }
  for (const ReportRequest& request : reports) {
    const std::string report = Write(request, *view, UseColor(options));
    const absl::Status written =
        request.file.empty() ? WriteStdout(report) : WriteFileAtomically(request.file, report);
    if (!written.ok()) return Fail(written.message());
  }
  return view->exit_code;
}

}  // namespace chartlint
