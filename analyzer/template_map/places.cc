#include "analyzer/template_map/places.h"

#include <utility>

namespace chartlint {

std::vector<ChainLink> Places::Chain(const LineOrigin& origin) const {
  std::vector<ChainLink> chain;
  std::vector<ChainLink> strings;  // links inside string definitions
  if (origin.kind == LineOrigin::Kind::kNone) return chain;
  auto add = [&](int32_t node, int32_t frame, ChainLink::Role role) {
    const GrammarNode& n = grammar_.node(node);
    if (n.file < 0) return;  // text that came from values: the action that printed it is told
    ChainLink link{n.file, n.line, n.column, role, n.mentions_values};
    // A fragment's nodes stand where the name is printed: that body decides.
    int32_t f = frame;
    while (frames_[f].kind == FrameKind::kFragment) f = frames_[f].parent;
    const bool in_string = frames_[f].body != nullptr && frames_[f].body->is_string;
    (in_string ? strings : chain).push_back(link);
  };
  const bool literal = origin.kind == LineOrigin::Kind::kLiteral;
  const GrammarNode& first = grammar_.node(origin.node);
  const ChainLink::Role role = literal                            ? ChainLink::Role::kText
                               : first.kind == GrammarKind::kCall ? ChainLink::Role::kInclude
                                                                  : ChainLink::Role::kAction;
  add(origin.node, origin.frame, role);
  for (int32_t f = origin.frame; frames_[f].kind != FrameKind::kTop; f = frames_[f].parent) {
    const Frame& frame = frames_[f];
    if (frame.kind == FrameKind::kCall) add(frame.call, frame.parent, ChainLink::Role::kInclude);
  }
  if (chain.empty() && !strings.empty()) chain.push_back(strings.back());
  return chain;
}

size_t Places::Primary(const std::vector<ChainLink>& chain) {
  if (chain[0].role == ChainLink::Role::kText) return 0;
  for (size_t i = 0; i < chain.size(); ++i) {
    if (chain[i].mentions_values) return i;
  }
  return chain.size() - 1;
}

PrimaryPlace Places::PrimaryOf(const LineOrigin& origin) {
  const auto key =
      std::make_pair((static_cast<int64_t>(origin.node) << 32) | static_cast<uint32_t>(origin.frame),
                     static_cast<uint8_t>(origin.kind));
  const auto it = known_.find(key);
  if (it != known_.end()) return it->second;
  const std::vector<ChainLink> chain = Chain(origin);
  PrimaryPlace place = -1;
  if (!chain.empty()) {
    const ChainLink& link = chain[Primary(chain)];
    place = (static_cast<int64_t>(link.file) << 32) | static_cast<uint32_t>(link.line);
  }
  known_[key] = place;
  return place;
}

}  // namespace chartlint
