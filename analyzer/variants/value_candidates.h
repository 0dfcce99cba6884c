// Values for a path that has none: what a variant puts there to make a condition true.
//
// In order: what a repair taught, the chart's own ci values, examples in comments, the schema, literals that
// templates compare with, the name of the key, the shape in which templates use it, "example". Each candidate
// has to fit the schema and the shape. The next candidate is taken after Skip. Deterministic.
#ifndef CHARTLINT_ANALYZER_VARIANTS_VALUE_CANDIDATES_H_
#define CHARTLINT_ANALYZER_VARIANTS_VALUE_CANDIDATES_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/variants/reading.h"
#include "analyzer/variants/value_comments.h"
#include "analyzer/variants/value_names.h"
#include "analyzer/variants/values_schema.h"

namespace chartlint {

class ValueCandidates {
 public:
  // `base`: the root's coalesced .Values. All must outlive this.
  ValueCandidates(const Reading& reading, const ChartValue& base, ValueComments comments, ValuesSchema schema,
                  std::vector<ChartValue> examples)
      : reading_(reading),
        base_(base),
        comments_(std::move(comments)),
        schema_(std::move(schema)),
        examples_(std::move(examples)) {}

  // What is there, if it is true and not skipped; else the best candidate.
  ChartValue For(const KeyPath& path, int depth = 0) const;
  // An entry of a map, as templates read it.
  ChartValue MapFor(const KeyPath& path, int depth) const;

  void Learn(const KeyPath& path, const ChartValue& value);
  void Forget(const KeyPath& path) { learnt_.erase(path); }
  void Skip(const KeyPath& path);

  const ValuesSchema& schema() const { return schema_; }
  const Reading& reading() const { return reading_; }

 private:
  using Offer = std::function<bool(const std::optional<ChartValue>&)>;  // true: taken
  void Candidates(const KeyPath& path, const ChartValue* current, int depth, const Offer& offer) const;
  bool IsTemplateText(const KeyPath& path) const;
  bool OfTemplateText(const KeyPath& path, const std::string& key, const Offer& offer) const;
  bool OfText(const KeyPath& path, const std::string& key, const Offer& offer) const;
  bool OfItems(const KeyPath& path, const std::string& key, const ChartValue* current, int depth,
               const Offer& offer) const;
  bool OfLiterals(const KeyPath& path, const Offer& offer) const;
  bool Fits(const KeyPath& path, const ChartValue& value) const;
  bool Ranged(const KeyPath& path, RangeShape shape) const;
  const ChartValue* CommentFor(const KeyPath& path) const;

  const Reading& reading_;
  const ChartValue& base_;
  const ValueComments comments_;
  const ValuesSchema schema_;
  const std::vector<ChartValue> examples_;
  std::map<KeyPath, ChartValue> learnt_;
  std::map<KeyPath, int> times_learnt_;
  std::map<KeyPath, int> skipped_;
};

// The last key that is no "[]".
std::string LastKey(const KeyPath& path);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_VARIANTS_VALUE_CANDIDATES_H_
