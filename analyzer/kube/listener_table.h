// Which flags and variables bind a port, and what switches them off: rules/data/listeners.yaml, to which a configuration may
// add.
// Lifetime: names are views into the file and the entries that were added. Never changes; any thread may read it.
#ifndef CHARTLINT_ANALYZER_KUBE_LISTENER_TABLE_H_
#define CHARTLINT_ANALYZER_KUBE_LISTENER_TABLE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzer/kube/listener.h"
#include "analyzer/yaml/document.h"

namespace chartlint {

// One flag or one variable.
struct ListenerSpelling {
  absl::string_view name;  // with at most one `*`
  ListenerRole role = ListenerRole::kOther;
  bool port_only = false;  // a number; otherwise an address
  bool udp = false;
  bool both_protocols = false;
  bool repeats = false;
  std::vector<absl::string_view> off;   // values that switch it off
  std::vector<absl::string_view> host;  // flags or variables that hold the host of a port
  absl::string_view forwards;           // flag with the upstream's address
  absl::string_view off_if;             // boolean flag that switches it off
  std::vector<absl::string_view> programs, not_programs;
  bool added = false;                   // by the configuration, where an image's name stands for its program, too

  bool Covers(const Container& container) const;
  bool IsOff(absl::string_view value) const;
};

// What a program binds unasked.
struct ListenerDefault {
  absl::string_view program;
  ListenerRole role = ListenerRole::kOther;
  std::string host;
  int64_t port = 0;
  absl::string_view unless;       // variable that moves it
  absl::string_view unless_flag;  // flag that does
  int64_t since = 0;              // first major version of the image's tag that does it; 0: whatever the tag
  bool added = false;

  bool Covers(const Container& container) const;
};

class ListenerTable {
 public:
  // `added`: entries of one list, written like those of the file; they go before the built-in ones.
  explicit ListenerTable(const std::vector<Node>& added);

  // nullptr if the flag or variable binds nothing that is known of the container's program.
  const ListenerSpelling* Flag(absl::string_view name, const Container& container) const;
  const ListenerSpelling* Variable(absl::string_view name, const Container& container) const;
  const std::vector<ListenerDefault>& defaults() const { return defaults_; }

 private:
  struct Spellings {
    absl::flat_hash_map<absl::string_view, std::vector<ListenerSpelling>> exact;
    std::vector<ListenerSpelling> patterns;
    void Add(absl::string_view name, Node entry, bool added);
    const ListenerSpelling* Find(absl::string_view name, const Container& container) const;
  };
  void AddDefault(Node entry);

  std::unique_ptr<Document> built_in_;
  Spellings flags_, env_;
  std::vector<ListenerDefault> defaults_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_LISTENER_TABLE_H_
