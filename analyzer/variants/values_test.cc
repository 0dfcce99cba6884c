// What goes into overlays: paths, comments, schemas, names, atoms, shrinking.
#include <gtest/gtest.h>

#include "analyzer/template/value_yaml.h"
#include "analyzer/variants/atom.h"
#include "analyzer/variants/overlay.h"
#include "analyzer/variants/shrink.h"
#include "analyzer/variants/value_comments.h"
#include "analyzer/variants/value_names.h"
#include "analyzer/variants/values_schema.h"

namespace chartlint {
namespace {

ChartValue Yaml(absl::string_view text) { return ReadYaml(text, nullptr).value_or(ChartValue()); }
std::string Written(const ChartValue& value) { return WriteYaml(value).value_or("?"); }

TEST(KeyPathTest, FindsFirstItemsAndPrintsAsTyped) {
  const ChartValue tree = Yaml("a: {b: [{c: 1}]}\nm: {k: {v: x}}");
  EXPECT_EQ(FindAt(tree, {"a", "b", "[]", "c"})->int_value(), 1);
  EXPECT_EQ(FindAt(tree, {"m", "[]", "v"})->string_value(), "x");
  EXPECT_EQ(FindAt(tree, {"a", "x"}), nullptr);
  EXPECT_EQ(PrintKeyPath({"a", "example.com/b", "[]"}), "a.example\\.com/b[0]");
  EXPECT_EQ(DeepestOf({{"a"}, {"a", "b"}, {"ab"}}), (std::set<KeyPath>{{"a", "b"}, {"ab"}}));
}

TEST(ValueCommentsTest, TakesCommentedExamples) {
  ValueComments comments;
  comments.Read({}, R"(
# Hosts of the ingress
hosts: []
# - host: pears.example.com
#   paths: [/]
resources: {}
  # We usually recommend not to specify default resources.
  # limits:
  #   cpu: 100m
tolerations: []
# The address of the upstream. An IP.
upstream: ""
# ref: https://example.com/docs
config: {}

# size: 8Gi
)");
  EXPECT_EQ(Written(comments.blocks[{"hosts"}]), "- host: pears.example.com\n  paths:\n  - /");
  EXPECT_EQ(Written(comments.blocks[{"resources"}]), "limits:\n  cpu: 100m");
  EXPECT_EQ(comments.blocks.count({"tolerations"}), 0u);
  EXPECT_EQ(comments.blocks.count({"config"}), 0u);
  EXPECT_EQ(comments.scalars["size"].string_value(), "8Gi");
  EXPECT_NE(comments.hints[{"upstream"}].find("IP"), std::string::npos);
}

TEST(ValuesSchemaTest, MakesWhatItAllows) {
  ValuesSchema schema;
  schema.Add({}, R"({"type": "object", "additionalProperties": false, "properties": {
    "mode": {"enum": ["a", "b"], "type": "string"},
    "size": {"type": "string", "pattern": "^[0-9]+Gi$"},
    "ports": {"type": "array", "items": {"$ref": "#/definitions/Port"}}},
    "definitions": {"Port": {"type": "object", "additionalProperties": false, "required": ["value"],
                             "properties": {"value": {"type": "integer", "minimum": 3}}}}})");
  EXPECT_EQ(schema.Example({"mode"})->string_value(), "a");
  EXPECT_EQ(schema.Example({"size"})->string_value(), "1Gi");
  EXPECT_EQ(Written(*schema.Example({"ports"})), "- value: 3");
  EXPECT_TRUE(schema.Permits({"ports", "[]", "value"}));
  EXPECT_FALSE(schema.Permits({"ports", "[]", "name"}));
  EXPECT_FALSE(schema.Permits({"other"}));
  EXPECT_FALSE(schema.Allows({"mode"}, ChartValue::String("c")));
  EXPECT_FALSE(schema.Allows({"ports"}, Yaml("[{name: x}]")));
}

TEST(ValueNamesTest, FitNameAndType) {
  EXPECT_TRUE(ValueByName("tolerations", WantedType::kAny)->IsList());
  EXPECT_EQ(ValueByName("clusterIP", WantedType::kText)->string_value(), "192.0.2.10");
  EXPECT_EQ(ValueByName("nodePort", WantedType::kNumber)->int_value(), 30080);
  EXPECT_FALSE(ValueByName("plum", WantedType::kAny).has_value());
  EXPECT_EQ(OneLineYaml(Yaml("a: {b: 1}")), "a: {\"b\":1}");
  EXPECT_EQ(*TextMatching("^(Always|Never)$"), "Always");
}

