// Where documents of a template file may begin, and where an alignment that has lost its way may go on.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_DOCUMENT_STARTS_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_DOCUMENT_STARTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/template_map/line_stepper.h"

namespace chartlint {

struct DocumentStart {
  int32_t state = -1;
  float cost = 0;     // of reaching it: contradicted conditions
  int32_t order = 0;  // rank in the order in which the template prints documents
  bool in_loop = false;
};

class DocumentStarts {
 public:
  DocumentStarts(const ChartTemplates& chart, Grammar* grammar, Frames* frames, References* references,
                 LineStepper* stepper);

  // Starts below the frame `top` of a file: its entry first, then every text that begins with "---".
  const std::vector<DocumentStart>& Starts(int32_t top);
  // States at line starts whose literal text begins as `line` does; at most a few.
  const std::vector<int32_t>& Jumps(int32_t top, absl::string_view line);

 private:
  bool MayHoldSeparator(const CompiledBody* body);
  void Rank(int32_t top, std::vector<DocumentStart>* starts) const;
  void IndexJumps(int32_t top);

  Grammar* grammar_;
  Frames* frames_;
  References* references_;
  LineStepper* stepper_;
  bool definitions_hold_separators_ = false;
  absl::flat_hash_map<int32_t, std::vector<DocumentStart>> starts_;
  using JumpIndex = absl::flat_hash_map<std::string, std::vector<int32_t>>;
  absl::flat_hash_map<int32_t, JumpIndex> jumps_;
  absl::flat_hash_map<const CompiledBody*, bool> separators_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_DOCUMENT_STARTS_H_
