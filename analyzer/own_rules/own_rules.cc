#include "analyzer/own_rules/own_rules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzer/kube/effective_object.h"
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

std::vector<std::string> TextsIn(Node list) {
  std::vector<std::string> texts;
  for (Node item : list.Items()) texts.emplace_back(item.text());
  return texts;
}

bool Named(const std::vector<std::string>& names, absl::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

// The value of a scalar, as far as people read it.
std::string Shown(Node node) {
  std::string value = node.IsScalar() ? std::string(node.text()) : "";
  if (value.size() > 200) value = value.substr(0, 200) + "…";
  return value;
}

}  // namespace

std::vector<ConfigError> OwnRules::Read(const Config& config, OwnRules* rules) {
  std::vector<ConfigError> errors;
  for (const ConfigFile& file : config.files) {
    for (Node node : file.document->root()["rules"].Items()) {
      Rule rule;
      rule.info = FindRule(node["id"].text());
      rule.node = node;
      rule.file = file.path;
      absl::StatusOr<Predicate> predicate = Predicate::Read(node);
      if (!predicate.ok()) {
        const Position begin = node.begin();
        errors.push_back({file.path, begin.line, begin.column, begin.column + 1, std::string(predicate.status().message()),
                          std::string(file.document->Line(begin.line))});
        continue;
      }
      rule.predicate = *std::move(predicate);
      const Node select = node["select"];
      rule.kinds = TextsIn(select["kinds"]);
      rule.variants = TextsIn(select["variants"]);
      for (Node name : select["names"].Items()) rule.names.push_back(Pattern::Glob(name.text()));
      rule.workload = select["workload"].IsTrue();
      rule.effective = node["effective"].IsTrue();
      rules->rules_.push_back(std::move(rule));
    }
  }
  return errors;
}

bool OwnRules::Selects(const Rule& rule, const Object& object) {
  if (!Named(rule.kinds, object.kind) || (rule.workload && object.workload == nullptr)) return false;
  if (!HasLabels(object.labels(), rule.node["select"]["labels"])) return false;
  return rule.names.empty() || std::any_of(rule.names.begin(), rule.names.end(),
                                           [&](const Pattern& name) { return name.Matches(object.name); });
}

class OwnRules::Subject {
 public:
  explicit Subject(const Object& object) : object_(object) {}

  const Object& object() const { return object_; }
  // With the defaults; made when it is first asked for.
  const EffectiveObject& effective() {
    if (!effective_.has_value()) effective_.emplace(object_);
    return *effective_;
  }

 private:
  const Object& object_;
  std::optional<EffectiveObject> effective_;
};

std::vector<Finding> OwnRules::Broken(const Rule& rule, Subject* subject) {
  const Object& object = subject->object();
  std::vector<Finding> findings;
  const auto add = [&](Node node) -> Finding& {
    findings.push_back(NewFinding(rule.info, MessageOf(rule, object, node)));
    findings.back().node = node;
    findings.back().object = &object;
    return findings.back();
  };
  if (!rule.effective) {
    for (Node node : rule.predicate.Broken(rule.workload ? object.workload->pod.Parent() : object.root)) add(node);
    return findings;
  }
  const EffectiveObject& effective = subject->effective();
  for (Node node : rule.predicate.Broken(rule.workload ? effective.pod_template() : effective.root())) {
    Finding& finding = add(node);
    finding.node = effective.Written(node);
    if (!effective.IsDefault(node)) continue;
    const std::string path = node.Path();
    const std::string value = node.IsScalar() ? absl::StrCat(" to '", Shown(node), "'") : "";
    finding.related.push_back({finding.node, absl::StrCat(path, " is not set here: the API server sets it", value)});
    finding.subject = absl::StrCat("default ", StablePath(node));  // several defaults may have one place
  }
  return findings;
}

std::string OwnRules::MessageOf(const Rule& rule, const Object& object, Node node) {
  return absl::StrReplaceAll(rule.node["message"].text(), {{"{path}", node.Path()},
                                                           {"{value}", Shown(node)},
                                                           {"{name}", object.name},
                                                           {"{kind}", object.kind}});
}

std::vector<Finding> OwnRules::Check(const RenderSet& renders, const Analysis& analysis, const Selection& selection) const {
  std::vector<Finding> findings;
  for (size_t i = 0; i < renders.documents.size(); ++i) {
    std::vector<std::pair<const Rule*, std::vector<uint32_t>>> wanted;  // with the variants that the rule looks at
    for (const Rule& rule : rules_) {
      if (!selection.Runs(*rule.info)) continue;
      std::vector<uint32_t> variants;
      for (const Occurrence& occurrence : renders.documents[i].occurrences) {
        const bool named = Named(rule.variants, renders.variants[occurrence.variant]);
        if (named && (variants.empty() || variants.back() != occurrence.variant)) variants.push_back(occurrence.variant);
      }
      if (!variants.empty()) wanted.emplace_back(&rule, std::move(variants));
    }
    for (const auto& object : analysis.objects[i]) {
      Subject subject(*object);
      for (const auto& [rule, variants] : wanted) {
        if (!Selects(*rule, *object)) continue;
        for (Finding& finding : Broken(*rule, &subject)) {
          finding.variants = variants;
          findings.push_back(std::move(finding));
        }
      }
    }
  }
  return findings;
}

std::vector<std::string> OwnRules::Test(size_t* count) const {
  std::vector<std::string> failed;
  *count = 0;
  for (const Rule& rule : rules_) {
    for (const bool good : {true, false}) {
      for (Node input : rule.node["tests"][good ? "good" : "bad"].Items()) {
        ++*count;
        RenderSet renders;
        RenderReader reader(&renders);
        reader.AddText(reader.Variant("default"), "test", std::string(input.text()));
        reader.Finish(1);
        size_t findings = 0;
        for (const DistinctDocument& document : renders.documents) {
          for (const auto& object : ObjectsOf(*document.document)) {
            Subject subject(*object);
            if (Selects(rule, *object)) findings += Broken(rule, &subject).size();
          }
        }
        const std::string where = absl::StrCat(rule.file, ":", input.begin().line, ": ", rule.info->id, ": ");
        if (renders.documents.empty() || renders.documents.front().document->problem()) {
          failed.push_back(absl::StrCat(where, "the input is no manifest"));
        } else if (good != (findings == 0)) {
          failed.push_back(absl::StrCat(where, good ? "the rule speaks, and should not" : "the rule is silent, and should speak"));
        }
      }
    }
  }
  return failed;
}

}  // namespace chartlint
