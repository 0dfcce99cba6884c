// Which charts of a repository are made from what lies elsewhere in it: `file://` dependencies, links in their folders.
//
// Contract
//   Uses that are followed: the repository of a dependency, `file://../lib`, taken from the chart's folder as Helm does; and
//   every link below the chart's folder, to a folder (charts/lib -> ../../lib) or to a file. Sub-charts that are unpacked in
//   charts/ count as their chart.
// Errors
//   None: what cannot be read uses nothing. Whoever loads the chart tells of it.
// Lifetime
//   Looks at the files once, when it is made; owns everything.
// Upstream: helm pkg/downloader/manager.go (tarFromLocalDir), internal/resolver/resolver.go (GetLocalPath),
//   pkg/chart/loader (links are followed).
#ifndef CHARTLINT_ANALYZER_HELM_LOCAL_CHARTS_H_
#define CHARTLINT_ANALYZER_HELM_LOCAL_CHARTS_H_

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace chartlint {

class LocalCharts {
 public:
  // The charts below a folder (find_charts.h).
  explicit LocalCharts(const std::string& folder);

  // More that a chart is made from: values files elsewhere, say. `chart` as in Paths().
  void AddUse(const std::string& chart, const std::string& path);

  // Paths of all charts, sorted; without a leading "./", and "." for the folder "." itself.
  std::vector<std::string> Paths() const;

  // Of them those that use one of the files, or the folder that one is in, or a chart that does. Paths sorted.
  std::vector<std::string> UsersOf(const std::vector<std::string>& files) const;

 private:
  struct Entry {
    std::string path;
    std::filesystem::path location;        // links resolved
    std::set<std::filesystem::path> uses;  // likewise
  };
  std::vector<Entry> charts_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_LOCAL_CHARTS_H_
