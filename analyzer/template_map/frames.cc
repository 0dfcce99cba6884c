#include "analyzer/template_map/frames.h"

#include <utility>

namespace chartlint {

int32_t Frames::Intern(const Key& key, Frame frame) {
  const auto inserted = ids_.emplace(key, static_cast<int32_t>(frames_.size()));
  if (inserted.second) {
    const int32_t id = inserted.first->second;
    if (frame.env < 0) frame.env = id;
    if (frame.base < 0) frame.base = id;
    frames_.push_back(std::move(frame));
  }
  return inserted.first->second;
}

int32_t Frames::Top(int32_t file, int32_t instance, const CompiledBody* body) {
  Frame frame;
  frame.kind = FrameKind::kTop;
  frame.call = file;
  frame.element = instance;
  frame.body = body;
  return Intern({-1, file, nullptr, instance}, std::move(frame));
}

int32_t Frames::Call(int32_t parent, int32_t call, const CompiledBody* body, int32_t pad, bool trims,
                     const PlacedExpr& argument) {
  Frame frame;
  frame.kind = FrameKind::kCall;
  frame.parent = parent;
  frame.call = call;
  frame.body = body;
  frame.pad = pad;
  frame.trims = trims;
  frame.depth = static_cast<int16_t>(frames_[static_cast<size_t>(parent)].depth + 1);
  frame.argument = argument;
  return Intern({parent, call, body, -1}, std::move(frame));
}

int32_t Frames::Element(int32_t parent, int32_t range, int32_t element, int32_t count) {
  const Frame& outer = frames_[static_cast<size_t>(parent)];
  Frame frame;
  frame.kind = FrameKind::kElement;
  frame.parent = parent;
  frame.call = range;
  frame.element = element;
  frame.count = count;
  frame.pad = outer.pad;
  frame.trims = outer.trims;
  frame.depth = outer.depth;
  frame.base = outer.base;
  frame.body = outer.body;
  return Intern({parent, range, nullptr, element}, std::move(frame));
}

int32_t Frames::Fragment(int32_t parent, int32_t call, const CompiledBody* body, int32_t env) {
  const Frame& outer = frames_[static_cast<size_t>(parent)];
  Frame frame;
  frame.kind = FrameKind::kFragment;
  frame.parent = parent;
  frame.call = call;
  frame.pad = outer.pad;
  frame.trims = outer.trims;
  frame.depth = static_cast<int16_t>(outer.depth + 1);
  frame.env = env;
  frame.base = frames_[static_cast<size_t>(env)].base;
  frame.body = body;
  return Intern({parent, call, body, env}, std::move(frame));
}

}  // namespace chartlint
