// How much of the repository a run looks at: whether what matched nothing is a mistake, or was only not looked at.
#ifndef CHARTLINT_ANALYZER_CLI_SCOPE_H_
#define CHARTLINT_ANALYZER_CLI_SCOPE_H_

#include <string>
#include <vector>

#include "analyzer/cli/input.h"
#include "analyzer/cli/settings.h"

namespace chartlint {

struct RunScope {
  bool complete = false;    // everything that the configuration can speak of
  bool all_charts = false;  // every chart below the configuration's base
  std::vector<std::string> charts;  // all of them, relative to the base; filled where the configuration speaks of charts
};

// `named`: the charts are those that the configuration names, and all of them.
RunScope ScopeOf(const Settings& settings, const CheckedPaths& paths, bool named);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_SCOPE_H_
