#include "analyzer/cli/check.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/charts/template_places.h"
#include "analyzer/cli/chart_options.h"
#include "analyzer/cli/check_parts.h"
#include "analyzer/cli/files.h"
#include "analyzer/cli/hook.h"
#include "analyzer/cli/input.h"
#include "analyzer/cli/piped_chart.h"
#include "analyzer/cli/scope.h"
#include "analyzer/cli/settings.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/helm/find_charts.h"
#include "analyzer/parallel.h"
#include "analyzer/process/interrupts.h"
#include "analyzer/report/baseline.h"
#include "analyzer/report/github.h"
#include "analyzer/report/html/html.h"
#include "analyzer/report/json.h"
#include "analyzer/report/junit.h"
#include "analyzer/report/markdown.h"
#include "analyzer/report/sarif.h"
#include "analyzer/report/text.h"
#include "analyzer/stopwatch.h"
#include "analyzer/version.h"
#include "rules/catalogue.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxBaselineBytes = 256u << 20;

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

// Findings decide only where everything could be read.
int ExitCode(const Options& options, const ReportView& view) {
  if (view.exit_code != kExitClean) return view.exit_code;
  if (options.fail_on == "never") return kExitClean;
  const bool warnings = options.fail_on != "error";
  const bool notes = options.fail_on == "note";
  const bool found = view.Count(Severity::kError) > 0 || (warnings && view.Count(Severity::kWarning) > 0) ||
                     (notes && view.Count(Severity::kNote) > 0);
  return found ? kExitFindings : kExitClean;
}

bool UseColor(const Options& options) {
  if (options.color != "auto") return options.color == "always";
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) && (terminal == nullptr || absl::string_view(terminal) != "dumb");
}

