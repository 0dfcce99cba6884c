#include "analyzer/charts/two_releases.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

// Objects of one render with the template that made each; owned, since second renders are not part of the analysis.
struct Rendered {
  const Object* object = nullptr;
  absl::string_view template_path;
};

std::string Identity(const Object& object) {
  return absl::StrCat(object.group, "\n", object.kind, "\n", object.ns, "\n", object.name);
}

std::vector<Rendered> ObjectsOfVariant(const RenderSet& renders, uint32_t variant,
                                       const std::vector<std::vector<std::unique_ptr<Object>>>& objects) {
  std::vector<Rendered> rendered;
  for (uint32_t index : renders.documents_of_variant[variant]) {
    const Occurrence& occurrence = RenderedPlaces::OccurrenceIn(renders.documents[index], variant);
    for (const auto& object : objects[index]) {
      if (!object->name.empty() && !object->hook.is_test) rendered.push_back({object.get(), occurrence.template_path});
    }
  }
  return rendered;
}

absl::flat_hash_set<std::string> Identities(const std::vector<Rendered>& rendered) {
  absl::flat_hash_set<std::string> identities;
  for (const Rendered& one : rendered) identities.insert(Identity(*one.object));
  return identities;
}

// Kinds that a cluster has one of for all who use them: sharing is what they are for.
bool IsSharedByDesign(absl::string_view kind) {
  return kind == "IngressClass" || kind == "StorageClass" || kind == "VolumeSnapshotClass" || kind == "CSIDriver" ||
         kind == "PriorityClass" || kind == "RuntimeClass" || kind == "GatewayClass" || kind == "APIService" ||
         kind == "FlowSchema" || kind == "PriorityLevelConfiguration" || kind == "Node" || kind == "PersistentVolume";
}

bool IsWordCharacter(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; }

bool HoldsWord(absl::string_view text, absl::string_view word) {
  for (size_t at = text.find(word); at != absl::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !IsWordCharacter(text[at - 1])) && (end == text.size() || !IsWordCharacter(text[end]))) return true;
  }
  return false;
}

class Comparison {
 public:
  Comparison(const ChartRun& run, const Analysis& analysis, const TemplatePlaces& places, const Selection& selection,
             const RepeatedVariant& repeated)
      : run_(run), places_(places), selection_(selection), repeated_(repeated), variant_(repeated.variant),
        first_(ObjectsOfVariant(run.renders, variant_, analysis.objects)),
        release_(*analysis.releases[analysis.release_of_variant[variant_]]) {
    for (const DistinctDocument& document : repeated.renders.documents) {
      objects_.push_back(ObjectsOf(*document.document));
    }
  }

  std::vector<Finding> Compare() {
    const std::vector<Rendered> second = Other(kSecondRelease);
    const absl::flat_hash_set<std::string> in_second = Identities(second);
    if (second.empty() || !SomeWorkloadChanges(in_second)) return {};
    Collisions(in_second);
    Truncated(in_second);
    Hardcoded(second, in_second);
    return std::move(findings_);
  }

 private:
  std::vector<Rendered> Other(absl::string_view release) const {
    for (uint32_t i = 0; i < repeated_.renders.variants.size(); ++i) {
      if (repeated_.renders.variants[i] == release) return ObjectsOfVariant(repeated_.renders, i, objects_);
    }
    return {};
  }

  bool SomeWorkloadChanges(const absl::flat_hash_set<std::string>& in_second) const {
    for (const Rendered& one : first_) {
      if (one.object->workload != nullptr && !in_second.contains(Identity(*one.object))) return true;
    }
    return false;
  }

  void Add(absl::string_view rule_id, Node node, std::string message, Severity severity, Profile profile, const Object* object) {
    const RuleInfo* rule = FindRule(rule_id);
    if (!selection_.Runs(*rule)) return;
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.profile = profile;
    finding.message = std::move(message);
    finding.node = node;
    finding.object = object;
    finding.variants = {variant_};
    if (selection_.Admits(&finding)) findings_.push_back(std::move(finding));
  }

  void Collisions(const absl::flat_hash_set<std::string>& in_second) {
    for (const Rendered& one : first_) {
      const Object& object = *one.object;
      const Node name = object.metadata()["name"];
      if (!in_second.contains(Identity(object)) || places_.ComesFromValues(name, variant_)) continue;
      const bool global = release_.IsClusterScoped(object);
      const bool definition = object.kind == "CustomResourceDefinition" || object.kind == "Namespace";
      const bool shared = IsSharedByDesign(object.kind);
      Severity severity = global ? Severity::kError : Severity::kWarning;
      if (definition || shared) severity = Severity::kNote;
      Add("chart-name-collision", name,
          absl::StrCat(object.Title(), global ? " of the cluster" : "",
                       " has the same name in every release: two releases",
                       global ? "" : " in one namespace", " take it from each other, and uninstalling one deletes it for both"),
          severity, shared || definition ? Profile::kStrict : Profile::kDefault, &object);
    }
  }