TEST(AtomsTest, ContradictOnTheSamePathAndBelowEmptyOnes) {
  Atoms atoms;
  const AtomId on = atoms.Make(AtomOp::kTrue, {"tls", "enabled"});
  const AtomId off = atoms.Make(AtomOp::kFalse, {"tls", "enabled"});
  const AtomId none = atoms.Make(AtomOp::kFalse, {"tls"});
  const AtomId a = atoms.Make(AtomOp::kEqual, {"mode"}, ChartValue::String("a"));
  const AtomId b = atoms.Make(AtomOp::kEqual, {"mode"}, ChartValue::String("b"));
  EXPECT_TRUE(atoms.Contradict(on, off));
  EXPECT_TRUE(atoms.Contradict(on, none));
  EXPECT_TRUE(atoms.Contradict(none, on));
  EXPECT_FALSE(atoms.Contradict(off, none));
  EXPECT_TRUE(atoms.Contradict(a, b));
  EXPECT_EQ(atoms.Make(AtomOp::kTrue, {"tls", "enabled"}), on);
}

TEST(AtomsTest, HoldAsTemplatesSeeThem) {
  Setting setting;
  setting.values = Yaml("open: 'true'\nempty: {}\ncount: 3\nlist: [a, b]");
  setting.kube_version = "1.34.0";
  const auto holds = [&](AtomOp op, KeyPath path, ChartValue value = ChartValue::Null()) {
    return Holds({op, std::move(path), std::move(value)}, setting);
  };
  EXPECT_TRUE(holds(AtomOp::kEqual, {"open"}, ChartValue::Bool(true)));
  EXPECT_TRUE(holds(AtomOp::kSet, {"empty"}));
  EXPECT_TRUE(holds(AtomOp::kFalse, {"empty"}));
  EXPECT_TRUE(holds(AtomOp::kGreater, {"count"}, ChartValue::Int(2)));
  EXPECT_TRUE(holds(AtomOp::kHolds, {"list"}, ChartValue::String("b")));
  EXPECT_TRUE(holds(AtomOp::kMinLength, {"list"}, ChartValue::Int(2)));
  EXPECT_TRUE(holds(AtomOp::kKind, {"gone"}, ChartValue::String("invalid")));
  EXPECT_TRUE(holds(AtomOp::kApi, {"apps/v1"}));
  EXPECT_FALSE(holds(AtomOp::kApi, {"policy/v1/PodDisruptionBudget"}));
  EXPECT_FALSE(holds(AtomOp::kApi, {"monitoring.coreos.com/v1"}));
  EXPECT_TRUE(holds(AtomOp::kKube, {">=1.25-0"}));
}

TEST(OverlayTest, WritesIntoCopiesOfLists) {
  const Reading reading;
  Setting base;
  base.values = Yaml("hosts: [{name: a, tls: {open: false}}, {name: b}]\nparts: {x: {size: 1}}");
  const ValueCandidates candidates(reading, base.values, {}, {}, {});
  Overlay overlay;
  ASSERT_TRUE(WriteValue({"hosts", "[]", "tls", "open"}, ChartValue::Bool(true), base, candidates, &overlay));
  ASSERT_TRUE(WriteValue({"parts", "[]", "size"}, ChartValue::Int(2), base, candidates, &overlay));
  EXPECT_EQ(Written(overlay.values),
            "hosts:\n- name: a\n  tls:\n    open: true\n- name: b\nparts:\n  x:\n    size: 2");
}

TEST(OverlayTest, PrintsWhatHelmTakes) {
  Overlay overlay;
  overlay.values = Yaml("a: {b: true, c: 'x,y', d: null, e: [1], f: '8080'}");
  overlay.api_versions = {"monitoring.coreos.com/v1"};
  overlay.kube_version = "1.22.0";
  EXPECT_EQ(SetArguments(overlay),
            (std::vector<std::string>{"--set=a.b=true", "--set=a.c=x\\,y", "--set=a.d=null",
                                      "--set-json=a.e=[1]", "--set-string=a.f=8080",
                                      "--api-versions=monitoring.coreos.com/v1", "--kube-version=1.22.0"}));
}

TEST(ShrinkTest, KeepsOnlyWhatIsNeeded) {
  Overlay overlay;
  overlay.values = Yaml("a: {b: 1, c: 2}\nd: 3\ne: [1, 2]\nf: {g: {h: 4}}");
  overlay.is_upgrade = true;
  int asked = 0;
  const Overlay small = ShrinkOverlay(overlay, [&](const Overlay& o) {
    ++asked;
    return FindAt(o.values, {"a", "c"}) != nullptr && FindAt(o.values, {"f", "g", "h"}) != nullptr;
  });
  EXPECT_EQ(Written(small.values), "a:\n  c: 2\nf:\n  g:\n    h: 4");
  EXPECT_FALSE(small.is_upgrade);
  EXPECT_LE(asked, 40);
}

}  // namespace
}  // namespace chartlint
