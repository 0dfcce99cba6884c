// Several documents of one template file, placed together: Helm keeps the template's order within one kind,
// so documents that look alike are told apart by it.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_DOCUMENT_ORDER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_DOCUMENT_ORDER_H_

#include <vector>

#include "analyzer/template_map/document_starts.h"

namespace chartlint {

// `costs`: for each document of one kind, in output order, the cost from each start (Alignment::start_costs).
// Gives the chosen start of each.
std::vector<int> ChooseStarts(const std::vector<DocumentStart>& starts,
                              const std::vector<std::vector<double>>& costs);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_DOCUMENT_ORDER_H_
