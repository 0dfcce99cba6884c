#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzer/kube/variables.h"
#include "rules/prototypes.h"

namespace chartlint {
namespace {

// Names as people write variables. `$(hostname)` is meant for a shell, wherever that may be.
bool IsVariableName(absl::string_view name) {
  if (name.empty() || absl::ascii_isdigit(name[0])) return false;
  for (char c : name) {
    if (!absl::ascii_isupper(c) && !absl::ascii_isdigit(c) && c != '_') return false;
  }
  return true;
}

// The kubelet makes variables for every Service of the pod's namespace: HUB_SERVICE_PORT, HUB_PORT_80_TCP_ADDR.
absl::flat_hash_set<std::string> ServicePrefixes(const Release& release, const Workload& workload) {
  absl::flat_hash_set<std::string> prefixes;
  const Node links = workload.pod["enableServiceLinks"];
  if (links.AsBool() == false) return prefixes;
  for (const Object* service : release.OfKind("Service")) {
    if (release.SameNamespace(service->ns, workload.object->ns) == Same::kNo) continue;
    prefixes.insert(absl::StrReplaceAll(absl::AsciiStrToUpper(service->name), {{"-", "_"}}));
  }
  return prefixes;
}

bool IsServiceLink(absl::string_view name, const absl::flat_hash_set<std::string>& prefixes) {
  if (absl::StartsWith(name, "KUBERNETES_")) return true;
  for (absl::string_view part : {"_SERVICE_HOST", "_SERVICE_PORT", "_PORT"}) {
    for (size_t at = name.find(part); at != absl::string_view::npos; at = name.find(part, at + 1)) {
      if (prefixes.contains(name.substr(0, at))) return true;
    }
  }
  return false;
}

struct Use {
  Node node;
  bool in_env = false;
  Node defined_below;  // the variable of that name further down, for a use in env
};

// Names that the kubelet cannot replace, in reading order, each with all its uses.
class UndefinedNames {
 public:
  UndefinedNames(const Container& container, const absl::flat_hash_set<std::string>& links)
      : env_(container.env), links_(links) {
    for (size_t i = 0; i < env_.size(); ++i) first_.emplace(env_[i].name, i);
    const CommandLine& line = container.command_line;
    if (!line.shell_script && !line.script_node) {
      for (Node item : line.items) Read(item, false, env_.size());
    }
    for (size_t i = 0; i < env_.size(); ++i) Read(env_[i].value, true, i);
  }

  std::vector<std::pair<absl::string_view, std::vector<Use>>> found;

 private:
  // The variables before the index `above` can be seen.
  void Read(Node node, bool in_env, size_t above) {
    for (const VariableReference& reference : VariableReferences(node.text())) {
      if (!IsVariableName(reference.name) || IsServiceLink(reference.name, links_)) continue;
      const auto defined = first_.find(reference.name);
      if (defined != first_.end() && defined->second < above) continue;
      const auto [it, is_new] = index_.emplace(reference.name, found.size());
      if (is_new) found.push_back({reference.name, {}});
      found[it->second].second.push_back({node, in_env, defined == first_.end() ? Node() : env_[defined->second].node});
    }
  }

  const std::vector<EnvVariable>& env_;
  const absl::flat_hash_set<std::string>& links_;
  absl::flat_hash_map<absl::string_view, size_t> first_, index_;
};

}  // namespace

void FlagsUndefinedVariable(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    const absl::flat_hash_set<std::string> links = ServicePrefixes(context.release, *workload);
    for (const Container& container : workload->containers) {
      // Whatever envFrom brings is defined, too, and before env.
      if (container.node["envFrom"].size() > 0) continue;
      for (const auto& [name, uses] : UndefinedNames(container, links).found) {
        const Use& first = uses.front();
        std::string message = absl::StrCat("$(", name, ") ");
        if (first.defined_below) {
          absl::StrAppend(&message, "is defined below its use, and a value sees only the variables above it: it stays as text");
        } else {
          absl::StrAppend(&message, "is no variable of container ", container.name, ": it stays in the ",
                          first.in_env ? "value" : "argument", " as text");
        }
        auto finding = report.Add(first.node, message);
        finding.Note(first.defined_below, absl::StrCat(name, " is defined here"));
        for (size_t i = 1; i < uses.size(); ++i) finding.Note(uses[i].node, "used here, too");
        finding.Subject(absl::StrCat("container ", container.name, ", variable ", name));
      }
    }
  }
}

}  // namespace chartlint
