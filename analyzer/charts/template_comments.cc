#include "analyzer/charts/template_comments.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

void Add(const std::vector<std::string>& from, std::vector<std::string>* to) { to->insert(to->end(), from.begin(), from.end()); }

}  // namespace

TemplateComments::TemplateComments(const ChartRun& run, const TemplatePlaces& places) : run_(run), places_(places) {
  const std::deque<ChartTemplates::File>& files = run.templates->files();
  for (size_t i = 0; i < files.size(); ++i) {
    if (places.PathOnDisk(i).empty()) continue;
    for (Directive& directive : FindDirectives(files[i].text, true)) {
      comments_.push_back({static_cast<int32_t>(i), std::move(directive), {}});
    }
  }
}

bool TemplateComments::IsAt(const Comment& comment, Node node, uint32_t variant) const {
  for (const RelatedPlace& at : places_.Resolve(node, variant)) {
    // The line itself, and those that include it.
    if (!at.message.empty() && at.message != "included here") continue;
    if (at.place.file == places_.PathOnDisk(comment.file) && comment.directive.Covers(at.place.line)) return true;
  }
  return false;
}

bool TemplateComments::SpeaksFor(const Comment& comment, const Finding& finding) const {
  const uint32_t variant = finding.variants.empty() ? 0 : finding.variants.front();
  if (!finding.node) {
    return finding.document == nullptr && finding.place.path == places_.PathOnDisk(comment.file) &&
           comment.directive.Covers(finding.place.line);
  }
  if (IsAt(comment, finding.node, variant)) return true;
  for (Node node = finding.node; node; node = node.Parent()) {
    if (Node key = node.KeyNode(); key && IsAt(comment, key, variant)) return true;
    if (node.Parent().IsSequence() && IsAt(comment, node, variant)) return true;
  }
  return false;
}

void TemplateComments::Apply(std::vector<Finding>* findings) {
  for (Comment& comment : comments_) {
    if (!comment.directive.problem.empty()) continue;
    for (Finding& finding : *findings) {
      if (!comment.directive.Names(finding.rule->id) || !SpeaksFor(comment, finding)) continue;
      comment.used.emplace_back(finding.rule->id);
      if (!finding.suppression) finding.suppression = Acceptance{true, comment.directive.reason};
    }
  }
}

std::vector<Finding> TemplateComments::Findings(const Analysis& analysis, const Selection& selection) const {
  // The same words in a render are this comment's.
  absl::flat_hash_map<std::string, std::vector<std::string>> used_in_renders;
  absl::flat_hash_set<std::string> words;
  for (const DocumentComment& comment : analysis.suppressions->comments()) {
    Add(comment.used, &used_in_renders[comment.directive.Words()]);
  }
  std::vector<Finding> findings = analysis.suppressions->AnnotationFindings(selection);
  for (const Comment& comment : comments_) {
    const Directive& directive = comment.directive;
    words.insert(directive.Words());
    Finding finding;
    if (!directive.problem.empty()) {
      finding = SuppressionFinding("suppression-invalid", absl::StrCat("the comment accepts nothing: ", directive.problem));
    } else {
      std::vector<std::string> used = comment.used;
      // Findings of another profile were not seen here.
      for (absl::string_view rule : analysis.hidden_rules) used.emplace_back(rule);
      const auto rendered = used_in_renders.find(directive.Words());
      if (rendered != used_in_renders.end()) Add(rendered->second, &used);
      const std::string unused = UnusedRules(directive, used, selection);
      if (unused.empty()) continue;
      const bool looked_at = rendered != used_in_renders.end() ||
                             places_.Printed(comment.file, directive.at_head ? 0 : directive.first_line,
                                             directive.at_head ? UINT32_MAX : directive.last_line);
      if (!looked_at) continue;
      finding = SuppressionFinding("suppression-unused", UnusedMessage(unused));
    }
    finding.place = {std::string(places_.PathOnDisk(comment.file)), directive.line, 0};
    finding.subject = directive.Words();
    findings.push_back(std::move(finding));
  }
  std::vector<Finding> rendered = analysis.suppressions->CommentFindings(selection, words);
  std::move(rendered.begin(), rendered.end(), std::back_inserter(findings));
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](Finding& finding) {
                                  return !selection.Runs(*finding.rule) || !selection.Admits(&finding);
                                }),
                 findings.end());
  return findings;
}

}  // namespace chartlint
