// Findings of the reader itself: files that cannot be read, texts that are no YAML or no objects, keys that stand twice.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/kube/object.h"

namespace chartlint {
namespace {

void AddSyntax(const RuleInfo& rule, const DistinctDocument& distinct, std::vector<Finding>* findings) {
  const YamlProblem& problem = *distinct.document->problem();
  std::string message = problem.message;
  if (!problem.hint.empty()) absl::StrAppend(&message, "; ", problem.hint);
  Finding finding = NewFinding(&rule, std::move(message));
  finding.document = distinct.document.get();
  finding.span = problem.span;
  finding.variants = distinct.Variants();
  findings->push_back(std::move(finding));
}

// All duplicates of one mapping are one fact: usually a block that was pasted, or a missing `---`.
void AddDuplicates(const RuleInfo& rule, const DistinctDocument& distinct, std::vector<Finding>* findings) {
  const Document& document = *distinct.document;
  const std::vector<DuplicateKey>& duplicates = document.duplicate_keys();
  absl::flat_hash_set<uint32_t> done;
  for (size_t i = 0; i < duplicates.size(); ++i) {
    const Node mapping = duplicates[i].mapping;
    if (!done.insert(mapping.id()).second) continue;
    std::vector<const DuplicateKey*> here;
    absl::flat_hash_set<absl::string_view> keys;
    bool equal = true;
    for (size_t j = i; j < duplicates.size(); ++j) {
      if (duplicates[j].mapping != mapping) continue;
      here.push_back(&duplicates[j]);
      keys.insert(duplicates[j].first.text());
      equal &= document.ToJson(duplicates[j].first.ValueOfKey()) == document.ToJson(duplicates[j].second.ValueOfKey());
    }
    const DuplicateKey& first = *here.front();
    const bool top = mapping == document.root();
    const bool two_documents = top && keys.contains("kind") && keys.contains("apiVersion");
    std::string message;
    if (two_documents) {
      message = "kind and apiVersion stand twice: two documents without a '---' between them, the first one is lost";
    } else {
      message = absl::StrCat("key '", first.first.text(), "' stands twice in ",
                             top ? "the document" : absl::StrCat("'", mapping.Path(), "'"),
                             equal ? ", with the same value" : ": this one is dropped, the last one counts");
    }
    Finding finding = NewFinding(&rule, std::move(message));
    if (equal && !two_documents) finding.severity = Severity::kWarning;
    finding.node = first.first;
    finding.related.push_back({first.second, two_documents ? "the second document begins here" : "the last one is here",
                               RelatedNode::kOwnVariant, {}});
    for (size_t j = 1; j < here.size() && !two_documents ; ++j) {
      if (here[j]->first.text() == first.first.text()) continue;
      finding.related.push_back({here[j]->first, "further keys of this mapping stand twice, too", RelatedNode::kOwnVariant, {}});
      break;
    }
    finding.subject = std::string(first.first.text());
    finding.variants = distinct.Variants();
    findings->push_back(std::move(finding));
  }
}

// Sources among whose documents one that is no object is a mistake: renders, and files with objects in them.
std::vector<bool> SourcesOfObjects(const RenderSet& renders) {
  std::vector<bool> of_objects;
  for (const Source& source : renders.sources) of_objects.push_back(source.rendered);
  for (const DistinctDocument& distinct : renders.documents) {
    if (distinct.document->problem().has_value() || !IsObject(distinct.document->root())) continue;
    for (const Occurrence& occurrence : distinct.occurrences) of_objects[occurrence.source] = true;
  }
  return of_objects;
}

// Upstream: apimachinery/pkg/runtime (IsMissingKind, IsMissingVersion), which kubectl and Helm end with.
void AddNoObject(const RuleInfo& rule, const DistinctDocument& distinct, const std::vector<bool>& of_objects,
                 std::vector<Finding>* findings) {
  const Node root = distinct.document->root();
  if (distinct.document->problem().has_value() || root.IsUnset() || IsObject(root)) return;
  std::vector<uint32_t> variants;
  for (const Occurrence& occurrence : distinct.occurrences) {
    if (of_objects[occurrence.source] && (variants.empty() || variants.back() != occurrence.variant)) {
      variants.push_back(occurrence.variant);
    }
  }
  if (variants.empty()) return;
  const bool version = !TextOf(root["apiVersion"]).empty(), kind = !TextOf(root["kind"]).empty();
  std::string what = !root.IsMapping() ? absl::StrCat("is ", root.IsSequence() ? "a list" : "text", ", not an object")
                     : version         ? "has no kind"
                     : kind            ? "has no apiVersion"
                                       : "has neither apiVersion nor kind";
  Finding finding = NewFinding(&rule, absl::StrCat("the document ", what, ": the API server refuses it, and Helm the release"));
  const std::vector<std::pair<Node, Node>> entries = root.Entries();
  finding.node = root.Key("kind") ? root.Key("kind") : entries.empty() ? root : entries.front().first;
  finding.variants = std::move(variants);
  findings->push_back(std::move(finding));
}

}  // namespace

std::vector<Finding> ReaderFindings(const RenderSet& renders, const Selection& selection) {
  std::vector<Finding> findings;
  const RuleInfo* unreadable = FindRule("input-unreadable");
  const RuleInfo* syntax = FindRule("yaml-syntax");
  const RuleInfo* duplicate = FindRule("yaml-duplicate-key");
  const RuleInfo* no_object = FindRule("yaml-not-an-object");
  const std::vector<bool> of_objects = SourcesOfObjects(renders);
  // What could not be read is said whatever rules are selected: nothing is lost in silence.
  for (const InputProblem& problem : renders.problems) {
    Finding finding = NewFinding(unreadable, problem.message);
    finding.place.path = problem.path;
    finding.place.line = problem.line;
    finding.variants = {problem.variant};
    if (!problem.fatal) finding.severity = Severity::kNote;
    findings.push_back(std::move(finding));
  }
  for (const DistinctDocument& distinct : renders.documents) {
    if (distinct.document->problem().has_value()) AddSyntax(*syntax, distinct, &findings);
    if (selection.Runs(*duplicate)) AddDuplicates(*duplicate, distinct, &findings);
    if (selection.Runs(*no_object)) AddNoObject(*no_object, distinct, of_objects, &findings);
  }
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](Finding& finding) {
                                  return (finding.rule == duplicate || finding.rule == no_object) && !selection.Admits(&finding);
                                }),
                 findings.end());
  return findings;
}

}  // namespace chartlint
