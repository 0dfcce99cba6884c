// rules/data/listeners.yaml as a table: which flags and variables bind a port, and what switches them off.
// Read once, at first use; safe from any thread. Names are views into the embedded file.
#ifndef CHARTLINT_ANALYZER_KUBE_LISTENER_TABLE_H_
#define CHARTLINT_ANALYZER_KUBE_LISTENER_TABLE_H_

#include <cstdint>
#include <memory>
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

  bool Covers(absl::string_view program) const;
  bool IsOff(absl::string_view value) const;
};

// What a program binds unasked.
struct ListenerDefault {
  absl::string_view program;
  ListenerRole role = ListenerRole::kOther;
  int64_t port = 0;
  absl::string_view unless;  // variable that moves it
  int64_t since = 0;         // first major version of the image's tag that does it
};

class ListenerTable {
 public:
  static const ListenerTable& Get();

  // nullptr if the flag or variable binds nothing that is known of this program.
  const ListenerSpelling* Flag(absl::string_view name, absl::string_view program) const;
  const ListenerSpelling* Variable(absl::string_view name, absl::string_view program) const;
  const std::vector<ListenerDefault>& defaults() const { return defaults_; }

 private:
  struct Spellings {
    absl::flat_hash_map<absl::string_view, std::vector<ListenerSpelling>> exact;
    std::vector<ListenerSpelling> patterns;
    void Add(Node entry, const char* name_key);
    const ListenerSpelling* Find(absl::string_view name, absl::string_view program) const;
  };

  ListenerTable();
  std::unique_ptr<Document> document_;
  Spellings flags_, env_;
  std::vector<ListenerDefault> defaults_;
};

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_KUBE_LISTENER_TABLE_H_
