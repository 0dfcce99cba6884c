// The queue of the line search, with the best known cost of each position. Reused from line to line without
// allocation.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_STEP_QUEUE_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_STEP_QUEUE_H_

#include <algorithm>
#include <cstdint>
#include <vector>

namespace chartlint {

// What printed (the first visible part of) a line.
struct LineOrigin {
  enum class Kind : uint8_t { kNone, kLiteral, kAction };
  int32_t node = -1;
  int32_t frame = -1;
  Kind kind = Kind::kNone;

  bool operator==(const LineOrigin& o) const { return node == o.node && frame == o.frame && kind == o.kind; }
};

// A position in the middle of a line.
struct StepItem {
  float cost = 0;
  uint32_t order = 0;
  int32_t node = -1;
  int32_t frame = -1;
  int32_t at = 0;         // byte of the line
  int32_t gap = -1;       // byte at which an open gap began; -1: none open
  int32_t gap_node = -1;  // the action that opened it
  int32_t gap_frame = -1;
  LineOrigin origin;
  bool head = false;  // nothing of the document has been printed yet
};

class StepQueue {
 public:
  void Clear() {
    heap_.clear();
    order_ = 0;
    used_ = 0;
    if (++generation_ == 0) {  // wrapped around
      std::fill(slots_.begin(), slots_.end(), Slot{});
      generation_ = 1;
    }
  }
  void Push(StepItem item) {
    float& best = Best(item);
    if (best <= item.cost) return;
    best = item.cost;
    item.order = order_++;
    heap_.push_back(item);
    std::push_heap(heap_.begin(), heap_.end(), Later);
  }
  bool Pop(StepItem* item) {
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), Later);
      *item = heap_.back();
      heap_.pop_back();
      if (Best(*item) >= item->cost) return true;  // else a cheaper one came in after it
    }
    return false;
  }

 private:
  struct Slot {
    uint64_t places = 0;  // node, frame
    uint64_t rest = 0;    // byte, gap, head
    uint32_t generation = 0;
    float best = 0;
  };
  static bool Later(const StepItem& a, const StepItem& b) {
    return a.cost != b.cost ? a.cost > b.cost : a.order > b.order;
  }
  float& Best(const StepItem& item) {
    const uint64_t places =
        (static_cast<uint64_t>(static_cast<uint32_t>(item.node)) << 32) | static_cast<uint32_t>(item.frame);
    const uint64_t rest = (static_cast<uint64_t>(static_cast<uint32_t>(item.at)) << 2) |
                          (item.gap >= 0 ? 2u : 0u) | (item.head ? 1u : 0u);
    if ((used_ + 1) * 2 > slots_.size()) Grow();
    Slot& slot = Find(places, rest);
    if (slot.generation != generation_) {
      slot = {places, rest, generation_, kInfinite};
      ++used_;
    }
    return slot.best;
  }
  Slot& Find(uint64_t places, uint64_t rest) {
    uint64_t hash = (places ^ (rest * 0x9E3779B97F4A7C15u)) * 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
    for (size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[i];
      if (slot.generation != generation_ || (slot.places == places && slot.rest == rest)) return slot;
    }
  }
  void Grow() {
    std::vector<Slot> old;
    old.swap(slots_);
    slots_.resize(old.empty() ? 256 : old.size() * 2);
    for (const Slot& slot : old) {
      if (slot.generation == generation_ && generation_ != 0) Find(slot.places, slot.rest) = slot;
    }
  }

  static constexpr float kInfinite = 1e30f;
  std::vector<StepItem> heap_;
  std::vector<Slot> slots_;
  size_t used_ = 0;
  uint32_t order_ = 0;
  uint32_t generation_ = 0;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_STEP_QUEUE_H_
