// `chartlint hook FILE…`: from changed files to what has to be checked, for pre-commit and its like.
//
// Contract
//   A file in a chart stands for its chart: the nearest folder above with a Chart.yaml, and of a chart below another's charts/
//   that other one, since only it is installed. So it does when it is gone. What no render can depend on (a README, a licence)
//   is passed over. With it come all charts below the working directory that are made from what has changed: that have the
//   chart as a `file://` dependency, link to it or to the file (local_charts.h), or name the file as their values in the
//   configuration. A changed configuration stands for the charts that it names.
//   A YAML or JSON file in no chart that holds a Kubernetes object stands for all such files of its folder, as a manifest alone
//   would seem to refer to nothing. All else is passed over.
//   The search upwards ends at the working directory for relative files, as hooks are given them. Each path is told once, in
//   the order of the names.
#ifndef CHARTLINT_ANALYZER_CLI_HOOK_H_
#define CHARTLINT_ANALYZER_CLI_HOOK_H_

#include <string>
#include <vector>

#include "analyzer/cli/settings.h"

namespace chartlint {

// What pre-commit leaves out: files that the commit, or the range of commits, deletes. Relative to the root of the repository,
// which is the working directory of its hooks. Empty if it is not pre-commit that runs us ($PRE_COMMIT), or without git.
// Upstream: pre_commit/git.py (get_staged_files, get_changed_files: --diff-filter=ACMRTUXB), pre_commit/commands/run.py
// (PRE_COMMIT_FROM_REF, PRE_COMMIT_TO_REF).
std::vector<std::string> DeletedFiles();

// Charts and manifests, as SortPaths takes them.
std::vector<std::string> PathsOfChanges(const std::vector<std::string>& files, const Settings& settings);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_HOOK_H_
