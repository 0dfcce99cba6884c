// Whether pods of two workloads may meet on one node.
#ifndef CHARTLINT_RULES_PORTS_NODE_SHARING_H_
#define CHARTLINT_RULES_PORTS_NODE_SHARING_H_

#include "analyzer/kube/workload.h"

namespace chartlint {

// False if scheduling keeps them apart for sure: other nodeName, node selectors or required node affinity
// that ask one label for different values, required anti-affinity on the hostname of one to the other's
// labels. Also false where required node affinity has alternatives, of which nothing is certain.
bool MayShareNode(const Workload& a, const Workload& b);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_PORTS_NODE_SHARING_H_
