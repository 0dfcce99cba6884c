// Findings that somebody accepts in the text itself, and what is told about it.
//
// Ways, each with a reason:
//   a comment   `# chartlint: ignore RULE -- reason` on the finding's line, above it, or on or above the key or item that
//               it lies within; at the head of a document it speaks for the whole document
//   annotation  `chartlint.dev/ignore.RULE: reason` on the object, or on the pod template for what lies within it
//   template    the same comment, or `{{/* … */}}`, in the chart's template (TemplateComments below)
// Contract
//   Nothing is dropped: an accepted finding keeps its place in the report with the reason, and does not count. What
//   accepts nothing is told itself: suppression-unused where the rule ran and found nothing to accept there,
//   suppression-invalid where no reason is given, a rule is unknown, or a word is misspelt.
//   Applied before findings are merged and filtered by profile, so that each variant's own text decides and a
//   suppression that counts in another profile is not called unused.
// Lifetime: the RenderSet and the objects must outlive it.
#ifndef CHARTLINT_ANALYZER_ENGINE_SUPPRESSION_H_
#define CHARTLINT_ANALYZER_ENGINE_SUPPRESSION_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/engine/directive.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/selection.h"
#include "analyzer/input/renders.h"
#include "analyzer/kube/object.h"

namespace chartlint {

// A comment in a document.
struct DocumentComment {
  uint32_t document = 0;  // index into RenderSet::documents
  Directive directive;
  std::vector<std::string> used;  // rules of which it accepted a finding
};

class SourceSuppressions {
 public:
  SourceSuppressions(const RenderSet& renders, const std::vector<std::vector<std::unique_ptr<Object>>>& objects);

  bool empty() const { return comments_.empty() && annotations_.empty(); }
  // Marks the finding if something accepts it. `object` must be set.
  void Apply(Finding* finding);
  // What is wrong with annotations.
  std::vector<Finding> AnnotationFindings(const Selection& selection) const;
  // What is wrong with comments, at the rendered text, but for those whose words are in `told_elsewhere`.
  std::vector<Finding> CommentFindings(const Selection& selection,
                                       const absl::flat_hash_set<std::string>& told_elsewhere = {}) const;

  const std::vector<DocumentComment>& comments() const { return comments_; }
  // Variants that hold a document.
  std::vector<uint32_t> VariantsOf(uint32_t document) const;

 private:
  struct Annotation {
    uint32_t document = 0;
    Node key, value;
    Node within;  // findings at or below this node
    const Object* object = nullptr;
    std::string rule;
    bool used = false;
  };

  void AddAnnotations(uint32_t document, const Object& object, Node annotations, Node within);

  const RenderSet& renders_;
  std::vector<DocumentComment> comments_;
  std::vector<Annotation> annotations_;
  absl::flat_hash_map<const Document*, std::vector<size_t>> comments_of_;
  absl::flat_hash_map<const Document*, std::vector<size_t>> annotations_of_;
};

// A finding of the family `suppression` without a place yet; its severity is the selection's.
Finding SuppressionFinding(absl::string_view rule, std::string message);
// Rules of a comment that ran and accepted nothing, "'a' and 'b'"; empty if there are none.
std::string UnusedRules(const Directive& directive, const std::vector<std::string>& used, const Selection& selection);
std::string UnusedMessage(absl::string_view rules);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_SUPPRESSION_H_
