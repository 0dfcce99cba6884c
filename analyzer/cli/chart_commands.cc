#include "analyzer/cli/chart_commands.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/cli/chart_options.h"
#include "analyzer/cli/check.h"
#include "analyzer/cli/files.h"
#include "analyzer/cli/input.h"
#include "analyzer/cli/settings.h"
#include "analyzer/cli/variants_block.h"
#include "analyzer/process/interrupts.h"
#include "analyzer/variants/coverage.h"
#include "nlohmann/json.hpp"

namespace chartlint {
namespace {

using Json = nlohmann::ordered_json;

int Fail(absl::string_view message, int exit_code) {
  std::fprintf(stderr, "chartlint: %s\n", std::string(message).c_str());
  return exit_code;
}

// Renders the charts as a check would; `adjust` says what is different. *settings are then in effect.
absl::StatusOr<std::vector<ChartRun>> Render(const Options& asked, void (*adjust)(const Options&, ChartOptions*),
                                             Settings* settings) {
  if (absl::Status loaded = LoadSettings(asked, settings); !loaded.ok()) return loaded;
  absl::StatusOr<CheckedPaths> paths = SortPaths(settings->options);
  if (!paths.ok()) return paths.status();
  if (!paths->manifests.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(paths->manifests.front(), " is no chart and holds none"));
  }
  Interrupts::Install();
  ChartOptions options = ChartOptionsOf(settings->options, JobsOf(settings->options));
  adjust(settings->options, &options);
  for (const std::string& chart : paths->charts) options.setups[chart] = settings->SetupOf(chart);
  return RunCharts(paths->charts, options);
}

void ForBranches(const Options&, ChartOptions* options) {
  options->second_release = false;
  options->tell_branches = true;
}

struct Branches {
  int taken = 0;
  int total = 0;
  double percent() const { return total == 0 ? 100.0 : 100.0 * taken / total; }
};

Branches Count(const ChartRun& run) { return {run.discovery.targets_taken(), run.discovery.targets()}; }

std::string Place(const ChartRun& run, const Branch& branch) {
  return absl::StrCat(run.templates->files()[branch.file].path, ":", branch.place.line);
}

void WriteVariants(const ChartRun& run, std::string* out) {
  const Branches branches = Count(run);
  absl::StrAppend(out, run.path, ": ", run.variants.size(), run.variants.size() == 1 ? " variant, " : " variants, ", branches.taken,
                  " of ", branches.total, " branches\n");
  for (size_t i = 0; i < run.variants.size(); ++i) {
    const VariantFacts& facts = run.facts[i];
    absl::StrAppend(out, "  ", run.variants[i].name, facts.discovered ? "  (found)" : "", "\n");
    if (!facts.set_arguments.empty()) absl::StrAppend(out, "      ", absl::StrJoin(facts.set_arguments, " "), "\n");
    if (!facts.made_up.empty()) absl::StrAppend(out, "      made up: ", absl::StrJoin(facts.made_up, ", "), "\n");
    for (BranchId id : facts.opens) {
      absl::StrAppend(out, "      opens ", Place(run, run.branches->at(id)), " ", run.branches->Describe(id), "\n");
    }
  }
  std::string unreached;
  for (BranchId id = 0; id < static_cast<BranchId>(run.discovery.branches.size()); ++id) {
    const BranchReport& report = run.discovery.branches[id];
    if (!report.target || report.taken) continue;
    absl::StrAppend(&unreached, "    ", Place(run, run.branches->at(id)), " ", run.branches->Describe(id), ": ",
                    UnreachedReasonName(report.reason), report.detail.empty() ? "" : absl::StrCat(" (", report.detail, ")"), "\n");
  }
  if (!unreached.empty()) absl::StrAppend(out, "  not reached:\n", unreached);
}

void WriteCoverage(const ChartRun& run, std::string* out) {
  const Branches all = Count(run);
  absl::StrAppendFormat(out, "%s: %d of %d branches, %.1f %%\n", run.path, all.taken, all.total, all.percent());
  for (const FileCoverage& file : CoverageByFile(*run.templates, *run.branches, run.discovery)) {
    absl::StrAppendFormat(out, "  %5.1f %%  %s", file.total == 0 ? 100.0 : 100.0 * file.taken / file.total, file.file);
    std::vector<std::string> ranges;
    for (const auto& [first, last] : file.never_rendered) {
      ranges.push_back(first == last ? absl::StrCat(first) : absl::StrCat(first, "-", last));
    }
    if (!ranges.empty()) absl::StrAppend(out, "  never rendered: ", absl::StrJoin(ranges, ", "));
    absl::StrAppend(out, "\n");
  }
}

Json CoverageJson(const ChartRun& run) {
  const Branches all = Count(run);
  Json chart = {{"chart", run.path}, {"branches", {{"taken", all.taken}, {"total", all.total}}}, {"files", Json::array()}};
  for (const FileCoverage& file : CoverageByFile(*run.templates, *run.branches, run.discovery)) {
    Json ranges = Json::array();
    for (const auto& [first, last] : file.never_rendered) ranges.push_back({first, last});
    chart["files"].push_back({{"file", file.file}, {"taken", file.taken}, {"total", file.total}, {"neverRendered", ranges}});
  }
  return chart;
}

// Lines within branches that some variant renders count 1, those of branches that none renders 0.
void WriteLcov(const ChartRun& run, std::string* out) {
  for (const FileCoverage& file : CoverageByFile(*run.templates, *run.branches, run.discovery)) {
    absl::StrAppend(out, "TN:\nSF:", run.path, "/", file.file, "\n");
    const int32_t index = run.templates->FindFile(file.file);
    int32_t lines = 0;
    for (char c : run.templates->files()[index].text) lines += c == '\n' ? 1 : 0;
    int32_t hit = 0;
    auto range = file.never_rendered.begin();
    for (int32_t line = 1; line <= lines; ++line) {
      while (range != file.never_rendered.end() && range->second < line) ++range;
      const bool never = range != file.never_rendered.end() && range->first <= line;
      absl::StrAppend(out, "DA:", line, ",", never ? 0 : 1, "\n");
      hit += never ? 0 : 1;
    }
    absl::StrAppend(out, "LF:", lines, "\nLH:", hit, "\nBRF:", file.total, "\nBRH:", file.taken, "\nend_of_record\n");
  }
}

}  // namespace

