// From an origin in the expanded grammar to places in files: the chain of template lines that made a rendered
// line, and the one of them that is told first.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_PLACES_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_PLACES_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/template_map/aligner.h"
#include "analyzer/template_map/frames.h"
#include "analyzer/template_map/grammar.h"

namespace chartlint {

// One template line that took part in printing a line.
struct ChainLink {
  enum class Role : uint8_t {
    kText,     // the literal text itself
    kAction,   // an action that printed a value
    kInclude,  // an include or template that printed what the links before it made
  };
  int32_t file = -1;  // TemplatePos::file
  int32_t line = 0;
  int32_t column = 0;
  Role role = Role::kText;
  bool mentions_values = false;  // the action names .Values
};

class Places {
 public:
  Places(const Grammar& grammar, const Frames& frames) : grammar_(grammar), frames_(frames) {}

  // Innermost first. Lines inside definitions of one-line strings (names, images) are left out where others
  // remain.
  std::vector<ChainLink> Chain(const LineOrigin& origin) const;
  // Index into the chain of the link to be told first: the literal; for an action's output the innermost link
  // that names .Values, else the outermost. The chain must not be empty.
  static size_t Primary(const std::vector<ChainLink>& chain);
  PrimaryPlace PrimaryOf(const LineOrigin& origin);

 private:
  const Grammar& grammar_;
  const Frames& frames_;
  absl::flat_hash_map<std::pair<int64_t, uint8_t>, PrimaryPlace> known_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_PLACES_H_
