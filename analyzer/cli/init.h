// `chartlint init`: a first .chartlint.yaml from what is in the repository.
#ifndef CHARTLINT_ANALYZER_CLI_INIT_H_
#define CHARTLINT_ANALYZER_CLI_INIT_H_

#include "analyzer/cli/options.h"

namespace chartlint {

// Writes `.chartlint.yaml` into the repository's root (the working directory where there is none): every setting with a
// comment, the charts and the variants that are found by convention. Never overwrites: exit code 3 if one is there.
int RunInit(const Options& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_INIT_H_
