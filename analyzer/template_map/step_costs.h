// The weights of the grammar: tuned once on rendered charts with known truth (see docs of the template map),
// by measurement, not by theory. A literal costs nothing; everything that is believed without proof costs
// something.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_STEP_COSTS_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_STEP_COSTS_H_

namespace chartlint {
namespace step_costs {

// An action's output within a line (a gap)
inline constexpr float kEmptyGap = 0.1f;
inline constexpr float kGap = 0.5f;
inline constexpr float kGapByte = 0.05f;
inline constexpr int kCountedBytes = 60;
inline constexpr float kGapWithKey = 2;      // it holds a "key: "
inline constexpr float kGapAsKnown = 0.05f;  // it is what the evaluator says
inline constexpr float kGapNotAsKnown = 4;   // ... or not
// Whole lines of an action's output
inline constexpr float kBlankInside = 0.2f;
inline constexpr float kInside = 0.85f;
inline constexpr float kInsideAsKnown = 0.4f;
inline constexpr float kInsideNotAsKnown = 1.5f;
inline constexpr float kSeveralLines = 0.3f;       // ending a line within an action that may print several
inline constexpr float kUnlikelySeveralLines = 5;  // ... or rather not
inline constexpr float kYamlNotAtPad = 6;          // a block of toYaml begins deeper than its indentation
inline constexpr float kOpaqueText = 2;  // not looking into a text for tpl whose templates are known
// Control
inline constexpr float kCall = 0.02f;
inline constexpr float kUnknownCall = 0.5f;
inline constexpr float kContradiction = 8;    // an edge against its evaluated condition
inline constexpr float kEarlyLeave = 6;       // leaving a range before its last element
inline constexpr float kTrimmedBreak = 0.7f;  // a line break that a trim may have taken
inline constexpr float kHeadNIndent = 1;
// Recovery
inline constexpr float kSkipLine = 14;
inline constexpr float kJump = 18;

}  // namespace step_costs
}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_STEP_COSTS_H_
