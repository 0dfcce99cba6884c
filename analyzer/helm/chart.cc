#include "analyzer/helm/chart.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/helm/local_dependencies.h"
#include "analyzer/helm/staged_chart.h"

namespace chartlint {
namespace {

// Archives in archives in archives: what one chart may unpack to in all, and how deep.
constexpr size_t kMaxUnpackedBytes = 512u << 20;
constexpr int kMaxChartDepth = 16;

bool Any(const ChartFile&) { return true; }

std::string Digest(const std::vector<ChartFile>& files, bool (*counts)(const ChartFile&)) {
  XXH3_state_t* state = XXH3_createState();
  XXH3_128bits_reset(state);
  for (const ChartFile& file : files) {
    if (!counts(file)) continue;
    // Lengths keep "ab"+"c" apart from "a"+"bc".
    const std::string head = absl::StrCat(file.name.size(), ":", file.name, ":", file.bytes.size(), ":");
    XXH3_128bits_update(state, head.data(), head.size());
    XXH3_128bits_update(state, file.bytes.data(), file.bytes.size());
  }
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits_digest(state));
  XXH3_freeState(state);
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest.digest), sizeof digest.digest));
}

// Files of a chart that Helm itself reads, sub-charts included.
bool TakesPart(const ChartFile& file) {
  static constexpr absl::string_view kFolders[] = {"templates/", "crds/", "charts/"};
  for (absl::string_view folder : kFolders) {
    if (absl::StartsWith(file.name, folder)) return true;
  }
  static constexpr absl::string_view kFiles[] = {"Chart.yaml",         "Chart.lock",        "values.yaml",
                                                 "values.schema.json", "requirements.yaml", "requirements.lock"};
  return std::find(std::begin(kFiles), std::end(kFiles), file.name) != std::end(kFiles);
}

bool ReadsOtherFiles(const Chart& chart) {
  for (const ChartFile& file : chart.files) {
    const bool has_actions = absl::StartsWith(file.name, "templates/") || file.name == "values.yaml" || file.name == "Chart.yaml";
    if (has_actions && NamesFiles(file.bytes)) return true;
  }
  // A named template of a sub-chart may be handed the parent's context.
  return std::any_of(chart.subcharts.begin(), chart.subcharts.end(), [](const auto& part) { return ReadsOtherFiles(*part); });
}

bool ByName(const ChartFile& a, const ChartFile& b) { return a.name < b.name; }

// Turns files into charts; problems of all depths go to the outermost chart.
class ChartBuilder {
 public:
  explicit ChartBuilder(Chart* root) : root_(root) {}

  void Build(std::vector<ChartFile> files, int depth, Chart* chart) {
    std::sort(files.begin(), files.end(), ByName);
    std::map<std::string, std::vector<ChartFile>> entries;  // of charts/
    for (ChartFile& file : files) {
      if (absl::StartsWith(file.name, "charts/") && !absl::EndsWith(file.name, ".prov")) {
        const std::string below = file.name.substr(7);
        const size_t slash = below.find('/');
        file.name = slash == std::string::npos ? "" : below.substr(slash + 1);
        entries[below.substr(0, slash)].push_back(std::move(file));
      } else {
        chart->files.push_back(std::move(file));
      }
    }
    ReadMetadata(chart);
    for (auto& entry : entries) AddSubchart(entry.first, std::move(entry.second), depth + 1, chart);
  }

 private:
  void Complain(ChartProblem::Kind kind, std::string file, uint32_t line, std::string message, std::string hint = "") {
    root_->problems.push_back({kind, std::move(file), line, std::move(message), std::move(hint)});
  }

  void ReadMetadata(Chart* chart) {
    const ChartFile* chart_yaml = chart->Find("Chart.yaml");
    if (chart_yaml == nullptr) return;
    chart->metadata = ParseChartMetadata(chart_yaml->bytes);
    if (const ChartFile* requirements = chart->Find("requirements.yaml")) {
      ParseRequirements(requirements->bytes, &chart->metadata);
    }
    const ChartMetadata& metadata = chart->metadata;
    if (!metadata.problem.empty()) {
      const bool in_requirements = absl::StartsWith(metadata.problem, "requirements.yaml");
      const ChartFile* file = in_requirements ? chart->Find("requirements.yaml") : chart_yaml;
      if (chart->packed) {
        Complain(ChartProblem::Kind::kInvalidMetadata, chart->archive, 0,
                 absl::StrCat(metadata.problem, " (", chart->PathInArchive(*file), ":", metadata.problem_line, " in the archive)"));
      } else {
        Complain(ChartProblem::Kind::kInvalidMetadata, chart->PathOf(*file), metadata.problem_line, metadata.problem);
      }
    }
  }

