#include "analyzer/variants/shrink.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace chartlint {
namespace {

// A leaf of the values, or a flag.
struct Part {
  KeyPath leaf;
  std::string api_version;
  bool kube = false;
  bool upgrade = false;
};

std::vector<Part> PartsOf(const Overlay& overlay) {
  std::vector<Part> parts;
  for (KeyPath& leaf : LeavesOf(overlay.values)) parts.push_back({std::move(leaf), "", false, false});
  for (const std::string& api : overlay.api_versions) parts.push_back({{}, api, false, false});
  if (!overlay.kube_version.empty()) parts.push_back({{}, "", true, false});
  if (overlay.is_upgrade) parts.push_back({{}, "", false, true});
  return parts;
}

Overlay Without(Overlay overlay, const std::vector<Part>& parts, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    const Part& part = parts[i];
    if (!part.leaf.empty()) overlay.values = WithoutLeaf(overlay.values, part.leaf);
    if (!part.api_version.empty()) overlay.api_versions.erase(part.api_version);
    if (part.kube) overlay.kube_version.clear();
    if (part.upgrade) overlay.is_upgrade = false;
  }
  return overlay;
}

}  // namespace

Overlay ShrinkOverlay(const Overlay& overlay, const std::function<bool(const Overlay&)>& shows,
                      int max_questions) {
  Overlay best = overlay;
  std::vector<Part> parts = PartsOf(overlay);
  int questions = 0;
  for (size_t chunk = std::max<size_t>(1, parts.size()); chunk > 0 && questions < max_questions;) {
    bool removed = false;
    for (size_t begin = 0; begin < parts.size() && questions < max_questions;) {
      const size_t end = std::min(parts.size(), begin + chunk);
      Overlay smaller = Without(best, parts, begin, end);
      ++questions;
      if (shows(smaller)) {
        best = std::move(smaller);
        parts.erase(parts.begin() + static_cast<ptrdiff_t>(begin),
                    parts.begin() + static_cast<ptrdiff_t>(end));
        removed = true;
      } else {
        begin = end;
      }
    }
    if (chunk > 1) {
      chunk = chunk / 2;
    } else if (!removed) {
      break;
    }
  }
  return best;
}

}  // namespace chartlint
