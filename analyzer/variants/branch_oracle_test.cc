#include "analyzer/variants/branch_oracle.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace chartlint {
namespace {

// "a=taken b=not c=open": the branches whose bodies begin with these words.
class OracleTest : public ::testing::Test {
 protected:
  void Read(std::vector<TemplateSource> files) {
    files.push_back({"Chart.yaml", "apiVersion: v2\nname: demo\nversion: 0.1.0\n"});
    templates_ = std::make_unique<ChartTemplates>(std::move(files));
    table_ = std::make_unique<BranchTable>(*templates_);
    ObservedRender render;
    render.overrides = ChartValue::MakeMap({});
    render.release.api_versions.emplace();
    states_ = EvaluatingOracle(*templates_, *table_, false).Observe(render);
  }
  std::string Of(const std::string& word) const {
    for (size_t i = 0; i < states_.size(); ++i) {
      const Branch& branch = table_->at(static_cast<BranchId>(i));
      const TemplateBody& body = branch.arm != nullptr ? branch.arm->body : branch.defined->body;
      if (body.empty() || body[0]->text != word) continue;
      return states_[i] == BranchState::kTaken ? "taken" : states_[i] == BranchState::kOpen ? "open" : "not taken";
    }
    return "no such branch";
  }

 private:
  std::unique_ptr<ChartTemplates> templates_;
  std::unique_ptr<BranchTable> table_;
  std::vector<BranchState> states_;
};

TEST_F(OracleTest, WritesAreSeenByAllWhoShareTheMap) {
  Read({{"values.yaml", "box: {on: false}\n"},
        {"templates/a.yaml",
         "{{ $box := .Values.box }}{{ $_ := set $box \"on\" true }}{{ if .Values.box.on }}A{{ end }}"
         "{{ $copy := deepCopy $box }}{{ $_ := set $copy \"on\" false }}{{ if $box.on }}B{{ end }}"
         "{{ $_ := unset .Values.box \"on\" }}{{ if hasKey $box \"on\" }}C{{ end }}"
         "{{ $_ := merge $box (dict \"more\" (dict \"x\" 1)) }}{{ if .Values.box.more.x }}D{{ end }}"
         "{{ $_ := mergeOverwrite .Values (dict \"box\" (dict \"more\" (dict \"x\" 0 \"y\" 2))) }}"
         "{{ if and (eq $box.more.x 1) (eq $box.more.y 2) }}E{{ end }}"}});
  EXPECT_EQ(Of("A"), "taken");
  EXPECT_EQ(Of("B"), "taken");
  EXPECT_EQ(Of("C"), "not taken");
  EXPECT_EQ(Of("D"), "taken");
  EXPECT_EQ(Of("E"), "taken");
}

// Helm renders files in descending order, with one context.
TEST_F(OracleTest, ValuesThatAFileReplacesAreThoseOfTheNext) {
  Read({{"values.yaml", "defaults: {replicas: 3}\nprofile: small\n"},
        {"profiles/small.yaml", "replicas: 1\n"},
        {"templates/zz_profile.yaml",
         "{{ $d := .Values.defaults }}{{ $_ := unset .Values \"defaults\" }}"
         "{{ $p := .Files.Get (printf \"profiles/%s.yaml\" .Values.profile) | fromYaml }}"
         "{{ $_ := set $ \"Values\" (mustMergeOverwrite $d $p .Values) }}"},
        {"templates/deploy.yaml", "{{ if eq (int .Values.replicas) 1 }}A{{ end }}{{ if .Values.defaults }}B{{ end }}"}});
  EXPECT_EQ(Of("A"), "taken");
  EXPECT_EQ(Of("B"), "not taken");
}

TEST_F(OracleTest, WhatABranchInDoubtWritesIsUnknown) {
  Read({{"values.yaml", "box: {on: false, other: true}\nempty: {}\n"},
        {"templates/a.yaml",
         "{{ if eq (randAlphaNum 1) \"x\" }}A{{ $_ := set .Values.box \"on\" true }}"
         "{{ $_ := set .Values.empty \"k\" 1 }}{{ end }}"
         "{{ if .Values.box.on }}B{{ end }}{{ if .Values.box.other }}C{{ end }}{{ if .Values.empty }}D{{ end }}"}});
  EXPECT_EQ(Of("A"), "open");
  EXPECT_EQ(Of("B"), "open");
  EXPECT_EQ(Of("C"), "taken");
  EXPECT_EQ(Of("D"), "open");
}

TEST_F(OracleTest, AMapThatHoldsItselfEndsNothing) {
  Read({{"templates/a.yaml",
         "{{ $a := dict }}{{ $_ := set $a \"self\" $a }}{{ $_ := set . \"again\" $ }}{{ $b := dict \"a\" $a }}"
         "{{ $_ := set $a \"b\" $b }}{{ toJson $a }}{{ if $a }}A{{ end }}"}});
  EXPECT_EQ(Of("A"), "taken");
}

}  // namespace
}  // namespace chartlint
