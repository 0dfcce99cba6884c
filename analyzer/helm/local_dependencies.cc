#include "analyzer/helm/local_dependencies.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/helm/chart_files.h"
#include "analyzer/helm/chart_metadata.h"
#include "analyzer/helm/find_charts.h"

namespace chartlint {
namespace {

namespace fs = std::filesystem;

// Without a loop, too, each level may double what is above it.
constexpr int kMaxLocalDependencies = 256;

const ChartFile* FileNamed(const std::vector<ChartFile>& files, absl::string_view name) {
  const auto found = std::find_if(files.begin(), files.end(), [name](const ChartFile& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

ChartMetadata MetadataOf(const std::vector<ChartFile>& files) {
  ChartMetadata metadata;
  if (const ChartFile* chart = FileNamed(files, "Chart.yaml")) metadata = ParseChartMetadata(chart->bytes);
  if (const ChartFile* requirements = FileNamed(files, "requirements.yaml")) ParseRequirements(requirements->bytes, &metadata);
  return metadata;
}

// "charts/lib-1.0.0.tgz", but not "charts/lib-tools-1.0.0.tgz".
bool IsPackedCopy(absl::string_view file, absl::string_view name) {
  return absl::ConsumePrefix(&file, "charts/") && absl::ConsumePrefix(&file, name) && absl::ConsumePrefix(&file, "-") &&
         absl::ConsumeSuffix(&file, ".tgz") && !file.empty() && file[0] >= '0' && file[0] <= '9' && !absl::StrContains(file, '/');
}

class Taker {
 public:
  explicit Taker(std::vector<ChartProblem>* problems) : problems_(problems) {}

  bool Take(const std::string& folder, std::vector<ChartFile>* files) {
    bool taken = false;
    above_.push_back(Identity(folder));
    for (const ChartDependency& dependency : MetadataOf(*files).dependencies) {
      const std::string place = dependency.LocalFolder(folder);
      if (!place.empty() && !dependency.name.empty()) taken |= TakeOne(place, dependency.name, files);
    }
    above_.pop_back();
    return taken;
  }

 private:
  static fs::path Identity(const std::string& folder) {
    std::error_code error;
    return fs::weakly_canonical(folder, error);
  }

  bool TakeOne(const std::string& place, const std::string& name, std::vector<ChartFile>* files) {
    std::error_code error;
    if (!fs::is_directory(place, error) || !IsChartPath(place)) return false;
    if (std::find(above_.begin(), above_.end(), Identity(place)) != above_.end()) return false;
    if (taken_ == kMaxLocalDependencies) return false;
    const std::string entry = absl::StrCat("charts/", name, "/");
    std::vector<ChartProblem> problems;
    absl::StatusOr<std::vector<ChartFile>> read = ReadChartFolder(place, &problems);
    if (!read.ok()) return false;
    const ChartMetadata metadata = MetadataOf(*read);
    if (metadata.name != name) return false;
    const std::string packed = absl::StrCat("charts/", name, "-", metadata.version, ".tgz");
    for (const ChartFile& file : *files) {
      if (absl::StartsWith(file.name, entry) || (IsPackedCopy(file.name, name) && file.name != packed)) return false;
    }
    ++taken_;
    Take(place, &*read);
    files->erase(std::remove_if(files->begin(), files->end(), [&](const ChartFile& file) { return file.name == packed; }), files->end());
    for (ChartFile& file : *read) {
      if (file.disk_path.empty()) file.disk_path = absl::StrCat(place, "/", file.name);
      file.name.insert(0, entry);
      files->push_back(std::move(file));
    }
    problems_->insert(problems_->end(), problems.begin(), problems.end());
    return true;
  }

  std::vector<ChartProblem>* problems_;
  std::vector<fs::path> above_;  // the charts that we are in
  int taken_ = 0;
};

}  // namespace

bool TakeLocalDependencies(const std::string& folder, std::vector<ChartFile>* files, std::vector<ChartProblem>* problems) {
  return Taker(problems).Take(folder, files);
}

}  // namespace chartlint
