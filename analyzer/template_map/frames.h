// Call frames: where in the expanded grammar a position is. Interned, so that a frame is an index and equal
// frames are one. A frame never goes away while its Frames lives.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_FRAMES_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_FRAMES_H_

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/template/tree.h"
#include "analyzer/template_map/grammar.h"

namespace chartlint {

enum class FrameKind : uint8_t {
  kTop,       // a template file
  kCall,      // the body of a definition, file or tpl text
  kElement,   // one element of an unrolled range, in the body that holds the range
  kFragment,  // an expression from another place, printed here; it is evaluated in the frame `env`
};

// An expression together with the place whose dot and variables it sees.
struct PlacedExpr {
  const TemplateExpr* expr = nullptr;
  const TemplateScope* scope = nullptr;
  const CompiledBody* body = nullptr;
  int32_t frame = -1;
};

struct Frame {
  FrameKind kind = FrameKind::kTop;
  bool trims = false;    // inside a trimmed call: line breaks at its end may be missing
  int16_t depth = 0;     // of calls
  int32_t pad = 0;       // blanks before each line
  int32_t parent = -1;   // where it returns to; -1: kTop
  int32_t call = -1;     // node of the call, range or reference; kTop: the file
  int32_t element = -1;  // kElement: index of the element...
  int32_t count = 0;     // ... of so many
  int32_t env = -1;      // the frame in which this one's nodes are evaluated: itself, except for kFragment
  int32_t base = -1;     // the frame whose dot is $: itself, for kElement that of its parent
  const CompiledBody* body = nullptr;
  PlacedExpr argument;  // kCall: its dot; expr null: nil
};

class Frames {
 public:
  int32_t Top(int32_t file, int32_t instance, const CompiledBody* body);
  int32_t Call(int32_t parent, int32_t call, const CompiledBody* body, int32_t pad, bool trims,
               const PlacedExpr& argument);
  int32_t Element(int32_t parent, int32_t range, int32_t element, int32_t count);
  int32_t Fragment(int32_t parent, int32_t call, const CompiledBody* body, int32_t env);

  const Frame& operator[](int32_t id) const { return frames_[static_cast<size_t>(id)]; }
  size_t size() const { return frames_.size(); }

 private:
  // parent, call, what distinguishes frames of one call: body or element, and env
  using Key = std::tuple<int32_t, int32_t, const void*, int32_t>;
  int32_t Intern(const Key& key, Frame frame);

  std::vector<Frame> frames_;
  absl::flat_hash_map<Key, int32_t> ids_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_FRAMES_H_