  void AddSubchart(const std::string& entry, std::vector<ChartFile> files, int depth, Chart* parent) {
    if (entry[0] == '_' || entry[0] == '.') return;  // Helm's way to switch one off
    const bool archive = absl::EndsWith(entry, ".tgz");
    const std::string location = absl::StrCat(parent->location, "/charts/", entry);
    if (!archive) {
      // Files directly in charts/, such as a README, belong to no chart.
      files.erase(std::remove_if(files.begin(), files.end(), [](const ChartFile& f) { return f.name.empty(); }),
                  files.end());
      if (files.empty()) return;
    }
    if (depth > kMaxChartDepth) {
      Complain(ChartProblem::Kind::kInvalidSubchart, location, 0, "sub-charts are nested too deeply to be loaded");
      return;
    }
    if (archive) {
      absl::StatusOr<std::vector<ChartFile>> unpacked = ReadChartArchive(files[0].bytes);
      if (!unpacked.ok()) {
        Complain(ChartProblem::Kind::kInvalidSubchart, location, 0,
                 absl::StrCat("cannot be unpacked: ", unpacked.status().message()));
        return;
      }
      files = *std::move(unpacked);
      for (const ChartFile& file : files) unpacked_bytes_ += file.bytes.size();
      if (unpacked_bytes_ > kMaxUnpackedBytes) {
        Complain(ChartProblem::Kind::kTooLarge, location, 0, "the packed sub-charts are too large to be loaded");
        return;
      }
    }
    auto chart = std::make_unique<Chart>();
    chart->path = root_->path;
    chart->location = location;
    chart->packed = parent->packed || archive;
    if (chart->packed) chart->archive = parent->packed ? parent->archive : location;
    Build(std::move(files), depth, chart.get());
    if (chart->Find("Chart.yaml") == nullptr) {
      Complain(ChartProblem::Kind::kInvalidSubchart, location, 0, "is no chart: it has no Chart.yaml",
               "move it out of charts/, or let its name begin with _ or .");
      return;
    }
    parent->subcharts.push_back(std::move(chart));
  }

  Chart* const root_;
  size_t unpacked_bytes_ = 0;
};

// Helm looks for the dependencies of the outermost chart only, and by name only.
void FindMissingDependencies(Chart* chart) {
  for (const ChartDependency& dependency : chart->metadata.dependencies) {
    if (dependency.name.empty() || chart->Subchart(dependency) != nullptr) continue;
    ChartProblem problem;
    problem.kind = ChartProblem::Kind::kMissingDependency;
    problem.file = chart->packed ? chart->path : absl::StrCat(chart->path, "/", chart->metadata.dependencies_file);
    problem.line = chart->packed ? 0 : dependency.line;
    problem.message = absl::StrCat("dependency ", dependency.name, dependency.version.empty() ? "" : " ",
                                   dependency.version, " is not in charts/");
    problem.hint = absl::StrCat("run `helm dependency build ", chart->path, "`");
    chart->problems.push_back(std::move(problem));
  }
}

}  // namespace

const ChartFile* Chart::Find(absl::string_view name) const {
  const auto found = std::lower_bound(files.begin(), files.end(), name,
                                      [](const ChartFile& file, absl::string_view wanted) { return file.name < wanted; });
  return found != files.end() && found->name == name ? &*found : nullptr;
}

std::vector<const ChartFile*> Chart::Templates() const {
  std::vector<const ChartFile*> templates;
  for (const ChartFile& file : files) {
    if (absl::StartsWith(file.name, "templates/")) templates.push_back(&file);
  }
  return templates;
}

std::vector<const ChartFile*> Chart::Crds() const {
  std::vector<const ChartFile*> crds;
  for (const ChartFile& file : files) {
    if (absl::StartsWith(file.name, "crds/")) crds.push_back(&file);
  }
  return crds;
}

