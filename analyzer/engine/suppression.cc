#include "analyzer/engine/suppression.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

constexpr absl::string_view kAnnotationPrefix = "chartlint.dev/ignore.";

bool IsWithin(Node node, Node ancestor) {
  for (; node; node = node.Parent()) {
    if (node == ancestor) return true;
  }
  return false;
}

// The `#` of a comment; inside a scalar it is text, as in a script of a ConfigMap.
bool IsInScalar(Node node, uint32_t offset) {
  const Span span = node.span();
  if (offset < span.begin || offset >= span.end) return false;
  if (node.IsScalar()) return true;
  for (Node item : node.Items()) {
    if (IsInScalar(item, offset)) return true;
  }
  for (const auto& [key, value] : node.Entries()) {
    if (IsInScalar(key, offset) || IsInScalar(value, offset)) return true;
  }
  return false;
}

// On the line where the node begins, or at the key or the item that holds it.
bool SpeaksFor(const Directive& directive, Node node) {
  if (directive.Covers(node.begin().line)) return true;
  for (; node; node = node.Parent()) {
    if (Node key = node.KeyNode(); key && directive.Covers(key.begin().line)) return true;
    if (node.Parent().IsSequence() && directive.Covers(node.begin().line)) return true;
  }
  return false;
}

bool SpeaksFor(const Directive& directive, const Finding& finding) {
  if (finding.node) return SpeaksFor(directive, finding.node);
  return directive.Covers(finding.document->PositionAt(finding.span.begin).line);
}

void AddOnce(std::vector<std::string>* texts, absl::string_view text) {
  if (std::find(texts->begin(), texts->end(), text) == texts->end()) texts->emplace_back(text);
}

}  // namespace

Finding SuppressionFinding(absl::string_view rule, std::string message) {
  return NewFinding(FindRule(rule), std::move(message));
}

std::string UnusedRules(const Directive& directive, const std::vector<std::string>& used, const Selection& selection) {
  std::vector<std::string> unused;
  for (const std::string& rule : directive.rules) {
    const RuleInfo* info = FindRule(rule);
    const bool ran = info != nullptr && selection.Runs(*info);
    if (ran && std::find(used.begin(), used.end(), rule) == used.end()) unused.push_back(absl::StrCat("'", rule, "'"));
  }
  return absl::StrJoin(unused, " and ");
}

std::string UnusedMessage(absl::string_view rules) {
  return absl::StrCat("there is no finding of ", rules, " here: this would hide the next one");
}

SourceSuppressions::SourceSuppressions(const RenderSet& renders,
                                       const std::vector<std::vector<std::unique_ptr<Object>>>& objects)
    : renders_(renders) {
  for (uint32_t i = 0; i < renders.documents.size(); ++i) {
    const Document& document = *renders.documents[i].document;
    if (document.text().find("chartlint") == absl::string_view::npos) continue;
    for (Directive& directive : FindDirectives(document.text(), false)) {
      if (document.root() && IsInScalar(document.root(), directive.begin)) continue;
      comments_of_[&document].push_back(comments_.size());
      comments_.push_back({i, std::move(directive), {}});
    }
    for (const auto& object : objects[i]) {
      AddAnnotations(i, *object, object->annotations(), object->root);
      if (object->workload == nullptr) continue;
      const Node metadata = object->workload->pod_metadata;
      if (metadata != object->metadata()) AddAnnotations(i, *object, metadata["annotations"], metadata.Parent());
    }
  }
}

void SourceSuppressions::AddAnnotations(uint32_t document, const Object& object, Node annotations, Node within) {
  for (const auto& [key, value] : annotations.Entries()) {
    absl::string_view rule = key.text();
    if (!absl::ConsumePrefix(&rule, kAnnotationPrefix)) continue;
    annotations_of_[key.document()].push_back(annotations_.size());
    annotations_.push_back({document, key, value, within, &object, std::string(rule), false});
  }
}

void SourceSuppressions::Apply(Finding* finding) {
  const Document* document = finding->node ? finding->node.document() : finding->document;
  if (document == nullptr || finding->rule->family == "suppression") return;
  auto accept = [finding](absl::string_view reason) {
    if (!finding->suppression) finding->suppression = Acceptance{true, std::string(reason)};
  };
  if (auto at = comments_of_.find(document); at != comments_of_.end()) {
    for (size_t index : at->second) {
      DocumentComment& comment = comments_[index];
      const Directive& directive = comment.directive;
      if (!directive.problem.empty() || !directive.Names(finding->rule->id) || !SpeaksFor(directive, *finding)) continue;
      AddOnce(&comment.used, finding->rule->id);
      accept(directive.reason);
    }
  }
  if (auto at = annotations_of_.find(document); at != annotations_of_.end() && finding->node) {
    for (size_t index : at->second) {
      Annotation& annotation = annotations_[index];
      if (annotation.rule != finding->rule->id || !IsWithin(finding->node, annotation.within)) continue;
      const absl::string_view reason = absl::StripAsciiWhitespace(annotation.value.text());
      if (reason.empty()) continue;
      annotation.used = true;
      accept(reason);
    }
  }
}

std::vector<uint32_t> SourceSuppressions::VariantsOf(uint32_t document) const {
  return renders_.documents[document].Variants();
}

std::vector<Finding> SourceSuppressions::AnnotationFindings(const Selection& selection) const {
  std::vector<Finding> findings;
  for (const Annotation& annotation : annotations_) {
    const RuleInfo* rule = FindRule(annotation.rule);
    Finding finding;
    if (rule == nullptr) {
      finding = SuppressionFinding("suppression-invalid", UnknownRule(annotation.rule));
    } else if (absl::StripAsciiWhitespace(annotation.value.text()).empty()) {
      finding = SuppressionFinding("suppression-invalid", "the annotation gives no reason: write why as its value");
    } else if (!annotation.used && selection.Runs(*rule)) {
      finding = SuppressionFinding("suppression-unused", UnusedMessage(absl::StrCat("'", annotation.rule, "'")));
    } else {
      continue;
    }
    finding.node = annotation.key;
    finding.object = annotation.object;
    finding.subject = annotation.rule;
    finding.variants = VariantsOf(annotation.document);
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<Finding> SourceSuppressions::CommentFindings(const Selection& selection,
                                                         const absl::flat_hash_set<std::string>& told_elsewhere) const {
  std::vector<Finding> findings;
  for (const DocumentComment& comment : comments_) {
    const Directive& directive = comment.directive;
    if (!told_elsewhere.empty() && told_elsewhere.contains(directive.Words())) continue;
    Finding finding;
    if (!directive.problem.empty()) {
      finding = SuppressionFinding("suppression-invalid", absl::StrCat("the comment accepts nothing: ", directive.problem));
    } else if (const std::string unused = UnusedRules(directive, comment.used, selection); !unused.empty()) {
      finding = SuppressionFinding("suppression-unused", UnusedMessage(unused));
    } else {
      continue;
    }
    finding.document = renders_.documents[comment.document].document.get();
    finding.span = {directive.begin, directive.end};
    finding.subject = directive.Words();
    finding.variants = VariantsOf(comment.document);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace chartlint
