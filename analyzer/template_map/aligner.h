// One rendered document against one template file: the cheapest way through the grammar, and for each line by
// how much the next best other answer is worse (min-marginals of a Viterbi search).
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_ALIGNER_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_ALIGNER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/template_map/document_starts.h"
#include "analyzer/template_map/line_stepper.h"

namespace chartlint {

// Which place of a template an origin is reported as; equal numbers are the same answer.
using PrimaryPlace = int64_t;

struct AlignedLine {
  LineOrigin origin;             // kNone: blank, or nothing found
  bool skipped = false;          // the best way leaves the line out
  double margin = 0;             // to the best other primary place
  std::vector<LineOrigin> ties;  // origins of other places that are (nearly) as good, best first
};

struct Alignment {
  std::vector<AlignedLine> lines;
  double cost = 0;
  // Cost of the best alignment from each start, in the order of DocumentStarts::Starts; huge when there is
  // none.
  std::vector<double> start_costs;
};

class Aligner {
 public:
  Aligner(LineStepper* stepper, DocumentStarts* starts,
          std::function<PrimaryPlace(const LineOrigin&)> primary)
      : stepper_(stepper), starts_(starts), primary_(std::move(primary)) {}

  // `only`: an index into the starts, or -1 for any.
  Alignment Align(int32_t top, const std::vector<absl::string_view>& lines, int only);
  // Drops what is remembered of lines. Call between groups of documents.
  void ForgetLines();

 private:
  struct Arc {
    int32_t from = 0;  // indices into the layers before and after
    int32_t to = 0;
    float cost = 0;
    LineOrigin origin;
    bool skips = false;
  };
  struct Layer {
    std::vector<int32_t> states;
    std::vector<double> costs;
    std::vector<Arc> arcs;  // into this layer
  };

  void Advance(int32_t top, const Layer& from, absl::string_view line, bool first, bool last, int* wild,
               Layer* to);
  void Connect(Layer* to, int32_t from, double from_cost, int32_t state, float cost, const LineOrigin& origin,
               bool skips);
  void Jump(int32_t top, const Layer& from, int32_t best, absl::string_view line, int32_t line_id, bool last,
            Layer* to);
  void Judge(const Layer& before, const Layer& after, const std::vector<double>& rest, AlignedLine* out);
  int32_t LineId(absl::string_view line);

  LineStepper* stepper_;
  DocumentStarts* starts_;
  std::function<PrimaryPlace(const LineOrigin&)> primary_;
  absl::flat_hash_map<std::string, int32_t> line_ids_;
  std::vector<int32_t> index_of_state_;  // of the layer being built
  std::vector<uint32_t> stamp_of_state_;
  uint32_t stamp_ = 0;
  uint64_t work_limit_ = 0;  // of LineStepper::work, for the document under work
  std::vector<int32_t> by_cost_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_ALIGNER_H_
