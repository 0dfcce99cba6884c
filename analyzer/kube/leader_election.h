// Leader election as a container's flags and environment say it, and the lock that it holds
// (rules/data/leader_election.yaml, to which a configuration may add).
//
// Contract
//   Flags go before variables, the last occurrence counts, names that switch election off are turned round, and $(NAME) is
//   looked up in the container's literal variables.
// Lifetime: results refer into the container's document; a table refers into the entries that it was made of. A table never
//   changes; any thread may read it.
// Upstream: client-go tools/leaderelection/resourcelock, component-base config (LeaderElectionConfiguration).
#ifndef CHARTLINT_ANALYZER_KUBE_LEADER_ELECTION_H_
#define CHARTLINT_ANALYZER_KUBE_LEADER_ELECTION_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

struct Container;

struct LeaderElection {
  // kUnsaid with `said` filled: written, but not to be resolved here (a value from a ConfigMap).
  enum class State : uint8_t { kUnsaid, kOn, kOff } state = State::kUnsaid;
  Node node;              // the winning flag or variable
  std::string said;       // "--leader-elect=false", "LEADER_ELECT=false"; empty if nothing is written
  bool built_in = false;  // by the image's name a program that elects unless it is told otherwise
};

// Where the lock lives, as far as it is written.
struct ElectionLock {
  std::string ns;        // empty: the pod's own; may hold a $(NAME) that is not resolved
  bool own_ns = true;    // true also where a variable takes it from metadata.namespace
  std::string name;      // empty: chosen by the program
  bool leases = true;    // false: ConfigMaps or Endpoints hold the lock (too)
  Node node;             // what says so; absent if nothing is written
};

class ElectionTable {
 public:
  // `added`: entries written like those of the file; they go before the built-in ones.
  explicit ElectionTable(const std::vector<Node>& added);

  // command_line, env and image of `container` must be filled.
  LeaderElection ElectionOf(const Container& container) const;
  ElectionLock LockOf(const Container& container) const;

 private:
  enum class Sets : uint8_t { kEnabled, kDisabled, kPresent, kNamespace, kName, kResource };
  struct Spelling {
    absl::string_view name;  // a variable's may begin with `*`
    Sets sets = Sets::kEnabled;
    std::vector<absl::string_view> programs;  // empty: all
    bool Covers(const Container& container) const;
  };
  struct Written;

  void Add(Node entry);
  // The first of the flags, then of the variables, that sets this; nothing if none is written.
  Written Find(Sets sets, const Container& container) const;

  std::unique_ptr<Document> built_in_;
  std::vector<Spelling> flags_, env_;
  std::vector<absl::string_view> electing_programs_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_LEADER_ELECTION_H_
