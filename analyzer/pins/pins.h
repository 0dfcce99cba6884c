// Pins: what a team wants to stay as it is, over all variants of a chart, on effective values.
//
//   pins:
//     - for: Deployment/operator
//       because: the surge pod shares the node's network
//       strategy: {type: RollingUpdate, maxSurge: 1, maxUnavailable: 0}   # pods, at the workload's replicas
//       flags: {--metrics-bind-address: {is: "0", times: 1}}
//
// Contract
//   Every fact of a pin that does not hold is one finding, pin-broken: at the manifest's node, with the pin's line as a note.
//   A pin whose workload no variant renders is pin-unmatched, where its charts were looked at.
//   Facts: pin_facts.h.
// Lifetime: nodes refer into the configuration's documents.
#ifndef CHARTLINT_ANALYZER_PINS_PINS_H_
#define CHARTLINT_ANALYZER_PINS_PINS_H_

#include <string>
#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/engine/pattern.h"
#include "analyzer/input/renders.h"

namespace chartlint {

struct Pin {
  Node node;         // the entry
  std::string file;  // that holds it
  std::string kind;
  Pattern name;      // glob
  Pattern chart;     // glob for the chart's folder; not set: all
  std::vector<std::string> variants;  // empty: all

  FilePlace PlaceOf(Node at) const;
};

// `pins:` of a configuration.
std::vector<Pin> ReadPins(const Config& config);

class Pins {
 public:
  explicit Pins(std::vector<Pin> pins) : pins_(pins.begin(), pins.end()) {}

  bool empty() const { return pins_.empty(); }
  // Findings of one chart (`chart` relative to the configuration's base) or of the manifests (""); not merged yet.
  std::vector<Finding> Check(const RenderSet& renders, const Analysis& analysis, const std::string& chart);
  // Pins that matched nothing, to be asked at the end. `complete`: everything in the repository was checked;
  // `all_charts`: all of its charts, so that a pin that names a chart has none.
  std::vector<Finding> Unmatched(bool complete, bool all_charts) const;

 private:
  struct State {
    explicit State(Pin of) : pin(std::move(of)) {}
    Pin pin;
    bool looked_at = false;
    bool matched = false;
    std::vector<std::string> missing;  // variants that are named, were checked, and do not render it
  };
  std::vector<State> pins_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_PINS_PINS_H_
