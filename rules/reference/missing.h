// When a referred object is missing, and what then happens: shared by the rules on references.
#ifndef CHARTLINT_RULES_REFERENCE_MISSING_H_
#define CHARTLINT_RULES_REFERENCE_MISSING_H_

#include <string>
#include <vector>

#include "analyzer/index/references.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"

namespace chartlint {

// References of the object's pod and to Services; none for test hooks.
std::vector<Reference> AllReferencesOf(const Object& object);

// Neither rendered in the release, nor optional, nor brought by the cluster, a custom resource or a hook.
bool IsMissingHere(const Release& release, const Reference& reference);

// ": the pod does not start", to end a message with.
std::string ConsequenceOf(const Reference& reference);

}  // namespace chartlint

#endif  // CHARTLINT_RULES_REFERENCE_MISSING_H_
