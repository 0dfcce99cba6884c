// Reduces an overlay to the smallest part that still shows something: what a finding in a merged variant
// really needs.
#ifndef CHARTLINT_ANALYZER_VARIANTS_SHRINK_H_
#define CHARTLINT_ANALYZER_VARIANTS_SHRINK_H_

#include <functional>

#include "analyzer/variants/overlay.h"

namespace chartlint {

// `shows` renders (or asks a cache) and tells whether the thing is still there; it is asked at most
// `max_questions` times. The answer shows it, as long as `overlay` does. Leaves and flags are taken away,
// first many at once, then one by one; with questions enough, none of those that stay can go alone.
// Deterministic.
Overlay ShrinkOverlay(const Overlay& overlay, const std::function<bool(const Overlay&)>& shows,
                      int max_questions = 40);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_SHRINK_H_
