// The pins that hold now: what `chartlint pin KIND/NAME` writes, as a start.
//
// Contract
//   One pin holds the facts that all variants agree on. Where named variants differ, each group of equal ones gets a pin of
//   its own with `variants:`; variants that chartlint found itself are not named, since their names move with the chart. Where
//   several containers run side by side, flags stand in a pin for each. The text is what `pins:` takes, and none of its facts
//   is broken by the renders that it was made of.
//   Facts as in pin_facts.h. Left out: numbers of pods that depend on the nodes, strategies that chartlint does not know.
// Lifetime: RenderedWorkload refers into the RenderSet.
#ifndef CHARTLINT_ANALYZER_PINS_CURRENT_PINS_H_
#define CHARTLINT_ANALYZER_PINS_CURRENT_PINS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/input/renders.h"
#include "analyzer/kube/object.h"

namespace chartlint {

struct RenderedWorkload {
  std::unique_ptr<Object> object;
  std::vector<uint32_t> variants;  // that render it, in order
};

// Objects with a pod template, in the order of the renders.
std::vector<RenderedWorkload> WorkloadsOf(const RenderSet& renders);

struct PinSubject {
  std::string object;  // KIND/NAME as asked for
  std::string chart;   // its folder; empty: none
  std::vector<const RenderedWorkload*> workloads;  // what `object` selects, at least one
  std::vector<std::string> variants;               // names, by number
  std::vector<bool> discovered;                    // by number; empty: none is
};

struct CurrentPins {
  std::string entries;        // of a list, `- ` at the first column
  std::vector<std::string> left_out;  // variants that differ and were not named
};

CurrentPins PinsThatHold(const PinSubject& subject);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_PINS_CURRENT_PINS_H_