std::string Write(const ReportRequest& request, const ReportView& view, const Overview& overview, bool color) {
  if (request.format == "json") return WriteJson(view);
  if (request.format == "sarif") return WriteSarif(view);
  if (request.format == "github") return WriteGithub(view);
  if (request.format == "markdown") return WriteMarkdown(view);
  if (request.format == "junit") return WriteJunit(view);
  if (request.format == "html") return WriteHtml(view, overview);
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

ViewOptions FrameOf(const Settings& settings, const std::string& command_line) {
  ViewOptions frame;
  frame.tool_version = kVersion;
  frame.command_line = command_line;
  frame.working_directory = WorkingDirectory();
  frame.repository_root = settings.repository_root;
  for (const RuleInfo& rule : Catalogue()) frame.rules.push_back(&rule);
  for (const RuleInfo& rule : OwnRuleInfos()) frame.rules.push_back(&rule);
  return frame;
}

absl::StatusOr<AnalysisOptions> AnalysisOptionsOf(const Settings& settings) {
  const Options& options = settings.options;
  AnalysisOptions analysis;
  analysis.selection = settings.selection;
  if (absl::Status valid = analysis.selection.Validate(); !valid.ok()) return valid;
  analysis.rules.kube_minor = KubeMinor(options.kube_version);
  if (analysis.rules.kube_minor < 0) {
    return absl::InvalidArgumentError(absl::StrCat("--kube-version ", options.kube_version, " is not a version such as 1.34"));
  }
  analysis.rules.repeatable_flags = settings.repeatable_flags;
  if (settings.facts != nullptr) analysis.facts = settings.facts.get();
  analysis.release.release_namespace = options.release_namespace;
  analysis.release.release_name = options.release_name;
  analysis.release.external = options.external;
  analysis.jobs = JobsOf(options);
  return analysis;
}

// Marks what the baseline knows, or writes it.
absl::Status UseBaseline(const Options& options, const CheckContext& context, ReportView* view) {
  std::vector<BaselineEntry> known;
  if (!options.baseline.empty()) {
    absl::StatusOr<std::string> text = ReadWholeFile(options.baseline, kMaxBaselineBytes);
    if (!text.ok()) return absl::InvalidArgumentError(absl::StrCat("baseline ", options.baseline, ": ", text.status().message()));
    absl::StatusOr<std::vector<BaselineEntry>> read = ReadBaseline(*text);
    if (!read.ok()) return absl::InvalidArgumentError(absl::StrCat("baseline ", options.baseline, ": ", read.status().message()));
    known = *std::move(read);
  }
  if (!options.write_baseline.empty()) {
    const std::string text = WriteBaseline(*view);
    if (absl::Status written = WriteFileAtomically(options.write_baseline, text); !written.ok()) return written;
    absl::StatusOr<std::vector<BaselineEntry>> read = ReadBaseline(text);
    if (!read.ok()) return read.status();
    known = *std::move(read);
  }
  if (options.baseline.empty() && options.write_baseline.empty()) return absl::OkStatus();
  ApplyBaseline(
      known,
      [&](absl::string_view rule) {
        const RuleInfo* info = FindRule(rule);
        return info == nullptr || (context.analysis.selection.Runs(*info) && !context.hidden_rules.contains(rule));
      },
      view);
  return absl::OkStatus();
}

// Renders that were made elsewhere were meant to be used.
void TellMissingRenders(const std::vector<ChartRun>& runs) {
  for (const ChartRun& run : runs) {
    const size_t anew = run.variants.size() - std::min(run.variants.size(), run.from_cache);
    if (anew == 0) continue;
    std::fprintf(stderr, "chartlint: %s: %zu of %zu variants are not in --renders as they are asked for, and were rendered anew\n",
                 run.path.c_str(), anew, run.variants.size());
  }
}

// Manifests that are checked together, and the chart that they were rendered from, where it is found.
struct CheckedRelease {
  RenderSet renders;
  std::unique_ptr<ChartRun> chart;  // holds the renders instead
  std::unique_ptr<TemplatePlaces> places;
};

// False: the configuration is wrong, and that was told.
bool Load(const Options& asked, Settings* settings) {
  const absl::Status loaded = LoadSettings(asked, settings);
  if (!loaded.ok()) std::fputs(std::string(loaded.message()).c_str(), stderr);
  return loaded.ok();
}

int Check(Settings settings, const std::string& command_line) {
  Stopwatch stopwatch;
  const Options& options = settings.options;
  absl::StatusOr<AnalysisOptions> analysis = AnalysisOptionsOf(settings);
  if (!analysis.ok()) return Fail(analysis.status().message());
  std::vector<ReportRequest> reports = options.reports;
  if (absl::Status valid = CheckReports(&reports); !valid.ok()) return Fail(valid.message());
  const bool named = AddConfiguredCharts(&settings);
  absl::StatusOr<CheckedPaths> paths = SortPaths(options);
  if (!paths.ok()) return Fail(paths.status().message());
  const RunScope scope = ScopeOf(settings, *paths, named);

  CheckContext context = {settings, *std::move(analysis), FrameOf(settings, command_line),
                          ConfigIgnores(settings.config.ignores, Today()), Pins(ReadPins(settings.config)), {}, nullptr};
  Overview overview;
  const bool html = std::any_of(reports.begin(), reports.end(), [](const ReportRequest& report) { return report.format == "html"; });
  if (html) context.overview = &overview;
  context.analysis.stopwatch = &stopwatch;
  std::optional<ReportView> view;
  auto add = [&view](ReportView part) {
    if (view.has_value()) {
      view->Append(std::move(part));
    } else {
      view = std::move(part);
    }
  };
  TakeShard(options, &*paths);
  std::deque<CheckedRelease> releases;  // the report refers to their texts
  for (const std::vector<std::string>& manifests : ReleasesOf(options, *paths)) {
    CheckedRelease& release = releases.emplace_back();
    if (absl::Status read = ReadManifests(options, manifests, context.analysis.jobs, &release.renders, &stopwatch); !read.ok()) {
      return Fail(read.message());
    }
    std::string chart = options.chart;
    if (chart.empty() && !settings.repository_root.empty()) chart = FindChartOfRender(".", release.renders);
    if (!chart.empty()) {
      absl::StatusOr<std::unique_ptr<ChartRun>> piped = ChartOfRender(chart, std::move(release.renders));
      if (!piped.ok()) return Fail(absl::StrCat("--chart ", chart, ": ", piped.status().message()));
      release.chart = *std::move(piped);
      release.places = std::make_unique<TemplatePlaces>(*release.chart);
    }
    add(CheckManifests(release.chart != nullptr ? release.chart->renders : release.renders, release.places.get(), &context));
  }
  if (!paths->charts.empty()) {
    Interrupts::Install();
    ChartOptions charts = ChartOptionsOf(options, context.analysis.jobs);
    charts.tell_branches = html;
    for (const std::string& path : paths->charts) charts.setups[path] = settings.SetupOf(path);
    absl::StatusOr<std::vector<ChartRun>> runs = RunCharts(paths->charts, charts);
    if (Interrupts::Interrupted()) return Interrupts::kExitCode;
    if (!runs.ok()) {
      Fail(runs.status().message());
      return kExitInput;
    }
    if (!options.renders.empty()) TellMissingRenders(*runs);
    stopwatch.End("render");
    // Findings of found variants are looked into with further renders: charts side by side.
    AnalysisOptions each = context.analysis;
    each.jobs = std::max<int>(1, each.jobs / std::max<int>(1, static_cast<int>(runs->size())));
    if (runs->size() > 1) each.stopwatch = nullptr;
    std::vector<JudgedChart> judged(runs->size());
    ParallelFor(runs->size(), context.analysis.jobs, [&](size_t i) { judged[i] = JudgeChart((*runs)[i], settings, each); });
    if (runs->size() > 1) stopwatch.End("rules");
    for (size_t i = 0; i < runs->size(); ++i) add(CheckChart(&(*runs)[i], std::move(judged[i]), &context));
  }
  if (!view.has_value()) add(BuildView({}, RenderSet(), context.frame));  // a shard without charts
  if (!settings.config.path.empty()) add(CheckConfiguration(scope, &context));
  if (absl::Status baseline = UseBaseline(options, context, &*view); !baseline.ok()) return Fail(baseline.message());
  view->exit_code = ExitCode(options, *view);
  for (const ReportRequest& request : reports) {
    const std::string report = Write(request, *view, overview, UseColor(options));
    const absl::Status written =
        request.file.empty() ? WriteStdout(report) : WriteFileAtomically(request.file, report);
    if (!written.ok()) return Fail(written.message());
  }
  stopwatch.End("report");
  if (options.timings) std::fputs(stopwatch.Table().c_str(), stderr);
  return view->exit_code;
}

}  // namespace

int RunCheck(const Options& asked, const std::string& command_line) {
  Settings settings;
  return Load(asked, &settings) ? Check(std::move(settings), command_line) : kExitUsage;
}

int RunHook(const Options& asked, const std::string& command_line) {
  Settings settings;
  if (!Load(asked, &settings)) return kExitUsage;
  std::vector<std::string> files = asked.paths;
  for (std::string& file : DeletedFiles()) files.push_back(std::move(file));
  settings.options.paths = PathsOfChanges(files, settings);
  settings.options.by_folder = true;
  return settings.options.paths.empty() ? kExitClean : Check(std::move(settings), command_line);
}

}  // namespace chartlint
