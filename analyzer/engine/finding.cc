#include "analyzer/engine/finding.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/engine/rule.h"

namespace chartlint {

absl::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kNote: return "note";
    case Severity::kWarning: return "warning";
    case Severity::kError: break;
  }
  return "error";
}

absl::string_view ProfileName(Profile profile) {
  switch (profile) {
    case Profile::kDefault: return "default";
    case Profile::kStrict: return "strict";
    case Profile::kSecurity: break;
  }
  return "security";
}

std::string StablePath(Node node) {
  std::vector<std::string> steps;
  for (; node; node = node.Parent()) {
    Node parent = node.Parent();
    if (!parent) break;
    if (Node key = node.KeyNode()) {
      steps.push_back(absl::StrCat(".", key.text()));
    } else if (parent.IsSequence()) {
      absl::string_view name = node["name"].text();
      steps.push_back(name.empty() ? "[]" : absl::StrCat("[name=", name, "]"));
    }
  }
  std::string path;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) path += *step;
  return path.empty() || path[0] != '.' ? path : path.substr(1);
}

Finding NewFinding(const RuleInfo* rule, std::string message) {
  Finding finding;
  finding.rule = rule;
  finding.severity = rule->severity;
  finding.profile = rule->profile;
  finding.message = std::move(message);
  return finding;
}

Reporter::Builder Reporter::Add(Node node, std::string message) {
  findings_.push_back(NewFinding(rule_, std::move(message)));
  findings_.back().node = node;
  return Builder(this, findings_.size() - 1);
}

Finding& Reporter::Builder::finding() { return reporter_->findings_[index_]; }

Reporter::Builder& Reporter::Builder::Note(Node node, std::string message) {
  return NoteIn(RelatedNode::kOwnVariant, node, std::move(message));
}

Reporter::Builder& Reporter::Builder::NoteIn(uint32_t variant, Node node, std::string message) {
  if (node) finding().related.push_back({node, std::move(message), variant, {}});
  return *this;
}

Reporter::Builder& Reporter::Builder::As(Severity severity) {
  finding().severity = severity;
  return *this;
}

Reporter::Builder& Reporter::Builder::Strict() {
  finding().severity = Severity::kNote;
  finding().profile = Profile::kStrict;
  return *this;
}

Reporter::Builder& Reporter::Builder::Subject(std::string subject) {
  finding().subject = std::move(subject);
  return *this;
}

Reporter::Builder& Reporter::Builder::InVariant(uint32_t variant) {
  std::vector<uint32_t>& variants = finding().variants;
  auto at = std::lower_bound(variants.begin(), variants.end(), variant);
  if (at == variants.end() || *at != variant) variants.insert(at, variant);
  return *this;
}

}  // namespace chartlint
