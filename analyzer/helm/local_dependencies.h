// Dependencies that lie in the same repository: `repository: file://../lib`.
//
// `helm dependency build` packs such a folder into charts/, and Helm renders the copy: what was packed last week, or nothing
// where nobody has run it. What is to be checked is the folder itself, at its own lines.
//
// Contract
//   The folder takes the place of the packed copy of its version, and that of a copy that is not there. An unpacked copy, a
//   link, and a packed copy of another version were put there on purpose and stay. So do names that lead to no chart of that
//   name: the dependency is missing, or is not, as it was.
//   The folders' own local dependencies are taken as well. A chart that depends on itself stays without the inner copy,
//   and so does what comes after 256 folders.
// Upstream: helm pkg/downloader/manager.go (tarFromLocalDir), internal/resolver/resolver.go (GetLocalPath): the path is taken
//   from the chart's folder; pkg/chartutil/save.go: the copy is NAME-VERSION.tgz, without what the folder's .helmignore names.
#ifndef CHARTLINT_ANALYZER_HELM_LOCAL_DEPENDENCIES_H_
#define CHARTLINT_ANALYZER_HELM_LOCAL_DEPENDENCIES_H_

#include <string>
#include <vector>

#include "analyzer/helm/archive.h"
#include "analyzer/helm/chart.h"

namespace chartlint {

// Changes the files of the chart in `folder`; true if there was something to change.
bool TakeLocalDependencies(const std::string& folder, std::vector<ChartFile>* files, std::vector<ChartProblem>* problems);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_HELM_LOCAL_DEPENDENCIES_H_
