// `chartlint parse FILE…`: what the API server makes of a manifest, one document a line as JSON.
#ifndef CHARTLINT_ANALYZER_CLI_PARSE_H_
#define CHARTLINT_ANALYZER_CLI_PARSE_H_

#include "analyzer/cli/options.h"

namespace chartlint {

// Documents that cannot be parsed are told on stderr; exit code 2 then.
int RunParse(const Options& options);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_PARSE_H_
