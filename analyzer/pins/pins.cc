#include "analyzer/pins/pins.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzer/pins/pin_facts.h"

namespace chartlint {
namespace {

bool Named(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

FilePlace Pin::PlaceOf(Node at) const {
  const Position begin = at.begin();
  return {file, begin.line, begin.column};
}

std::vector<Pin> ReadPins(const Config& config) {
  std::vector<Pin> pins;
  for (const ConfigFile& file : config.files) {
    for (Node entry : file.document->root()["pins"].Items()) {
      Pin pin;
      pin.node = entry;
      pin.file = file.path;
      const absl::string_view object = entry["for"].text();
      const size_t slash = object.find('/');
      pin.kind = std::string(object.substr(0, slash));
      pin.name = Pattern::Glob(object.substr(slash + 1));
      if (Node chart = entry["chart"]) pin.chart = Pattern::Glob(chart.text());
      for (Node variant : entry["variants"].Items()) pin.variants.emplace_back(variant.text());
      pins.push_back(std::move(pin));
    }
  }
  return pins;
}

std::vector<Finding> Pins::Check(const RenderSet& renders, const Analysis& analysis, const std::string& chart) {
  std::vector<Finding> findings;
  for (State& state : pins_) {
    const Pin& pin = state.pin;
    if (pin.chart.IsSet()) {
      if (!pin.chart.Matches(chart)) continue;
      state.looked_at = true;
    }
    absl::flat_hash_set<uint32_t> rendered;
    for (size_t i = 0; i < renders.documents.size(); ++i) {
      std::vector<uint32_t> variants;
      for (const Occurrence& occurrence : renders.documents[i].occurrences) {
        if (Named(pin.variants, renders.variants[occurrence.variant]) &&
            (variants.empty() || variants.back() != occurrence.variant)) {
          variants.push_back(occurrence.variant);
        }
      }
      if (variants.empty()) continue;
      for (const auto& object : analysis.objects[i]) {
        if (object->kind != pin.kind || !pin.name.Matches(object->name) || object->workload == nullptr) continue;
        state.matched = true;
        rendered.insert(variants.begin(), variants.end());
        for (BrokenFact& fact : BrokenFacts(pin.node, *object)) {
          Finding finding = SuppressionFinding("pin-broken", absl::StrCat(fact.message, ": ", pin.node["because"].text()));
          finding.node = fact.node;
          finding.object = object.get();
          finding.variants = variants;
          finding.subject = absl::StrCat("pin, ", fact.subject);
          finding.related.push_back({Node(), "pinned here", RelatedNode::kOwnVariant, pin.PlaceOf(fact.pinned)});
          findings.push_back(std::move(finding));
        }
      }
    }
    if (pin.variants.empty() || rendered.empty()) continue;
    for (uint32_t i = 0; i < renders.variants.size(); ++i) {
      if (Named(pin.variants, renders.variants[i]) && !rendered.contains(i)) state.missing.push_back(renders.variants[i]);
    }
  }
  return findings;
}

std::vector<Finding> Pins::Unmatched(bool complete, bool all_charts) const {
  std::vector<Finding> findings;
  for (const State& state : pins_) {
    std::string message;
    const absl::string_view object = state.pin.node["for"].text();
    if (!state.matched && (state.looked_at || complete || (all_charts && state.pin.chart.IsSet()))) {
      message = absl::StrCat("no variant renders ", object, ": the pin holds nothing");
    } else if (!state.missing.empty()) {
      message = absl::StrCat(object, " is not rendered in ", absl::StrJoin(state.missing, ", "), ": the pin does not hold there");
    } else {
      continue;
    }
    Finding finding = SuppressionFinding("pin-unmatched", std::move(message));
    finding.place = state.pin.PlaceOf(state.pin.node["for"]);
    finding.subject = std::string(object);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace chartlint
