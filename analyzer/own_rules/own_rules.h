// Rules of the configuration, `rules:`: written in YAML, checked like the built-in ones.
//
//   rules:
//     - id: images-from-our-registry
//       message: image {value} of {name} is not from our registry
//       select: {workload: true}
//       path: spec.containers[*].image
//       matches: ^registry\.example\.com/
//
// Contract
//   One finding for each node that breaks the predicate (predicate.h). `select` narrows the objects; with `workload: true`
//   the path begins at the pod template, of whatever kind. With `effective: true` the rule judges what the API server would
//   store (kube/effective_object.h): `{path}` and `{value}` are of that, the finding stands where it is written, or at the
//   nearest that is, and a note tells what is not. Such an object is made once, for the rules that need it.
//   Comments, annotations, `ignore:`, severities and baselines work on own rules as on others.
// Lifetime: rules refer into the configuration's documents, which must outlive them and the findings.
#ifndef CHARTLINT_ANALYZER_OWN_RULES_OWN_RULES_H_
#define CHARTLINT_ANALYZER_OWN_RULES_OWN_RULES_H_

#include <deque>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/config/config.h"
#include "analyzer/engine/analysis.h"
#include "analyzer/engine/pattern.h"
#include "analyzer/input/renders.h"
#include "analyzer/own_rules/predicate.h"

namespace chartlint {

class OwnRules {
 public:
  // The errors have the places of what is wrong in the file; empty if all is well.
  static std::vector<ConfigError> Read(const Config& config, OwnRules* rules);

  bool empty() const { return rules_.empty(); }
  // Findings of one chart or of the manifests; not merged yet.
  std::vector<Finding> Check(const RenderSet& renders, const Analysis& analysis, const Selection& selection) const;
  // Runs the rules' own tests: a line for each that fails, "FILE:LINE: …". `count`: how many ran.
  std::vector<std::string> Test(size_t* count) const;

 private:
  struct Rule {
    const RuleInfo* info = nullptr;
    Node node;
    std::string file;
    Predicate predicate;
    std::vector<std::string> kinds, variants;
    std::vector<Pattern> names;
    bool workload = false, effective = false;
  };
  // An object as rules see it.
  class Subject;
  static bool Selects(const Rule& rule, const Object& object);
  static std::vector<Finding> Broken(const Rule& rule, Subject* subject);
  static std::string MessageOf(const Rule& rule, const Object& object, Node node);

  std::deque<Rule> rules_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_OWN_RULES_OWN_RULES_H_
