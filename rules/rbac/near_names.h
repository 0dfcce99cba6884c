// What a resource that does not exist was meant to be.
#ifndef CHARTLINT_RULES_RBAC_NEAR_NAMES_H_
#define CHARTLINT_RULES_RBAC_NEAR_NAMES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/index/api_resources.h"
#include "analyzer/index/rbac.h"

namespace chartlint {

// An existing resource of one of the rule's groups of which `combined` is a slip: the singular or the kind's
// name
// ("configmap"), the parts swapped ("proxy/nodes"), a subresource in the plural ("pods/logs"), one or two
// letters off in a word of six or more. Empty if there is none. Never another word: "addresspools" is no slip
// of "ipaddresspools".
std::string NearResource(const PolicyRule& rule, absl::string_view combined,
                         const std::vector<CustomResource>& custom);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_RBAC_NEAR_NAMES_H_
