// `chartlint manpage`: the manual page chartlint(1), made from the table that --help is made from.
#ifndef CHARTLINT_ANALYZER_CLI_MANPAGE_H_
#define CHARTLINT_ANALYZER_CLI_MANPAGE_H_

#include <string>
#include <vector>

#include "analyzer/cli/options.h"

namespace chartlint {

// In the macros of man(7).
std::string ManualPage(const std::vector<CommandHelp>& commands);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CLI_MANPAGE_H_
