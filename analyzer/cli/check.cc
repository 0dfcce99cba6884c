#include "analyzer/cli/check.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzer/cli/files.h"
#include "analyzer/cli/stdin.h"
#include "analyzer/engine/analysis.h"
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

// Every file or folder directly in `folder` is a variant named by its stem.
absl::Status AddVariantsOf(const std::string& folder, RenderReader* reader) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    const std::string extension = at->path().extension().string();
    const bool manifest = extension == ".yaml" || extension == ".yml" || extension == ".json";
    std::error_code ignored;
    if (name[0] != '.' && (manifest || fs::is_directory(at->path(), ignored))) entries.push_back(at->path());
  }
  if (error) return absl::InvalidArgumentError(absl::StrCat("cannot read --variants ", folder, ": ", error.message()));
  if (entries.empty()) return absl::InvalidArgumentError(absl::StrCat("no manifests in --variants ", folder));
  std::sort(entries.begin(), entries.end());
  for (const fs::path& entry : entries) {
    std::error_code ignored;
    const bool is_folder = fs::is_directory(entry, ignored);
    reader->AddPath(reader->Variant((is_folder ? entry.filename() : entry.stem()).string()), entry.string());
  }
  return absl::OkStatus();
}

absl::Status ReadInput(const Options& options, RenderReader* reader, RenderSet* renders) {
  const bool named = !options.variants.empty() || !options.variants_dir.empty();
  std::vector<std::string> paths = options.paths;
  if (paths.empty() && !named) {
    if (isatty(STDIN_FILENO)) {
      return absl::InvalidArgumentError(
          "nothing to check: name files or folders, or pipe manifests in (`helm template . | chartlint`)");
    }
    paths.push_back("-");
  }
  if (named && !paths.empty()) {
    return absl::InvalidArgumentError("PATH and --variant do not go together: give each variant a name");
  }
  for (const std::string& path : paths) {
    const uint32_t variant = reader->Variant("default");
    if (path == "-") {
      std::string text;
      if (absl::Status read = ReadStdin(&text); !read.ok()) {
        renders->problems.push_back({"<stdin>", 0, std::string(read.message()), variant, true});
        continue;
      }
      reader->AddText(variant, "<stdin>", std::move(text));
    } else {
      reader->AddPath(variant, path);
    }
  }
  if (!options.variants_dir.empty()) {
    if (absl::Status added = AddVariantsOf(options.variants_dir, reader); !added.ok()) return added;
  }
  for (const auto& [name, path] : options.variants) reader->AddPath(reader->Variant(name), path);
  return absl::OkStatus();
}

int ExitCode(const Options& options, const Analysis& analysis) {
  if (analysis.unreadable > 0) return kExitInput;
  if (options.fail_on == "never") return kExitClean;
  for (const Finding& finding : analysis.findings) {
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

ReportView MakeView(const Options& options, const RenderSet& renders, const Analysis& analysis,
                    const std::string& command_line) {
  ViewOptions view_options;
  view_options.tool_version = kVersion;
  view_options.command_line = command_line;
  view_options.working_directory = WorkingDirectory();
  std::error_code ignored;
  view_options.repository_root =
      options.repo_root.empty() ? FindRepositoryRoot() : fs::absolute(options.repo_root, ignored).string();
  view_options.objects = analysis.object_count;
  view_options.exit_code = ExitCode(options, analysis);
  for (const RuleInfo& rule : Catalogue()) view_options.rules.push_back(&rule);
  return BuildView(analysis.findings, renders, view_options);
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

  RenderSet renders;
  RenderReader reader(&renders);
  if (absl::Status read = ReadInput(options, &reader, &renders); !read.ok()) return Fail(read.message());
  reader.Finish(analysis_options.jobs);
  if (renders.documents.empty() && renders.problems.empty() && !options.allow_empty) {
    const std::string first = renders.sources.empty() ? "<stdin>" : renders.sources.front().path;
    renders.problems.push_back(
        {first, 0, "nothing to check: did the renderer fail? (--allow-empty if this is fine)", 0, true});
  }

  const Analysis analysis = Analyze(renders, analysis_options);
  const ReportView view = MakeView(options, renders, analysis, command_line);
  for (const ReportRequest& request : reports) {
    const std::string report = Write(request, view, UseColor(options));
    const absl::Status written =
        request.file.empty() ? WriteStdout(report) : WriteFileAtomically(request.file, report);
    if (!written.ok()) return Fail(written.message());
  }
  return view.exit_code;
}

}  // namespace chartlint
