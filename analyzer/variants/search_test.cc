// The whole search without Helm: the evaluator stands in for it, and a guard's branch that is taken is a
// failed render.
#include "analyzer/variants/search.h"

#include <gtest/gtest.h>

#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/template/value_yaml.h"
#include "analyzer/variants/branch_oracle.h"
#include "analyzer/variants/variant_name.h"

namespace chartlint {
namespace {

class SearchTest : public testing::Test {
 protected:
  // One template file beside the values.
  void Load(const std::string& values, const std::string& helpers, const std::string& text) {
    templates_ =
        std::make_unique<ChartTemplates>(std::vector<TemplateSource>{{"Chart.yaml", "name: orchard\n"},
                                                                     {"values.yaml", values},
                                                                     {"templates/_helpers.tpl", helpers},
                                                                     {"templates/a.yaml", text}});
    for (const ChartTemplates::File& file : templates_->files())
      ASSERT_FALSE(file.error.has_value()) << file.path;
    table_ = std::make_unique<BranchTable>(*templates_);
    base_.values = templates_->CoalesceValues(ChartValue::Null())[0];
    base_.kube_version = "1.34.0";
    interpreter_ = std::make_unique<Interpreter>(*templates_, *table_, base_.values);
    base_.values = WithValueAt(base_.values, {std::string(kReleaseKey)},
                               ChartValue::MakeMap({{"Name", ChartValue::String("orchard")},
                                                    {"Namespace", ChartValue::String("default")}}));
    ValueComments comments;
    comments.Read({}, values);
    values_ = std::make_unique<ValueCandidates>(interpreter_->reading(), base_.values, comments,
                                                ValuesSchema(), std::vector<ChartValue>());
    const auto render = [this](const Overlay& overlay) {
      return std::optional<SearchOutcome>(Render(overlay));
    };
    search_ = std::make_unique<Search>(*templates_, *table_, interpreter_.get(), base_, values_.get(), render,
                                       SearchLimits());
    std::vector<BranchId> targets;
    for (size_t i = 0; i < table_->branches().size(); ++i) {
      if (table_->branches()[i].IsTarget()) targets.push_back(static_cast<BranchId>(i));
    }
    search_->Run(targets, {});
  }

  SearchOutcome Render(const Overlay& overlay) {
    ObservedRender observed;
    observed.overrides = ValuesOnly(overlay);
    observed.release.name = ReleaseFact(overlay, "Name").empty() ? "orchard" : ReleaseFact(overlay, "Name");
    if (!ReleaseFact(overlay, "Namespace").empty())
      observed.release.release_namespace = ReleaseFact(overlay, "Namespace");
    observed.release.api_versions = {overlay.api_versions.begin(), overlay.api_versions.end()};
    observed.release.kube_version = overlay.kube_version.empty() ? "1.34.0" : overlay.kube_version;
    observed.release.is_upgrade = overlay.is_upgrade;
    SearchOutcome outcome;
    outcome.branches = EvaluatingOracle(*templates_, *table_, false).Observe(observed);
    outcome.render.ok = true;
    for (size_t i = 0; i < outcome.branches.size(); ++i) {
      const Branch& branch = table_->branches()[i];
      if (!branch.guard || outcome.branches[i] != BranchState::kTaken) continue;
      outcome.render.ok = false;
      outcome.render.error.kind = RenderErrorKind::kGuard;
      outcome.render.error.message = "refused";
      const std::string& path = templates_->files()[static_cast<size_t>(branch.file)].path;
      outcome.render.error.frames = {
          {"orchard/" + path, static_cast<uint32_t>(branch.place.line), 0, "", ""}};
      break;
    }
    return outcome;
  }

  // Tags of the targets that were not reached.
  std::vector<std::string> Missed() const {
    std::vector<std::string> missed;
    for (size_t i = 0; i < table_->branches().size(); ++i) {
      const BranchId id = static_cast<BranchId>(i);
      if (table_->at(id).IsTarget() && search_->reached().count(id) == 0)
        missed.push_back(table_->Describe(id));
    }
    return missed;
  }