int RunVariants(const Options& options) {
  Settings settings;
  absl::StatusOr<std::vector<ChartRun>> runs = Render(options, ForBranches, &settings);
  if (Interrupts::Interrupted()) return Interrupts::kExitCode;
  if (!runs.ok()) return Fail(runs.status().message(), kExitInput);
  bool failed = false;
  if (options.write) {
    for (const ChartRun& run : *runs) failed |= TellFailures(run);
    absl::StatusOr<std::string> file = WriteVariantsIntoConfig(*runs, settings);
    if (!file.ok()) return Fail(file.status().message(), kExitInput);
    const absl::Status told = WriteStdout(absl::StrCat("wrote ", *file, "\n"));
    return !told.ok() ? kExitUsage : failed ? kExitInput : kExitClean;
  }
  std::string out = options.page_format == "yaml" ? "charts:\n" : "";
  for (const ChartRun& run : *runs) {
    failed |= TellFailures(run);
    if (run.branches == nullptr) continue;
    if (options.page_format == "yaml") {
      out += ChartEntryOf(run, settings, 2);
    } else {
      WriteVariants(run, &out);
    }
  }
  if (absl::Status written = WriteStdout(out); !written.ok()) return Fail(written.message(), kExitUsage);
  return failed ? kExitInput : kExitClean;
}

int RunCoverage(const Options& options) {
  Settings settings;
  absl::StatusOr<std::vector<ChartRun>> runs = Render(options, ForBranches, &settings);
  if (Interrupts::Interrupted()) return Interrupts::kExitCode;
  if (!runs.ok()) return Fail(runs.status().message(), kExitInput);
  bool failed = false;
  std::string out;
  Json json = {{"version", 1}, {"charts", Json::array()}};
  for (const ChartRun& run : *runs) {
    failed |= TellFailures(run);
    if (run.branches == nullptr) continue;
    if (options.page_format == "json") {
      json["charts"].push_back(CoverageJson(run));
    } else if (options.page_format == "lcov") {
      WriteLcov(run, &out);
    } else {
      WriteCoverage(run, &out);
    }
  }
  if (options.page_format == "json") out = json.dump(2) + "\n";
  if (absl::Status written = WriteStdout(out); !written.ok()) return Fail(written.message(), kExitUsage);
  return failed ? kExitInput : kExitClean;
}

int RunRender(const Options& options) {
  std::error_code error;
  std::filesystem::create_directories(options.output, error);
  if (error) return Fail(absl::StrCat("--output ", options.output, ": ", error.message()), kExitUsage);
  Settings settings;
  const absl::StatusOr<std::vector<ChartRun>> runs = Render(
      options, [](const Options& given, ChartOptions* charts) { charts->render_folder = given.output; }, &settings);
  if (Interrupts::Interrupted()) return Interrupts::kExitCode;
  return runs.ok() ? kExitClean : Fail(runs.status().message(), kExitInput);
}

}  // namespace chartlint
