// What a name stands for, when it stands for text that a template made: `$labels := include "labels" .`, then
// `{{ $labels | nindent 4 }}`; or `include "pod" (dict "mounts" (include "mounts" .))`, then `{{ .mounts |
// indent 4 }}` inside "pod". The aligner then walks through the include itself instead of facing an action of
// unknown output.
#ifndef CHARTLINT_ANALYZER_TEMPLATE_MAP_REFERENCES_H_
#define CHARTLINT_ANALYZER_TEMPLATE_MAP_REFERENCES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/template_map/frame_values.h"
#include "analyzer/template_map/frames.h"
#include "analyzer/template_map/grammar.h"

namespace chartlint {

class References {
 public:
  References(Grammar* grammar, Frames* frames, FrameValues* values)
      : grammar_(grammar), frames_(frames), values_(values) {}

  struct Meaning {
    int32_t entry = -1;    // node at which the text begins
    int32_t frame = -1;    // its frame
    bool as_call = false;  // the reference's own indentation applies (tpl), else the entry brings its own
  };
  // For a kReference node in a frame; empty when it does not stand for template text as far as we know.
  const std::vector<Meaning>& Resolve(int32_t node, int32_t frame);

 private:
  void Text(const PlacedExpr& placed, int depth, std::vector<PlacedExpr>* out);
  void Member(const PlacedExpr& placed, const std::vector<absl::string_view>& fields, size_t at, int depth,
              std::vector<PlacedExpr>* out);
  void Name(const PlacedExpr& placed, const TemplateExpr& name, const std::vector<absl::string_view>& fields,
            size_t at, int depth, std::vector<PlacedExpr>* out);
  // The expression that made the dot; null expr: not known.
  PlacedExpr DotOf(const TemplateScope* scope, const CompiledBody* body, int32_t frame) const;

  Grammar* grammar_;
  Frames* frames_;
  FrameValues* values_;
  absl::flat_hash_map<int64_t, std::vector<Meaning>> known_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_TEMPLATE_MAP_REFERENCES_H_
