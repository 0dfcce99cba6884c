#include "analyzer/variants/branch_oracle.h"

#include "analyzer/variants/branch_walk.h"

namespace chartlint {

std::vector<BranchState> EvaluatingOracle::Observe(const ObservedRender& render) const {
  BranchWalk walk(templates_, branches_, render.release);
  const std::vector<ChartValue> values = templates_.CoalesceValues(render.overrides);
  const size_t charts = with_subcharts_ ? values.size() : 1;
  for (size_t i = 0; i < charts; ++i) walk.RunChart(static_cast<int>(i), values[i]);
  return walk.states();
}

ChartValue EvaluatingOracle::ValuesSeen(const ObservedRender& render) const {
  BranchWalk walk(templates_, branches_, render.release);
  const ChartValue values = templates_.CoalesceValues(render.overrides)[0];
  return walk.RunChart(0, values).value_or(values);
}

}  // namespace chartlint
