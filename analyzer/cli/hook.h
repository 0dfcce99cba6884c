// `chartlint hook FILE…`: from changed files to what has to be checked, for pre-commit and its like.
//
// Contract
//   A file in a chart stands for its chart: the nearest folder above with a Chart.yaml, and of a chart below another's charts/
//   that other one, since only it is installed. What no render can depend on (a README, a licence) is passed over. A YAML or
//   JSON file in no chart that holds a Kubernetes object stands for all such files of its folder, as a manifest alone would
//   seem to refer to nothing. All else is passed over, and so are files that are gone.
//   The search upwards ends at the working directory for relative files, as hooks are given them. Each path is told once, in
//   the order of the names.
#ifndef CHARTLINT_ANALYZER_CLI_HOOK_H_
#define CHARTLINT_ANALYZER_CLI_HOOK_H_

#include <string>
#include <vector>

namespace chartlint {

// Charts and manifests, as SortPaths takes them.
std::vector<std::string> PathsOfChanges(const std::vector<std::string>& files);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_HOOK_H_