  std::unique_ptr<ChartTemplates> templates_;
  std::unique_ptr<BranchTable> table_;
  Setting base_;
  std::unique_ptr<Interpreter> interpreter_;
  std::unique_ptr<ValueCandidates> values_;
  std::unique_ptr<Search> search_;
};

using Missing = std::vector<std::string>;

TEST_F(SearchTest, FlipsSwitchesAndFillsValuesInOneRender) {
  Load("tls: {enabled: false, issuer: ''}\nhosts: []\nextra: {}\n", "",
       "{{ if .Values.tls.enabled }}{{ with .Values.tls.issuer }}a{{ end }}{{ end }}\n"
       "{{ range .Values.hosts }}{{ .name }}{{ if .path }}b{{ end }}{{ end }}{{ if .Values.extra.deep.er "
       "}}c{{ end }}");
  EXPECT_EQ(Missed(), Missing());
  EXPECT_LE(search_->renders(), 3);
}

TEST_F(SearchTest, TakesEachChoiceOfAnEnum) {
  Load("mode: simple\n", "",
       "{{ if eq .Values.mode \"simple\" }}a{{ else if eq .Values.mode \"cluster\" }}b{{ else }}c{{ end }}");
  EXPECT_EQ(Missed(), Missing());
}

TEST_F(SearchTest, FollowsHelpersVariablesAndDefaults) {
  Load("a: {on: false}\nname: ''\nkind: Deployment\n",
       "{{ define \"on\" }}{{ if and .Values.a.on (ne .Values.kind \"DaemonSet\") }}true{{ end }}{{ end }}"
       "{{ define \"part\" }}{{ if .value }}x{{ end }}{{ end }}",
       "{{ $kind := .Values.kind }}{{ $mode := \"x\" }}{{ if eq $kind \"StatefulSet\" }}{{ $mode = \"y\" "
       "}}{{ end }}"
       "{{ if eq (include \"on\" .) \"true\" }}a{{ end }}{{ if eq $mode \"y\" }}b{{ end }}"
       "{{ include \"part\" (dict \"value\" (default .Values.name .Values.a.name)) }}");
  EXPECT_EQ(Missed(), Missing());
}

TEST_F(SearchTest, PassesFlagsToHelm) {
  Load("a: 1\n", "",
       "{{ if .Capabilities.APIVersions.Has \"monitoring.coreos.com/v1\" }}a{{ end }}{{ if "
       ".Release.IsUpgrade }}b{{ end }}"
       "{{ if semverCompare \"<1.25-0\" .Capabilities.KubeVersion.Version }}c{{ end }}");
  EXPECT_EQ(Missed(), Missing());
}

TEST_F(SearchTest, AsksForAnotherReleaseNameOrNamespace) {
  Load("nameOverride: ''\n",
       "{{ define \"full\" }}{{ $name := default .Chart.Name .Values.nameOverride }}"
       "{{ if contains $name .Release.Name }}a{{ else }}b{{ end }}{{ end }}",
       "{{ include \"full\" . }}{{ if hasPrefix \"tenant-\" .Release.Namespace }}c{{ end }}"
       "{{ if eq .Release.Namespace \"kube-system\" }}d{{ end }}{{ if not .Release.Name }}e{{ end }}");
  EXPECT_EQ(Missed(), (Missing{"if not .Release.Name"}));
  std::set<std::string> names;
  VariantNames namer(search_->atoms());
  for (const FoundVariant& found : search_->found()) names.insert(namer.Of(found.candidate, found.taken, base_));
  EXPECT_EQ(names.count("namespace=kube-system"), 1u);
}

TEST_F(SearchTest, RepairsTheBaseByMessagesThatAreBuilt) {
  Load("cluster: ''\n",
       "{{ define \"prefix\" }}{{ printf \"pool-%s-\" .Values.cluster }}{{ end }}",
       "{{ if not .Values.cluster }}{{ fail \"refused\" }}{{ end }}\n"
       "{{ if not (hasPrefix (include \"prefix\" .) .Release.Name) }}"
       "{{ fail (printf \"the name %s is refused\" .Release.Name) }}{{ end }}{{ if .Values.x }}a{{ end }}");
  EXPECT_EQ(Missed(), Missing());
  ASSERT_FALSE(search_->found().empty());
  EXPECT_EQ(ReleaseFact(search_->found()[0].candidate.overlay, "Name"), "pool-example-example");
}

TEST_F(SearchTest, KeepsToTheVersionsThatTheChartAdmits) {
  base_.kube_range = ">=1.25.0-0";
  Load("a: 1\n", "",
       "{{ if semverCompare \"<1.21-0\" .Capabilities.KubeVersion.Version }}a{{ end }}"
       "{{ if semverCompare \">=1.47-0\" .Capabilities.KubeVersion.Version }}b{{ end }}");
  EXPECT_EQ(Missed(), (Missing{"if semverCompare \"<1.21-0\" .Capabilities.KubeVersion.Version"}));
}

TEST_F(SearchTest, RespectsGuards) {
  Load("ha: {enabled: false}\nreplicas: 1\nstandalone: {enabled: true}\n", "",
       "{{ if and .Values.ha.enabled .Values.standalone.enabled }}{{ fail \"refused\" }}{{ end }}\n"
       "{{ if and .Values.ha.enabled (lt (int .Values.replicas) 3) }}{{ fail \"refused\" }}{{ end }}\n"
       "{{ if .Values.ha.enabled }}a{{ end }}{{ if .Values.standalone.enabled }}b{{ end }}");
  EXPECT_EQ(Missed(), Missing());
  EXPECT_LE(search_->renders(), 3);  // foreseen, not met
}

TEST_F(SearchTest, KnowsWhatCannotBe) {
  Load("a: 1\n", "{{ define \"dead\" }}{{ if .x }}y{{ end }}{{ end }}",
       "{{ if lookup \"v1\" \"Secret\" \"ns\" \"x\" }}a{{ end }}{{ if and .Values.b (not .Values.b) }}c{{ "
       "end }}");
  EXPECT_EQ(Missed(), (Missing{"define \"dead\"", "if .x", "if lookup \"v1\" \"Secret\" \"ns\" \"x\"",
                               "if and .Values.b (not .Values.b)"}));
  EXPECT_EQ(search_->renders(), 1);
}

TEST_F(SearchTest, NamesVariantsByWhatOneWouldType) {
  Load("mode: simple\n", "", "{{ if eq .Values.mode \"cluster\" }}a{{ end }}");
  ASSERT_EQ(search_->found().size(), 2u);
  const FoundVariant& found = search_->found()[1];
  EXPECT_EQ(VariantNames(search_->atoms()).Of(found.candidate, found.taken, base_), "mode=cluster");
  EXPECT_EQ(VariantNames(search_->atoms()).Of(search_->found()[0].candidate, {}, base_), "default");
  VariantNames names(search_->atoms());
  EXPECT_EQ(names.Given("default"), "default");
  EXPECT_EQ(names.Of(search_->found()[0].candidate, {}, base_), "default (2)");
  names.NoteChoices(found.candidate, base_);
  EXPECT_EQ(names.Of(search_->found()[0].candidate, {}, base_), "default mode=simple");
}

TEST_F(SearchTest, NamesDoNotGrowWithWhatIsMerged) {
  Load("a: {}\nb: {}\nc: {}\nd: {enabled: false}\ne: {text: ''}\n", "",
       "{{ if .Values.d.enabled }}1{{ end }}{{ with .Values.a }}2{{ end }}{{ with .Values.b }}3{{ end }}"
       "{{ with .Values.c }}4{{ end }}{{ if eq .Values.e.text \"x,y\" }}5{{ end }}");
  ASSERT_EQ(search_->found().size(), 2u);
  const FoundVariant& found = search_->found()[1];
  EXPECT_EQ(VariantNames(search_->atoms()).Of(found.candidate, found.taken, base_), "e.text + d.enabled");
}

TEST_F(SearchTest, HostileTemplatesEndSoon) {
  std::string nested, calls;
  for (int i = 0; i < 200; ++i) absl::StrAppend(&nested, "{{ if .Values.a", i, " }}");
  for (int i = 0; i < 200; ++i) absl::StrAppend(&nested, "{{ end }}");
  for (int i = 0; i < 30; ++i) {  // twice as many calls at each step
    absl::StrAppend(&calls, "{{ define \"t", i, "\" }}{{ include \"t", i + 1,
                    "\" (list . 1) }}{{ include \"t", i + 1, "\" (list . 2) }}{{ end }}");
  }
  Load("x: 1\n",
       calls + "{{ define \"self\" }}{{ include \"self\" . }}{{ if include \"self\" . }}x{{ end }}{{ end }}",
       nested + "{{ include \"t0\" . }}{{ if include \"self\" . }}y{{ end }}");
  EXPECT_LE(search_->renders(), 140);
}

}  // namespace
}  // namespace chartlint
