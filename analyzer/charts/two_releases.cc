#include "analyzer/charts/two_releases.h"

#include <algorithm>
#include <map>
#include <memory>
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

// The release's own namespace is no part of it, since each release has its own.
std::string Identity(const Object& object, absl::string_view release_namespace) {
  return absl::StrCat(object.group, "\n", object.kind, "\n", object.ns == release_namespace ? "" : object.ns, "\n", object.name);
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

constexpr absl::string_view kNoNamespace = "\n";  // no object's

absl::flat_hash_set<std::string> Identities(const std::vector<Rendered>& rendered, absl::string_view release_namespace) {
  absl::flat_hash_set<std::string> identities;
  for (const Rendered& one : rendered) identities.insert(Identity(*one.object, release_namespace));
  return identities;
}

// Kinds that a cluster has one of for all who use them: sharing is what they are for.
bool IsSharedByDesign(absl::string_view kind) {
  return kind == "IngressClass" || kind == "StorageClass" || kind == "VolumeSnapshotClass" || kind == "CSIDriver" ||
         kind == "PriorityClass" || kind == "RuntimeClass" || kind == "GatewayClass" || kind == "APIService" ||
         kind == "FlowSchema" || kind == "PriorityLevelConfiguration" || kind == "Node" || kind == "PersistentVolume";
}

bool IsWordCharacter(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; }

// The word as a name of its own or the host of an address; not as a part of a path.
bool HoldsName(absl::string_view text, absl::string_view word) {
  for (size_t at = text.find(word); at != absl::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool address = at >= 2 && text.substr(at - 2, 2) == "//";
    const bool begins = at == 0 || address || (!IsWordCharacter(text[at - 1]) && text[at - 1] != '/' && text[at - 1] != '.');
    const bool ends = end == text.size() || (!IsWordCharacter(text[end]) && (address || text[end] != '/'));
    if (begins && ends) return true;
  }
  return false;
}

// Does an RBAC rule speak of objects of the kind? By the plural that nearly all kinds have.
bool RuleSpeaksOf(Node rule, absl::string_view kind) {
  const std::string singular = absl::AsciiStrToLower(kind);
  for (Node resource : rule["resources"].Items()) {
    if (resource.text() == "*" || resource.text() == singular + "s" || resource.text() == singular + "es") return true;
  }
  return false;
}

class Comparison {
 public:
  Comparison(const ChartRun& run, const Analysis& analysis, const TemplatePlaces& places, const Selection& selection,
             const RepeatedVariant& repeated)
      : run_(run), places_(places), selection_(selection), repeated_(repeated), variant_(repeated.variant),
        first_(ObjectsOfVariant(run.renders, variant_, analysis.objects)),
        release_(*analysis.releases[analysis.release_of_variant[variant_]]),
        own_namespace_(run.variants[variant_].settings.name_space) {
    for (const DistinctDocument& document : repeated.renders.documents) {
      objects_.push_back(ObjectsOf(*document.document));
    }
  }

  std::vector<Finding> Compare() {
    const std::vector<Rendered> second = Other(kSecondRelease);
    const absl::flat_hash_set<std::string> in_second = Identities(second, kSecondNamespace);
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
      if (one.object->workload != nullptr && !IsInBoth(*one.object, in_second)) return true;
    }
    return false;
  }

  // A namespace that a template spells out stays, also where the first release is in it.
  bool IsInBoth(const Object& object, const absl::flat_hash_set<std::string>& in_second) const {
    return in_second.contains(Identity(object, own_namespace_)) || in_second.contains(Identity(object, kNoNamespace));
  }

  // nullptr if the rule does not run or its profile is not asked for. The finding is at the first object; the others are
  // notes.
  Finding* Add(absl::string_view rule_id, Node node, std::string message, Severity severity, Profile profile,
               const Object* object) {
    const RuleInfo* rule = FindRule(rule_id);
    Finding finding = NewFinding(rule, std::move(message));
    finding.severity = severity;
    finding.profile = profile;
    finding.node = node;
    finding.object = object;
    finding.variants = {variant_};
    if (!selection_.Runs(*rule) || !selection_.Admits(&finding)) return nullptr;
    findings_.push_back(std::move(finding));
    return &findings_.back();
  }

  void AddAll(absl::string_view rule_id, const std::vector<const Object*>& objects, std::string message, Severity severity,
              Profile profile) {
    constexpr size_t kMostNotes = 12;
    if (objects.empty()) return;
    const Object& first = *objects.front();
    Finding* finding = Add(rule_id, first.metadata()["name"], std::move(message), severity, profile, &first);
    if (finding == nullptr) return;
    for (size_t i = 1; i < objects.size() && i <= kMostNotes; ++i) {
      std::string note = absl::StrCat(objects[i]->Title(), ", too");
      if (i == kMostNotes && objects.size() > kMostNotes + 1) {
        note = absl::StrCat(note, ", and ", objects.size() - 1 - kMostNotes, " more");
      }
      finding->related.push_back({objects[i]->metadata()["name"], std::move(note), RelatedNode::kOwnVariant, {}});
    }
  }

  void Collisions(const absl::flat_hash_set<std::string>& in_second) {
    std::vector<const Object*> global, namespaced, shared;
    for (const Rendered& one : first_) {
      const Object& object = *one.object;
      if (!IsInBoth(object, in_second) || places_.ComesFromValues(object.metadata()["name"], variant_)) continue;
      if (object.kind == "CustomResourceDefinition" || object.kind == "Namespace" || IsSharedByDesign(object.kind)) {
        shared.push_back(&object);
      } else if (release_.IsClusterScoped(object)) {
        global.push_back(&object);
      } else {
        namespaced.push_back(&object);
      }
    }
    // Who serves an API for the whole cluster is there once, whatever its other objects are called.
    const bool singleton =
        std::any_of(shared.begin(), shared.end(), [](const Object* object) { return object->kind == "APIService"; });
    auto titled = [](const std::vector<const Object*>& objects) { return objects.empty() ? "" : objects.front()->Title(); };
    AddAll("chart-name-collision", global,
           absl::StrCat(titled(global), " of the cluster has the same name in every release: two releases, in whatever namespaces, ",
                        "take it from each other, and uninstalling one deletes it for both"),
           singleton ? Severity::kWarning : Severity::kError, singleton ? Profile::kStrict : Profile::kDefault);
    AddAll("chart-name-collision", namespaced,
           absl::StrCat(titled(namespaced), " has the same name in every release: two releases in one namespace take it from each ",
                        "other, and uninstalling one deletes it for both"),
           Severity::kWarning, Profile::kStrict);
    AddAll("chart-name-collision", shared,
           absl::StrCat(titled(shared), " is shared by all releases: the first uninstall deletes it for the others"),
           Severity::kNote, Profile::kStrict);
  }

  // Objects are paired by template, kind and place among those.
  void Truncated(const absl::flat_hash_set<std::string>& in_second) {
    const std::vector<Rendered> a = Other(kLongReleaseA), b = Other(kLongReleaseB);
    if (a.empty() || b.empty()) return;
    const absl::flat_hash_set<std::string> in_b = Identities(b, kSecondNamespace);
    std::map<std::pair<absl::string_view, absl::string_view>, std::vector<const Object*>> of_first;
    for (const Rendered& one : first_) of_first[{one.template_path, one.object->kind}].push_back(one.object);
    std::map<std::pair<absl::string_view, absl::string_view>, size_t> seen;
    std::vector<const Object*> cut;
    std::string example;
    for (const Rendered& one : a) {
      const size_t ordinal = seen[{one.template_path, one.object->kind}]++;
      if (!in_b.contains(Identity(*one.object, own_namespace_))) continue;
      const auto pair = of_first.find({one.template_path, one.object->kind});
      if (pair == of_first.end() || pair->second.size() <= ordinal) continue;
      const Object& object = *pair->second[ordinal];
      if (in_second.contains(Identity(object, own_namespace_))) continue;  // the same for short names as well
      if (cut.empty()) example = std::string(one.object->name);
      cut.push_back(&object);
    }
    if (cut.empty()) return;
    AddAll("chart-name-truncated", cut,
           absl::StrCat("the name of ", cut.front()->kind, " is cut so short that two releases whose long names differ only at ",
                        "their end both give '", example, "' (", example.size(), " characters)"),
           Severity::kWarning, Profile::kStrict);
  }

  // Words of the second release that are names of the first, where programs and grants read names.
  void Hardcoded(const std::vector<Rendered>& second, const absl::flat_hash_set<std::string>& in_second) {
    absl::flat_hash_map<absl::string_view, const Object*> names;
    for (const Rendered& one : first_) {
      // The chart's own name stands for many things; only longer names are surely these objects.
      const bool own = one.object->name == run_.chart->metadata.name || one.object->name.size() <= run_.chart->metadata.name.size();
      if (!own && !in_second.contains(Identity(*one.object, own_namespace_))) names.emplace(one.object->name, one.object);
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
      absl::flat_hash_map<absl::string_view, const Object*> of_kind;
      for (const auto& [name, named] : names) {
        if (RuleSpeaksOf(rules[i], named->kind)) of_kind.emplace(name, named);
      }
      Compare(first, rules[i]["resourceNames"], others[i]["resourceNames"], of_kind);
    }
  }

  void Compare(const Object& object, Node list, Node other, const absl::flat_hash_map<absl::string_view, const Object*>& names) {
    const std::vector<Node> items = list.Items(), others = other.Items();
    for (size_t i = 0; i < std::min(items.size(), others.size()); ++i) {
      for (const auto& [name, named] : names) {
        if (!HoldsName(others[i].text(), name) || !HoldsName(items[i].text(), name)) continue;
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
  const std::string own_namespace_;
  std::vector<std::vector<std::unique_ptr<Object>>> objects_;  // parallel to the repeated renders' documents
  std::vector<Finding> findings_;
};

}  // namespace

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
