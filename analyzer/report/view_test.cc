// From findings on nodes to places and fingerprints, over real RenderSets.
#include "analyzer/report/view.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/kube/object.h"
#include "gtest/gtest.h"

namespace chartlint {
namespace {

// Variants by name and text, and the objects in them.
using Variants = std::vector<std::pair<std::string, std::string>>;

struct Renders {
  RenderSet set;
  std::vector<std::vector<std::unique_ptr<Object>>> objects;  // parallel to set.documents

  explicit Renders(const Variants& variants) {
    RenderReader reader(&set);
    for (const auto& [name, text] : variants)
      reader.AddText(reader.Variant(name), absl::StrCat(name, ".yaml"), text);
    reader.Finish(1);
    for (const DistinctDocument& distinct : set.documents) objects.push_back(ObjectsOf(*distinct.document));
  }
  const Object& object(size_t document, size_t item = 0) const { return *objects[document][item]; }
};

RuleInfo Rule() {
  RuleInfo rule;
  rule.id = "family-rule";
  rule.family = "family";
  return rule;
}

Finding FindingOn(const RuleInfo& rule, const Object& object, Node node, std::vector<uint32_t> variants) {
  Finding finding;
  finding.rule = &rule;
  finding.message = "message";
  finding.object = &object;
  finding.node = node;
  finding.variants = std::move(variants);
  return finding;
}

constexpr char kDeployment[] = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  template:
    spec:
      containers:
        - name: web
          args: [--a, --b]
)";

TEST(BuildView, ShowsTheFirstOccurrenceInTheFirstVariant) {
  const RuleInfo rule = Rule();
  const Renders renders(
      {{"talos", absl::StrCat("# Source: c/templates/d.yaml\n", kDeployment)},
       {"web", absl::StrCat("---\n# Source: c/templates/x.yaml\nkind: X\napiVersion: v1\n---\n# Source: "
                            "c/templates/d.yaml\n",
                            kDeployment)}});
  ASSERT_EQ(renders.set.documents.size(), 2u);
  const Object& object = renders.object(0);
  Finding finding = FindingOn(rule, object, object.spec()["replicas"], {1});
  finding.related.push_back({object.metadata()["name"], "in its own variant", 0, {}});
  finding.related.push_back({object.metadata()["name"], "in the finding's", RelatedNode::kOwnVariant, {}});
  const ReportView view = BuildView({finding}, renders.set, {});
  const FindingView& shown = view.findings.at(0);
  EXPECT_EQ(shown.primary.file, "web.yaml");
  EXPECT_EQ(shown.primary.line, 11u);
  EXPECT_EQ(shown.primary.column, 13u);
  EXPECT_EQ(shown.primary.end_column, 14u);
  EXPECT_EQ(shown.primary.source, "c/templates/d.yaml");
  EXPECT_EQ(shown.primary.line_text, "  replicas: 1");
  EXPECT_EQ(shown.variants, std::vector<std::string>{"web"});
  EXPECT_EQ(shown.path, "spec.replicas");
  EXPECT_EQ(shown.related.at(0).place.file, "talos.yaml");
  EXPECT_EQ(shown.related.at(0).place.line, 4u);
  EXPECT_EQ(shown.related.at(1).place.file, "web.yaml");
  EXPECT_EQ(view.documents, 3u);
  EXPECT_EQ(view.distinct_documents, 2u);
}

TEST(BuildView, CountsColumnsInCharactersAndInUtf16) {
  const RuleInfo rule = Rule();
  const Renders renders(Variants{{"v", "kind: K\napiVersion: v1\nspec: {\"\xf0\x9f\x98\x80\": 1, b: 22}\n"}});
  const Object& object = renders.object(0);
  const ReportView view = BuildView({FindingOn(rule, object, object.spec()["b"], {0})}, renders.set, {});
  const Place& place = view.findings.at(0).primary;
  EXPECT_EQ(place.column, 19u);
  EXPECT_EQ(place.utf16_column, 20u);
  EXPECT_EQ(place.end_column, 21u);
  EXPECT_EQ(place.end_utf16_column, 22u);
}

TEST(BuildView, APlaceIsNeverLongerThanItsFirstLineNorEmpty) {
  const RuleInfo rule = Rule();
  const Renders renders(Variants{{"v", "kind: K\r\napiVersion: v1\r\nspec:\r\n  a: 1  \r\n  b:\r\n"}});
  const Object& object = renders.object(0);
  const ReportView view = BuildView(
      {FindingOn(rule, object, object.spec(), {0}), FindingOn(rule, object, object.spec()["b"], {0})},
      renders.set, {});
  EXPECT_EQ(view.findings.at(0).primary.line, 4u);
  EXPECT_EQ(view.findings.at(0).primary.end_line, 4u);
  EXPECT_EQ(view.findings.at(0).primary.end_column, 7u);
  // A value without a text of its own is shown at its key.
  EXPECT_EQ(view.findings.at(1).primary.line, 5u);
  EXPECT_EQ(view.findings.at(1).primary.column, 3u);
  EXPECT_EQ(view.findings.at(1).primary.end_column, 4u);
}

TEST(BuildView, ItemsOfAListAreObjectsOfTheirOwn) {
  const RuleInfo rule = Rule();
  const Renders renders(
      Variants{{"v",
                "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, metadata: {name: a}}\n"
                "- {apiVersion: v1, kind: B, metadata: {name: b}, spec: {x: 1}}\n"}});
  const Object& object = renders.object(0, 1);
  const ReportView view = BuildView({FindingOn(rule, object, object.spec()["x"], {0})}, renders.set, {});
  EXPECT_EQ(view.findings.at(0).path, "spec.x");
  EXPECT_EQ(view.findings.at(0).kind, "B");
}

std::string FingerprintOf(const std::string& text, const std::string& variant,
                          const std::string& subject = "") {
  const RuleInfo rule = Rule();
  const Renders renders(Variants{{variant, text}});
  const Object& object = *renders.objects.back().back();
  const Node containers = object.spec()["template"]["spec"]["containers"];
  for (Node container : containers.Items()) {
    if (container["name"].text() != "web") continue;
    Finding finding = FindingOn(rule, object, container["args"][1], {0});
    finding.subject = subject;
    return BuildView({finding}, renders.set, {}).findings.at(0).fingerprint;
  }
  return "";
}

TEST(BuildView, FingerprintsDoNotMoveWithTheText) {
  const std::string base = FingerprintOf(kDeployment, "talos");
  EXPECT_EQ(base.size(), 16u);
  std::string shifted = kDeployment;
  shifted.insert(0, "---\nkind: X\napiVersion: v1\n---\n# a comment\n");
  shifted.insert(shifted.find("        - name: web"), "        - name: first\n");
  EXPECT_EQ(FingerprintOf(shifted, "web"), base);
  EXPECT_NE(FingerprintOf(kDeployment, "talos", "flag v"), base);
}

TEST(BuildView, EqualFindingsHaveDifferentFingerprints) {
  const RuleInfo rule = Rule();
  const Renders renders(Variants{{"v", kDeployment}});
  const Object& object = renders.object(0);
  const Finding finding = FindingOn(rule, object, object.spec(), {0});
  const ReportView view = BuildView({finding, finding}, renders.set, {});
  EXPECT_NE(view.findings.at(0).fingerprint, view.findings.at(1).fingerprint);
}

TEST(BuildView, WhatCouldNotBeReadHasAPlaceToo) {
  const RuleInfo rule = Rule();
  Renders renders(Variants{{"v", "kind: K\napiVersion: v1\n---\na: [1\nb: 2\n"}});
  renders.set.problems.push_back({"gone.yaml", 0, "cannot be opened", 0, true});
  ASSERT_EQ(renders.set.documents.size(), 2u);
  const Document& broken = *renders.set.documents[1].document;
  ASSERT_TRUE(broken.problem().has_value());
  Finding syntax;
  syntax.rule = &rule;
  syntax.document = &broken;
  syntax.span = broken.problem()->span;
  syntax.variants = {0};
  Finding file;
  file.rule = &rule;
  file.place.path = "gone.yaml";
  const ReportView view = BuildView({syntax, file}, renders.set, {});
  EXPECT_EQ(view.findings.at(0).primary.file, "v.yaml");
  EXPECT_GE(view.findings.at(0).primary.line, 4u);
  EXPECT_EQ(view.findings.at(1).primary.file, "gone.yaml");
  EXPECT_EQ(view.findings.at(1).primary.line, 0u);
  EXPECT_EQ(view.unreadable, 2u);
  EXPECT_EQ(view.notifications.size(), 2u);
}

// The seam for places in templates.
class InTemplates : public PlaceResolver {
 public:
  std::vector<RelatedPlace> Resolve(Node, uint32_t) const override {
    RelatedPlace at_template, rendered;
    at_template.place.file = "templates/d.yaml";
    at_template.place.confidence = "exact";
    rendered.place.file = "out.yaml";
    rendered.message = "rendered here";
    return {at_template, rendered};
  }
  absl::string_view LineOf(const std::string&, uint32_t) const override { return ""; }
};

TEST(BuildView, AnotherResolverMayNameABetterPlace) {
  const RuleInfo rule = Rule();
  const Renders renders(Variants{{"v", kDeployment}});
  const InTemplates places;
  ViewOptions options;
  options.places = &places;
  const ReportView view =
      BuildView({FindingOn(rule, renders.object(0), renders.object(0).spec(), {0})}, renders.set, options);
  EXPECT_EQ(view.findings.at(0).primary.file, "templates/d.yaml");
  EXPECT_EQ(view.findings.at(0).related.at(0).message, "rendered here");
  EXPECT_EQ(view.findings.at(0).related.at(0).place.file, "out.yaml");
}

}  // namespace
}  // namespace chartlint
