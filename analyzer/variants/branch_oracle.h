// Which branches a render took, told without changing Helm.
#ifndef CHARTLINT_ANALYZER_VARIANTS_BRANCH_ORACLE_H_
#define CHARTLINT_ANALYZER_VARIANTS_BRANCH_ORACLE_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/template/chart_templates.h"
#include "analyzer/template/evaluator.h"
#include "analyzer/variants/branches.h"

namespace chartlint {

enum class BranchState : uint8_t {
  kNotTaken,
  kOpen,  // depends on something that is not known
  kTaken,
};

// What was rendered, and what came out.
struct ObservedRender {
  ChartValue overrides;  // values beyond the chart's own, merged
  ReleaseFacts release;  // api_versions have to be given
  absl::string_view text;
};

class BranchOracle {
 public:
  virtual ~BranchOracle() = default;
  // One state for each branch of the table. For renders that succeeded.
  virtual std::vector<BranchState> Observe(const ObservedRender& render) const = 0;
};

// Follows the templates of the root chart with the render's values, as far as the evaluator knows them.
// kTaken and kNotTaken are certain up to the corners noted at Evaluator; what hangs on anything unknown is
// kOpen.
class EvaluatingOracle : public BranchOracle {
 public:
  // Both must outlive this.
  EvaluatingOracle(const ChartTemplates& templates, const BranchTable& branches, bool with_subcharts)
      : templates_(templates), branches_(branches), with_subcharts_(with_subcharts) {}
  std::vector<BranchState> Observe(const ObservedRender& render) const override;

  // .Values of the root chart as its templates see it. Some charts put together values of their own, from a profile in
  // .Files, say, with the user's on top, and replace .Values; for all others these are the coalesced ones.
  ChartValue ValuesSeen(const ObservedRender& render) const;

 private:
  const ChartTemplates& templates_;
  const BranchTable& branches_;
  const bool with_subcharts_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_BRANCH_ORACLE_H_
