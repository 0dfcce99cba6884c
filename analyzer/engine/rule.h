// What a rule is, what it may see, and how it speaks.
//
// A rule is a free function in rules/<family>/<id>.cc with one of three argument types; what it may look at is in the type:
//   ObjectContext   one object, nothing else. Runs once per distinct document.
//   ReleaseContext  one variant with its index. Runs once per distinct set of documents.
//   ChartContext    all variants at once.
// Rules are pure: no state, no text positions, no I/O. They report nodes; places are joined at the very end.
// One fact, one finding: a rule reports once per object and subject, with the further places as notes.
//
//   void StrategyBothZero(const ObjectContext& context, Reporter& report) {
//     ...
//     report.Add(workload.strategy.rolling_update, absl::StrCat("maxSurge 0 and maxUnavailable 0 ..."))
//         .Note(workload.replicas_node, "replicas 1 is written here");
//   }
#ifndef CHARTLINT_ANALYZER_ENGINE_RULE_H_
#define CHARTLINT_ANALYZER_ENGINE_RULE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/engine/finding.h"
#include "analyzer/engine/presence.h"
#include "analyzer/index/release.h"
#include "analyzer/kube/object.h"
#include "analyzer/kube/workload.h"

namespace chartlint {

// Options that rules may read (from the configuration and the command line).
struct RuleOptions {
  std::vector<std::string> repeatable_flags;       // extends the table of list flags
  int kube_minor = 0;                              // 0: not told
};

struct ObjectContext {
  const Object& object;
  const RuleOptions& options;
};

struct ReleaseContext {
  const Release& release;
  const RuleOptions& options;
};

struct ChartContext {
  const Presence& presence;  // which objects which variant renders
  const RuleOptions& options;
  const Release& release(size_t variant) const { return presence.release(variant); }
  size_t variant_count() const { return presence.variant_count(); }
};

using ObjectRule = void (*)(const ObjectContext&, Reporter&);
using ReleaseRule = void (*)(const ReleaseContext&, Reporter&);
using ChartRule = void (*)(const ChartContext&, Reporter&);

enum class Scope : uint8_t { kObject, kRelease, kChart, kInput };  // kInput: reported by the reader itself

// What counts of a rule that speaks in variants alone which chartlint itself found: kErrors is all but warnings.
enum class FoundVariants : uint8_t { kAll, kErrors, kNone };

// One entry of the catalogue; text from rules/<family>/<id>.yaml.
struct RuleInfo {
  absl::string_view id, family, title;
  Severity severity = Severity::kWarning;
  Profile profile = Profile::kDefault;
  Scope scope = Scope::kObject;
  absl::string_view rationale, silent, remediation;
  std::vector<std::pair<absl::string_view, absl::string_view>> parameters;
  std::vector<absl::string_view> references, tags;
  absl::string_view precision, security_severity;
  FoundVariants found_variants = FoundVariants::kAll;
  ObjectRule object = nullptr;
  ReleaseRule release = nullptr;
  ChartRule chart = nullptr;
  absl::string_view fixture;  // text of the rule's fixture, for its documentation page; may be empty
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_RULE_H_
