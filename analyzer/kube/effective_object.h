// An object as the API server would store it: what is written, and what is filled in where nothing is.
//
// Contract
//   Nothing that is written is changed; null counts as not written, and so do "", 0 and [] where the API has no way to
//   tell them from nothing. A field of another type than the API's is left as it is, with all below it. Numbers stay as the
//   API server keeps them: maxSurge is `25%`.
//   A template is judged by what comes of it: a pod template has what the API server fills into its pods and not into the
//   stored template (hostPort under hostNetwork, requests from limits, enableServiceLinks, serviceAccountName), wherever it
//   stands, in custom kinds too, but for those whose controller rewrites it (kinds.h); the jobTemplate of a CronJob has what
//   its Jobs get. What is assumed of a field that stays empty (automountServiceAccountToken, most of securityContext) is not
//   filled in.
//   The facts and their sources are in rules/data/defaults.yaml.
// Cost: linear in the object. Lifetime: the object and its document must outlive it.
// Thread safety: immutable after it is made.
#ifndef CHARTLINT_ANALYZER_KUBE_EFFECTIVE_OBJECT_H_
#define CHARTLINT_ANALYZER_KUBE_EFFECTIVE_OBJECT_H_

#include "analyzer/kube/defaults.h"
#include "analyzer/kube/object.h"
#include "analyzer/yaml/document.h"
#include "analyzer/yaml/document_copy.h"

namespace chartlint {

class EffectiveObject {
 public:
  explicit EffectiveObject(const Object& object);

  Node root() const { return copy_.root(); }
  // The mapping with the pod's `metadata` and `spec`; absent if the kind has none.
  Node pod_template() const;

  // For nodes of this object. True if the API server fills it in.
  bool IsDefault(Node node) const { return copy_.IsAdded(node); }
  // Where it is written; for a default, what it is taken from or the nearest that is written. A node of the object's document.
  Node Written(Node node) const { return copy_.Written(node); }

 private:
  void Fill(Node mapping, const DefaultsType& type);
  void Apply(const DefaultsLine& line, Node mapping);
  void FillPodTemplate();

  const Object& object_;
  DocumentCopy copy_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_EFFECTIVE_OBJECT_H_
