// Public data beside the checkout: recorded answers of a real API server, renders of public charts. Tests that need it are
// skipped where it is missing.
#ifndef CHARTLINT_TESTING_SHARED_DATA_H_
#define CHARTLINT_TESTING_SHARED_DATA_H_

#include <optional>
#include <string>
#include <vector>

namespace chartlint {

// The folder that $CHARTLINT_SHARED names (tools/test sets it to ../shared, if that is there); nullopt if there is none.
std::optional<std::string> SharedDataDir();

// The lines of a file below it, for tables with one JSON object a line; empty if there is no such file.
std::vector<std::string> SharedLines(const std::string& name);

}  // namespace chartlint

#endif  // CHARTLINT_TESTING_SHARED_DATA_H_