  // Objects are paired by template, kind and place among those.
  void Truncated(const absl::flat_hash_set<std::string>& in_second) {
    const std::vector<Rendered> a = Other(kLongReleaseA), b = Other(kLongReleaseB);
    if (a.empty() || b.empty()) return;
    const absl::flat_hash_set<std::string> in_b = Identities(b);
    std::map<std::pair<absl::string_view, absl::string_view>, std::vector<const Object*>> of_first;
    for (const Rendered& one : first_) of_first[{one.template_path, one.object->kind}].push_back(one.object);
    std::map<std::pair<absl::string_view, absl::string_view>, size_t> seen;
    for (const Rendered& one : a) {
      const size_t ordinal = seen[{one.template_path, one.object->kind}]++;
      if (!in_b.contains(Identity(*one.object))) continue;
      const auto pair = of_first.find({one.template_path, one.object->kind});
      if (pair == of_first.end() || pair->second.size() <= ordinal) continue;
      const Object& object = *pair->second[ordinal];
      if (in_second.contains(Identity(object))) continue;  // the same for short names as well
      Add("chart-name-truncated", object.metadata()["name"],
          absl::StrCat("the name of ", object.kind, " is cut so short that long release names collide: releases ending in '-a' ",
                       "and '-b' both give '", one.object->name, "' (", one.object->name.size(), " characters)"),
          Severity::kWarning, Profile::kDefault, &object);
    }
  }

  // Words of the second release that are names of the first, where programs and grants read names.
  void Hardcoded(const std::vector<Rendered>& second, const absl::flat_hash_set<std::string>& in_second) {
    absl::flat_hash_map<absl::string_view, const Object*> names;
    for (const Rendered& one : first_) {
      // The chart's own name stands for many things; only longer names are surely these objects.
      const bool own = one.object->name == run_.chart->metadata.name || one.object->name.size() <= run_.chart->metadata.name.size();
      if (!own && !in_second.contains(Identity(*one.object))) names.emplace(one.object->name, one.object);
    }
    for (const Rendered& other : second) names.erase(other.object->name);
    if (names.empty()) return;
    std::map<std::pair<absl::string_view, absl::string_view>, std::vector<const Object*>> of_second;
    for (const Rendered& one : second) of_second[{one.template_path, one.object->kind}].push_back(one.object);
    std::map<std::pair<absl::string_view, absl::string_view>, size_t> seen;
    for (const Rendered& one : first_) {
      const size_t ordinal = seen[{one.template_path, one.object->kind}]++;
      const auto pair = of_second.find({one.template_path, one.object->kind});
      if (pair == of_second.end() || pair->second.size() <= ordinal) continue;
      Places(*one.object, *pair->second[ordinal], names);
    }
  }

  void Places(const Object& first, const Object& second, const absl::flat_hash_map<absl::string_view, const Object*>& names) {
    if (first.workload != nullptr && second.workload != nullptr) {
      const size_t count = std::min(first.workload->containers.size(), second.workload->containers.size());
      for (size_t i = 0; i < count; ++i) {
        for (const char* list : {"command", "args"}) {
          Compare(first, first.workload->containers[i].node[list], second.workload->containers[i].node[list], names);
        }
      }
    }
    const std::vector<Node> rules = first.root["rules"].Items(), others = second.root["rules"].Items();
    for (size_t i = 0; i < std::min(rules.size(), others.size()); ++i) {
      Compare(first, rules[i]["resourceNames"], others[i]["resourceNames"], names);
    }
  }

  void Compare(const Object& object, Node list, Node other, const absl::flat_hash_map<absl::string_view, const Object*>& names) {
    const std::vector<Node> items = list.Items(), others = other.Items();
    for (size_t i = 0; i < std::min(items.size(), others.size()); ++i) {
      for (const auto& [name, named] : names) {
        if (!HoldsWord(others[i].text(), name) || !HoldsWord(items[i].text(), name)) continue;
        Add("chart-hardcoded-release", items[i],
            absl::StrCat("'", name, "' is written down here, and ", named->kind, " has that name only in a release called '",
                         run_.variants[variant_].settings.release, "': in every other one it is not found"),
            Severity::kWarning, Profile::kDefault, &object);
      }
    }
  }

  const ChartRun& run_;
  const TemplatePlaces& places_;
  const Selection& selection_;
  const RepeatedVariant& repeated_;
  const uint32_t variant_;
  const std::vector<Rendered> first_;
  const Release& release_;
  std::vector<std::vector<std::unique_ptr<Object>>> objects_;  // parallel to the repeated renders' documents
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<uint32_t> VariantsToRepeat(const RenderSet& renders) {
  constexpr size_t kMost = 3;
  std::vector<std::set<absl::string_view>> templates(renders.variants.size());
  for (const DistinctDocument& document : renders.documents) {
    for (const Occurrence& occurrence : document.occurrences) templates[occurrence.variant].insert(occurrence.template_path);
  }
  std::vector<uint32_t> chosen;
  std::set<absl::string_view> covered;
  while (chosen.size() < kMost) {
    size_t best = 0, most = 0;
    for (size_t i = 0; i < templates.size(); ++i) {
      size_t gain = 0;
      for (absl::string_view path : templates[i]) gain += covered.count(path) == 0 ? 1 : 0;
      if (gain > most) {
        most = gain;
        best = i;
      }
    }
    if (most == 0) break;
    chosen.push_back(static_cast<uint32_t>(best));
    covered.insert(templates[best].begin(), templates[best].end());
  }
  return chosen;
}

std::vector<Finding> CompareReleases(const ChartRun& run, const Analysis& analysis, const TemplatePlaces& places,
                                     const Selection& selection) {
  std::vector<Finding> findings;
  for (const RepeatedVariant& repeated : run.repeated) {
    for (Finding& finding : Comparison(run, analysis, places, selection, repeated).Compare()) {
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

}  // namespace chartlint
