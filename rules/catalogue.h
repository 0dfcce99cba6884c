// The table of all rules, generated from rules/*/*.yaml when chartlint is built.
#ifndef CHARTLINT_RULES_CATALOGUE_H_
#define CHARTLINT_RULES_CATALOGUE_H_

#include <vector>

#include "analyzer/engine/rule.h"

namespace chartlint {

// Every rule, sorted by id. Lives as long as the program; safe from any thread.
const std::vector<RuleInfo>& Catalogue();

}  // namespace chartlint

#endif  // CHARTLINT_RULES_CATALOGUE_H_