const Chart* Chart::Subchart(const ChartDependency& dependency) const {
  for (const auto& chart : subcharts) {
    if (chart->metadata.name == dependency.name) return chart.get();
  }
  return nullptr;
}

bool NamesFiles(absl::string_view text) {
  constexpr absl::string_view kWord = "Files";
  for (size_t at = text.find(kWord); at != absl::string_view::npos; at = text.find(kWord, at + 1)) {
    const size_t end = at + kWord.size();
    const bool begins = at == 0 || !absl::ascii_isalnum(static_cast<unsigned char>(text[at - 1]));
    if (begins && (end == text.size() || !absl::ascii_isalnum(static_cast<unsigned char>(text[end])))) return true;
  }
  return false;
}

std::string Chart::PathOf(const ChartFile& file) const {
  return file.disk_path.empty() ? absl::StrCat(location, "/", file.name) : file.disk_path;
}

std::string Chart::PathInArchive(const ChartFile& file) const {
  const absl::string_view folder = absl::string_view(location).substr(archive.size());
  return folder.empty() ? file.name : absl::StrCat(absl::StripPrefix(folder, "/"), "/", file.name);
}

absl::StatusOr<std::unique_ptr<Chart>> LoadChart(const std::string& path) {
  auto chart = std::make_unique<Chart>();
  chart->path = path.size() > 1 ? std::string(absl::StripSuffix(path, "/")) : path;
  chart->location = chart->path;
  struct stat info;
  if (stat(path.c_str(), &info) != 0) return absl::NotFoundError(absl::StrCat("there is no ", path));

  std::vector<ChartFile> files;
  if (S_ISDIR(info.st_mode)) {
    struct stat chart_yaml;
    if (stat(absl::StrCat(path, "/Chart.yaml").c_str(), &chart_yaml) != 0) {
      return absl::NotFoundError(absl::StrCat(path, " is no chart: it has no Chart.yaml"));
    }
    absl::StatusOr<std::vector<ChartFile>> read = ReadChartFolder(chart->path, &chart->problems);
    if (!read.ok()) return read.status();
    files = *std::move(read);
    if (TakeLocalDependencies(chart->path, &files, &chart->problems)) chart->staged = std::make_shared<const StagedChart>(files);
  } else {
    absl::StatusOr<std::string> bytes = ReadWholeFile(path, kMaxChartBytes);
    if (!bytes.ok()) return bytes.status();
    absl::StatusOr<std::vector<ChartFile>> read = ReadChartArchive(*bytes);
    if (!read.ok()) return absl::Status(read.status().code(), absl::StrCat(path, ": ", read.status().message()));
    files = *std::move(read);
    chart->packed = true;
    chart->archive = chart->path;
  }
  std::sort(files.begin(), files.end(), ByName);
  chart->digest = Digest(files, Any);
  chart->render_digest = Digest(files, TakesPart);
  ChartBuilder(chart.get()).Build(std::move(files), 0, chart.get());
  if (ReadsOtherFiles(*chart)) chart->render_digest = chart->digest;
  if (chart->Find("Chart.yaml") == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(path, " is no chart: it has no Chart.yaml that Helm would load"));
  }
  FindMissingDependencies(chart.get());
  return chart;
}

ChartFileReference FindTemplate(const Chart& root, absl::string_view helm_path) {
  const Chart* chart = &root;
  if (!absl::ConsumePrefix(&helm_path, absl::StrCat(root.metadata.name, "/"))) return {};
  while (absl::ConsumePrefix(&helm_path, "charts/")) {
    const absl::string_view name = helm_path.substr(0, helm_path.find('/'));
    const Chart* next = nullptr;
    for (const ChartDependency& dependency : chart->metadata.dependencies) {
      if (dependency.EffectiveName() == name) next = chart->Subchart(dependency);
      if (next != nullptr) break;
    }
    for (const auto& subchart : chart->subcharts) {
      if (next == nullptr && subchart->metadata.name == name) next = subchart.get();
    }
    if (next == nullptr || name.size() == helm_path.size()) return {};
    chart = next;
    helm_path.remove_prefix(name.size() + 1);
  }
  const ChartFile* file = chart->Find(helm_path);
  if (file == nullptr) return {};
  return {chart, file};
}

}  // namespace chartlint
