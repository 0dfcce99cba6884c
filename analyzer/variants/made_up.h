// Which values of an overlay were invented, and which the chart itself names.
#ifndef CHARTLINT_ANALYZER_VARIANTS_MADE_UP_H_
#define CHARTLINT_ANALYZER_VARIANTS_MADE_UP_H_

#include <set>
#include <string>
#include <vector>

#include "analyzer/variants/overlay.h"
#include "analyzer/variants/reading.h"
#include "analyzer/variants/values_schema.h"

namespace chartlint {

// Paths as PrintKeyPath has them. Not invented: switches, what takes something away, literals that the
// templates compare with, the schema's enums and defaults, values of the chart's own example files, and what
// the base has.
std::set<std::string> MadeUpValues(const Overlay& overlay, const Setting& base, const Reading& reading,
                                   const ValuesSchema& schema, const std::vector<ChartValue>& examples);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_MADE_UP_H_
