// Reads the rollout strategy of an object as the API server would default it; internal to analyzer/kube.
//
// A value that the API server refuses (text that is no percentage, a negative number) makes the type
// kUnknown, so that no arithmetic is done on it; so does a strategy that does not replace pods by surge and
// unavailable numbers (blue-green, a canary with traffic routing).
#ifndef CHARTLINT_ANALYZER_KUBE_ROLLOUT_READER_H_
#define CHARTLINT_ANALYZER_KUBE_ROLLOUT_READER_H_

#include "analyzer/kube/kinds.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/strategy.h"

namespace chartlint {

RolloutStrategy ReadRollout(const Object& object, Controller controller);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_ROLLOUT_READER_H_
