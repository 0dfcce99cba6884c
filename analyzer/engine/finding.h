// Findings: what a rule said about which nodes, in which variants.
//
// A Finding names nodes, not places; analyzer/report turns nodes into files, lines and columns through the occurrences of
// their document. Findings of several variants that say the same of the same object merge into one.
// Lifetime: nodes refer into Documents; the finding owns its texts.
#ifndef CHARTLINT_ANALYZER_ENGINE_FINDING_H_
#define CHARTLINT_ANALYZER_ENGINE_FINDING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct Object;
struct RuleInfo;

enum class Severity : uint8_t { kNote, kWarning, kError };
enum class Profile : uint8_t { kDefault, kStrict, kSecurity };

// The node's path with list indices replaced by the item's name, `containers[name=manager].args[]`: the same for the same
// thing in renders whose lists differ. For merging and fingerprints, not for people.
std::string StablePath(Node node);

absl::string_view SeverityName(Severity severity);  // "note", "warning", "error"
absl::string_view ProfileName(Profile profile);

// A place in a file on disk, for what has no node: a chart's template, its Chart.yaml, a file that could not be read.
struct FilePlace {
  std::string path;     // empty: no such place
  uint32_t line = 0;    // 0: the file as a whole
  uint32_t column = 0;  // in characters; 0: the line as a whole
};

struct RelatedNode {
  static constexpr uint32_t kOwnVariant = 0xffffffff;
  Node node;
  std::string message;
  uint32_t variant = kOwnVariant;  // chart scope: the variant in whose render the node is to be shown
  FilePlace place = {};            // instead of `node`
};

// Somebody accepts a finding: it stays in the report and does not count.
struct Acceptance {
  bool in_source = true;  // a comment or an annotation; false: the configuration
  std::string reason;
};

struct Finding {
  const RuleInfo* rule = nullptr;
  Severity severity = Severity::kWarning;
  Profile profile = Profile::kDefault;
  std::string message;   // facts with their numbers and the consequence; lower case, no full stop
  Node node;             // primary; absent only for what the reader reports, see below
  const Object* object = nullptr;      // the object that holds `node`; null if there is none
  std::vector<RelatedNode> related;    // in reading order
  std::vector<uint32_t> variants;      // sorted indices
  // Where there is no node to point at: bytes of a document that could not be parsed, or a place in a file.
  const Document* document = nullptr;
  Span span;
  FilePlace place;

  std::optional<Acceptance> suppression;

  // Settings of the variant without which the finding is not seen, as arguments of Helm; empty if not known or none.
  std::string seen_with;
  std::string subject;   // keeps apart equal faults of one object in the fingerprint ("container manager, flag x")
};

// A finding with the severity and profile of its rule's entry; where it stands and in which variants is the caller's to say.
Finding NewFinding(const RuleInfo* rule, std::string message);

// Collects what one rule says about one context. The engine sets rule, object and variants.
class Reporter {
 public:
  explicit Reporter(const RuleInfo* rule) : rule_(rule) {}

  class Builder {
   public:
    Builder(Reporter* reporter, size_t index) : reporter_(reporter), index_(index) {}
    // Another place that belongs to the fault; absent nodes are dropped, so no test is needed.
    Builder& Note(Node node, std::string message);
    // Chart scope: the node as rendered by that variant.
    Builder& NoteIn(uint32_t variant, Node node, std::string message);
    Builder& As(Severity severity);  // another severity than the catalogue's
    Builder& Strict();               // strict profile, note
    Builder& Subject(std::string subject);
    Builder& InVariant(uint32_t variant);   // chart scope: a variant that has the fault; repeatable
   private:
    Finding& finding();
    Reporter* reporter_;
    size_t index_;
  };

  // `node` must exist (for something missing: the smallest container it is missing from).
  Builder Add(Node node, std::string message);

  std::vector<Finding>& findings() { return findings_; }

 private:
  const RuleInfo* rule_;
  std::vector<Finding> findings_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_ENGINE_FINDING_H_
