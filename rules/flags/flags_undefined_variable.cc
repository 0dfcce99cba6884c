#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
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

// The kubelet makes variables for every Service of the pod's namespace: HUB_SERVICE_PORT, HUB_PORT_80_TCP_ADDR. The Services
// are looked at only when a name asks for it.
class ServiceLinks {
 public:
  ServiceLinks(const Release& release, const Workload& workload) : release_(release), workload_(workload) {}

  bool Make(absl::string_view name) {
    if (absl::StartsWith(name, "KUBERNETES_")) return true;
    for (absl::string_view part : {"_SERVICE_HOST", "_SERVICE_PORT", "_PORT"}) {
      for (size_t at = name.find(part); at != absl::string_view::npos; at = name.find(part, at + 1)) {
        if (Prefixes().contains(name.substr(0, at))) return true;
      }
    }
    return false;
  }

 private:
  const absl::flat_hash_set<std::string>& Prefixes() {
    if (known_) return prefixes_;
    known_ = true;
    if (workload_.pod["enableServiceLinks"].AsBool() == false) return prefixes_;
    for (const Object* service : release_.OfKind("Service")) {
      if (release_.SameNamespace(service->ns, workload_.object->ns) == Same::kNo) continue;
      prefixes_.insert(absl::StrReplaceAll(absl::AsciiStrToUpper(service->name), {{"-", "_"}}));
    }
    return prefixes_;
  }

  const Release& release_;
  const Workload& workload_;
  bool known_ = false;
  absl::flat_hash_set<std::string> prefixes_;
};

struct Use {
  Node node;
  bool in_env = false;
  Node defined_below;  // the variable of that name further down, for a use in env
};

// Names that the kubelet cannot replace, in reading order, each with all its uses.
class UndefinedNames {
 public:
  UndefinedNames(const Container& container, ServiceLinks* links) : env_(container.env), links_(links) {
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
      if (!IsVariableName(reference.name) || links_->Make(reference.name)) continue;
      const auto defined = first_.find(reference.name);
      if (defined != first_.end() && defined->second < above) continue;
      const auto [it, is_new] = index_.emplace(reference.name, found.size());
      if (is_new) found.push_back({reference.name, {}});
      found[it->second].second.push_back({node, in_env, defined == first_.end() ? Node() : env_[defined->second].node});
    }
  }

  const std::vector<EnvVariable>& env_;
  ServiceLinks* const links_;
  absl::flat_hash_map<absl::string_view, size_t> first_, index_;
};

bool SameFault(const Use& a, const Use& b) {
  return a.node == b.node && static_cast<bool>(a.defined_below) == static_cast<bool>(b.defined_below);
}

std::string Message(const std::vector<std::string>& names, const Use& use, const Container& container) {
  const bool one = names.size() == 1;
  const std::string list = absl::StrCat(absl::StrJoin(names, ", "), one ? " is " : " are ");
  if (use.defined_below) {
    return absl::StrCat(list, "defined below the use, and a value sees only the variables above it: ", one ? "it stays" : "they stay",
                        " as text");
  }
  return absl::StrCat(list, one ? "no variable" : "no variables", " of container ", container.name, ": ", one ? "it stays" : "they stay",
                      " in the ", use.in_env ? "value" : "argument", " as text");
}

}  // namespace

void FlagsUndefinedVariable(const ReleaseContext& context, Reporter& report) {
  for (const Workload* workload : context.release.workloads()) {
    ServiceLinks links(context.release, *workload);
    for (const Container& container : workload->containers) {
      // Whatever envFrom brings is defined, too, and before env.
      if (container.node["envFrom"].size() > 0) continue;
      const UndefinedNames undefined(container, &links);
      for (size_t i = 0; i < undefined.found.size();) {
        // Names that the same item is the first to use are one finding.
        const Use& first = undefined.found[i].second.front();
        size_t end = i + 1;
        while (end < undefined.found.size() && SameFault(undefined.found[end].second.front(), first)) ++end;
        std::vector<std::string> names;
        for (size_t n = i; n < end; ++n) names.push_back(absl::StrCat("$(", undefined.found[n].first, ")"));
        auto finding = report.Add(first.node, Message(names, first, container));
        for (size_t n = i; n < end; ++n) {
          const auto& [name, uses] = undefined.found[n];
          finding.Note(uses.front().defined_below, absl::StrCat(name, " is defined here"));
          for (size_t u = 1; u < uses.size(); ++u) {
            if (uses[u].node != uses.front().node) finding.Note(uses[u].node, absl::StrCat("$(", name, ") is used here, too"));
          }
        }
        finding.Subject(absl::StrCat("container ", container.name, ", variable ", undefined.found[i].first));
        i = end;
      }
    }
  }
}

}  // namespace chartlint
