#include "analyzer/report/view.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/kube/object.h"
#include "analyzer/report/fingerprint.h"
#include "analyzer/report/rendered.h"

namespace chartlint {

namespace {

class ViewBuilder {
 public:
  ViewBuilder(const RenderSet& set, const ViewOptions& options)
      : set_(set), options_(options), rendered_(set) {}

  void Add(const Finding& finding);
  void AddUnreadable();
  ReportView Finish();

 private:
  const PlaceResolver& places() const { return options_.places != nullptr ? *options_.places : rendered_; }
  uint32_t FirstVariant(const Finding& finding) const;
  uint32_t VariantOf(const Finding& finding, const RelatedNode& related) const;
  std::vector<RelatedPlace> PlacesOf(const Finding& finding) const;
  absl::string_view TemplateOf(const Finding& finding) const;
  Place FileAt(const FilePlace& at, uint32_t variant) const;

  const RenderSet& set_;
  const ViewOptions& options_;
  RenderedPlaces rendered_;
  ReportView report_;
};

uint32_t ViewBuilder::FirstVariant(const Finding& finding) const {
  return finding.variants.empty() ? 0 : finding.variants.front();
}

// The variant in which a related node is shown: its own, else the first of the finding's that holds its
// document.
uint32_t ViewBuilder::VariantOf(const Finding& finding, const RelatedNode& related) const {
  if (related.variant != RelatedNode::kOwnVariant) return related.variant;
  const DistinctDocument* distinct = rendered_.Find(related.node.document());
  if (distinct == nullptr) return FirstVariant(finding);
  for (const uint32_t variant : finding.variants) {
    for (const Occurrence& occurrence : distinct->occurrences) {
      if (occurrence.variant == variant) return variant;
    }
  }
  return FirstVariant(finding);
}

Place ViewBuilder::FileAt(const FilePlace& at, uint32_t variant) const {
  Place place;
  place.file = at.path;
  if (at.line > 0) {
    place.line_text = places().LineOf(at.path, at.line);
    const size_t first = place.line_text.find_first_not_of(" \t");
    place.line = place.end_line = at.line;
    place.column = at.column > 0 ? at.column : static_cast<uint32_t>(first == absl::string_view::npos ? 1 : first + 1);
    place.utf16_column = place.column;
    place.end_column = std::max(static_cast<uint32_t>(place.line_text.size()) + 1, place.column + 1);
    place.end_utf16_column = place.end_column;
  }
  if (variant < set_.variants.size()) place.variant = set_.variants[variant];
  return place;
}

std::vector<RelatedPlace> ViewBuilder::PlacesOf(const Finding& finding) const {
  const uint32_t variant = FirstVariant(finding);
  if (finding.node) return places().Resolve(finding.node, variant);
  const DistinctDocument* distinct = rendered_.Find(finding.document);
  if (distinct == nullptr) return {{"", FileAt(finding.place, variant)}};
  return {{"", rendered_.At(*distinct, RenderedPlaces::OccurrenceIn(*distinct, variant), finding.span)}};
}

// `# Source:` of an object whose chart is known; else empty.
absl::string_view ViewBuilder::TemplateOf(const Finding& finding) const {
  if (options_.places == nullptr || finding.object == nullptr) return "";
  const DistinctDocument* distinct = rendered_.Find(finding.object->document());
  if (distinct == nullptr || distinct->occurrences.empty()) return "";
  return RenderedPlaces::OccurrenceIn(*distinct, FirstVariant(finding)).template_path;
}

void ViewBuilder::Add(const Finding& finding) {
  FindingView view;
  view.rule = finding.rule;
  view.severity = finding.severity;
  view.message = finding.message;
  view.seen_with = finding.seen_with;
  if (finding.suppression) view.suppression = {finding.suppression->in_source, finding.suppression->reason};
  std::vector<RelatedPlace> resolved = PlacesOf(finding);
  view.primary = std::move(resolved.front().place);
  std::string stable_path;
  if (finding.object != nullptr) {
    const Object& object = *finding.object;
    view.api_version = std::string(object.api_version);
    view.kind = std::string(object.kind);
    view.ns = std::string(object.ns);
    view.name = std::string(object.name);
    view.path = PathFrom(object.root.Path(), finding.node.Path());
    stable_path = PathFrom(StablePath(object.root), StablePath(finding.node));
  } else {
    // Nothing but the template, or the file, says which text it is.
    view.path = finding.node.Path();
    stable_path = absl::StrCat(view.primary.source.empty() ? view.primary.file : view.primary.source, "\n",
                               StablePath(finding.node));
  }
  const absl::string_view of_template = TemplateOf(finding);
  view.identity = of_template.empty()
                      ? IdentityOf({view.rule->id, view.kind, view.ns, view.name, stable_path, finding.subject})
                      : IdentityOf({view.rule->id, of_template, view.kind, stable_path, finding.subject});
  for (const uint32_t variant : finding.variants) view.variants.push_back(set_.variants[variant]);
  view.variant_count = set_.variants.size();
  for (const RelatedNode& related : finding.related) {
    Place place = related.node ? places().Resolve(related.node, VariantOf(finding, related)).front().place
                               : FileAt(related.place, FirstVariant(finding));
    view.related.push_back({related.message, std::move(place)});
  }
  view.related.insert(view.related.end(), std::make_move_iterator(resolved.begin() + 1),
                      std::make_move_iterator(resolved.end()));
  report_.findings.push_back(std::move(view));
}

// Documents that are no YAML, and files that could not be opened. Both count as unreadable.
void ViewBuilder::AddUnreadable() {
  for (const DistinctDocument& distinct : set_.documents) {
    if (!distinct.document->problem() || distinct.occurrences.empty()) continue;
    const YamlProblem& problem = *distinct.document->problem();
    ++report_.unreadable;
    report_.notifications.push_back({true, absl::StrCat("document not checked: ", problem.message),
                                     rendered_.At(distinct, distinct.occurrences.front(), problem.span)});
  }
  for (const InputProblem& problem : set_.problems) {
    if (problem.fatal) ++report_.unreadable;
    report_.notifications.push_back(
        {problem.fatal, problem.message, FileAt({problem.path, problem.line, 0}, problem.variant)});
  }
}

ReportView ViewBuilder::Finish() {
  report_.tool_version = options_.tool_version;
  report_.command_line = options_.command_line;
  report_.working_directory = options_.working_directory;
  report_.repository_root = options_.repository_root;
  report_.variants = set_.variants;
  report_.documents = set_.occurrence_count();
  report_.distinct_documents = set_.documents.size();
  report_.objects = options_.objects;
  report_.exit_code = options_.exit_code;
  report_.rules = options_.rules;
  AssignFingerprints(&report_.findings);
  std::sort(report_.rules.begin(), report_.rules.end(),
            [](const RuleInfo* a, const RuleInfo* b) { return a->id < b->id; });
  return std::move(report_);
}

}  // namespace

size_t ReportView::Count(Severity severity) const {
  return std::count_if(findings.begin(), findings.end(), [&](const FindingView& finding) {
    return finding.severity == severity && finding.Counts();
  });
}

void ReportView::Append(ReportView other) {
  for (std::string& variant : other.variants) {
    if (std::find(variants.begin(), variants.end(), variant) == variants.end()) variants.push_back(std::move(variant));
  }
  documents += other.documents;
  distinct_documents += other.distinct_documents;
  objects += other.objects;
  unreadable += other.unreadable;
  exit_code = std::max(exit_code, other.exit_code);
  std::move(other.charts.begin(), other.charts.end(), std::back_inserter(charts));
  std::move(other.texts.begin(), other.texts.end(), std::back_inserter(texts));
  std::move(other.findings.begin(), other.findings.end(), std::back_inserter(findings));
  std::move(other.notifications.begin(), other.notifications.end(), std::back_inserter(notifications));
}

void ReportView::OwnTexts() {
  auto own = [this](Place* place) {
    if (place->line_text.empty()) return;
    texts.push_back(std::make_shared<const std::string>(place->line_text));
    place->line_text = *texts.back();
  };
  for (FindingView& finding : findings) {
    own(&finding.primary);
    for (RelatedPlace& related : finding.related) own(&related.place);
  }
  for (NotificationView& notification : notifications) own(&notification.place);
}

ReportView BuildView(const std::vector<Finding>& findings, const RenderSet& set, const ViewOptions& options) {
  ViewBuilder builder(set, options);
  for (const Finding& finding : findings) builder.Add(finding);
  builder.AddUnreadable();
  return builder.Finish();
}

}  // namespace chartlint
