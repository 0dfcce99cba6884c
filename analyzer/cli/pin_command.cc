#include "analyzer/cli/pin_command.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzer/charts/chart_run.h"
#include "analyzer/cli/chart_options.h"
#include "analyzer/cli/check.h"
#include "analyzer/cli/files.h"
#include "analyzer/cli/input.h"
#include "analyzer/cli/settings.h"
#include "analyzer/engine/nearest.h"
#include "analyzer/pins/current_pins.h"
#include "analyzer/process/interrupts.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/yaml/writing.h"

namespace chartlint {
namespace {

int Fail(absl::string_view message, int exit_code = kExitUsage) {
  std::fprintf(stderr, "chartlint: %s\n", Printable(message).c_str());
  return exit_code;
}

// The renders of one chart, or of manifests that are one release.
struct Place {
  std::string chart;  // relative to the configuration's base; empty: manifests
  const RenderSet* renders;
  std::vector<bool> discovered;
  std::vector<RenderedWorkload> workloads;
};

// Says on stderr what could not be read or rendered. True if there was something.
bool TellProblems(const RenderSet& renders) {
  bool told = false;
  for (const InputProblem& problem : renders.problems) {
    Fail(absl::StrCat(problem.path, ": ", problem.message));
    told |= problem.fatal;
  }
  for (const DistinctDocument& document : renders.documents) {
    if (!document.document->problem()) continue;
    Fail(absl::StrCat(renders.sources[document.occurrences.front().source].path, ": ", document.document->problem()->message));
    told = true;
  }
  return told;
}

std::string Unknown(const std::string& object, const std::vector<Place>& places) {
  std::vector<std::string> titles;
  for (const Place& place : places) {
    for (const RenderedWorkload& workload : place.workloads) titles.push_back(workload.object->Title());
  }
  std::sort(titles.begin(), titles.end());
  titles.erase(std::unique(titles.begin(), titles.end()), titles.end());
  if (titles.empty()) return absl::StrCat("no variant renders ", object, ", nor any other workload");
  std::string near = DidYouMean(object, {titles.begin(), titles.end()});
  if (near.empty()) {
    constexpr size_t kMost = 10;
    const size_t more = titles.size() > kMost ? titles.size() - kMost : 0;
    titles.resize(titles.size() - more);
    near = absl::StrCat("; there are ", absl::StrJoin(titles, ", "), more > 0 ? absl::StrCat(" and ", more, " more") : "");
  }
  return absl::StrCat("no variant renders the workload ", object, near);
}

// With the indentation of the list that is there already; under `pins:` of its own where there is none.
std::string ToAdd(const Config& config, const std::string& entries) {
  const Node pins = config.files.empty() ? Node() : config.files.front().document->root()["pins"];
  const bool fresh = pins.Items().empty();
  std::string text = fresh ? "pins:\n" : "";
  for (absl::string_view line : absl::StrSplit(entries, '\n', absl::SkipEmpty())) {
    absl::StrAppend(&text, std::string(DashIndent(pins), ' '), line, "\n");
  }
  const std::string file = config.path.empty() ? ".chartlint.yaml" : config.path;
  return absl::StrCat(fresh ? "# To be added to " : "# To be added to the list `pins:` of ", Printable(file),
                      ". Leave what may change; say why the rest must stay.\n", text);
}

}  // namespace

int RunPin(const Options& asked) {
  Settings settings;
  if (absl::Status loaded = LoadSettings(asked, &settings); !loaded.ok()) {
    std::fputs(std::string(loaded.message()).c_str(), stderr);
    return kExitUsage;
  }
  const Options& options = settings.options;
  const std::string& object = options.object;
  const size_t slash = object.find('/');
  if (slash == std::string::npos || slash == 0 || slash + 1 == object.size()) {
    return Fail(absl::StrCat("'", object, "' is not KIND/NAME, such as Deployment/web"));
  }
  // Where the file will lie that the pins are for.
  if (settings.config.base.empty()) {
    settings.config.base = settings.repository_root.empty() ? WorkingDirectory() : settings.repository_root;
  }
  AddConfiguredCharts(&settings);
  absl::StatusOr<CheckedPaths> paths = SortPaths(options);
  if (!paths.ok()) return Fail(paths.status().message());

  std::vector<Place> places;
  bool incomplete = false;
  std::deque<RenderSet> manifests;
  for (const std::vector<std::string>& files : ReleasesOf(options, *paths)) {
    RenderSet& renders = manifests.emplace_back();
    if (absl::Status read = ReadManifests(options, files, JobsOf(options), &renders, nullptr); !read.ok()) return Fail(read.message());
    incomplete |= TellProblems(renders);
    places.push_back({"", &renders, {}, WorkloadsOf(renders)});
  }
  absl::StatusOr<std::vector<ChartRun>> runs = std::vector<ChartRun>();
  if (!paths->charts.empty()) {
    Interrupts::Install();
    ChartOptions charts = ChartOptionsOf(options, JobsOf(options));
    charts.second_release = false;
    for (const std::string& path : paths->charts) charts.setups[path] = settings.SetupOf(path);
    runs = RunCharts(paths->charts, charts);
    if (Interrupts::Interrupted()) return Interrupts::kExitCode;
    if (!runs.ok()) return Fail(runs.status().message(), kExitInput);
    for (const ChartRun& run : *runs) {
      incomplete |= TellFailures(run) || TellProblems(run.renders);
      std::vector<bool> discovered;
      for (const VariantFacts& facts : run.facts) discovered.push_back(facts.discovered);
      places.push_back({settings.RelativeToBase(run.path), &run.renders, std::move(discovered), WorkloadsOf(run.renders)});
    }
  }

  const Pattern name = Pattern::Glob(object.substr(slash + 1));
  std::vector<PinSubject> subjects;
  for (const Place& place : places) {
    PinSubject subject = {object, place.chart, {}, place.renders->variants, place.discovered};
    for (const RenderedWorkload& workload : place.workloads) {
      if (workload.object->kind == object.substr(0, slash) && name.Matches(workload.object->name)) subject.workloads.push_back(&workload);
    }
    if (!subject.workloads.empty()) subjects.push_back(std::move(subject));
  }
  if (subjects.empty()) return Fail(Unknown(object, places), incomplete ? kExitInput : kExitUsage);
  if (subjects.size() > 1) {
    return Fail(absl::StrCat(object, " is rendered by ",
                             absl::StrJoin(subjects, ", ",
                                           [](std::string* out, const PinSubject& subject) {
                                             out->append(subject.chart.empty() ? "manifests" : subject.chart);
                                           }),
                             ": name one of them"));
  }
  const CurrentPins pins = PinsThatHold(subjects.front());
  std::string out = ToAdd(settings.config, pins.entries);
  if (!pins.left_out.empty()) {
    absl::StrAppend(&out, "# These variants, which chartlint found, differ further: ", absl::StrJoin(pins.left_out, ", "),
                    ". Name them in the configuration to pin what holds there.\n");
  }
  if (absl::Status written = WriteStdout(out); !written.ok()) return Fail(written.message());
  return incomplete ? kExitInput : kExitClean;
}

}  // namespace chartlint
