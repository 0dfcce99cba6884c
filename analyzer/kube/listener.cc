#include "analyzer/kube/listener.h"

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzer/kube/listener_table.h"
#include "analyzer/kube/name_pattern.h"
#include "analyzer/kube/program_table.h"
#include "analyzer/kube/variables.h"
#include "analyzer/kube/workload.h"

namespace chartlint {
namespace {

constexpr int64_t kLastPort = 65535;

bool ParsePort(absl::string_view text, int64_t* port) {
  return !text.empty() && absl::SimpleAtoi(text, port) && *port >= 0 && *port <= kLastPort;
}

// Reads one container. Only what is in effect is added.
class ListenerReader {
 public:
  ListenerReader(const Container& container, const ListenerTable& table)
      : container_(container), table_(table), line_(container.command_line), variables_(container.env) {
    for (const FlagOccurrence& flag : line_.occurrences) winners_[flag.name] = &flag;
  }

  std::vector<Listener> Run() {
    for (const FlagOccurrence& flag : line_.occurrences) {
      const ListenerSpelling* spelling = table_.Flag(flag.name, container_);
      if (spelling == nullptr) continue;
      if (!spelling->repeats && winners_[flag.name] != &flag) continue;
      Listener listener;
      listener.origin = ListenerOrigin::kFlag;
      listener.said = flag.Said();
      listener.node = flag.node;
      if (flag.form != FlagForm::kAlone) Add(*spelling, flag.value, std::move(listener));
    }
    for (const EnvVariable& variable : container_.env) {
      if (!variable.value_from.IsUnset() || variables_.Named(variable.name) != &variable) continue;
      const ListenerSpelling* spelling = table_.Variable(variable.name, container_);
      if (spelling == nullptr) continue;
      Listener listener;
      listener.origin = ListenerOrigin::kEnvironment;
      listener.said = absl::StrCat(variable.name, "=", variable.value.text());
      listener.node = variable.node;
      Add(*spelling, variable.value.text(), std::move(listener));
    }
    AddDefaults();
    return std::move(listeners_);
  }

 private:
  void Add(const ListenerSpelling& spelling, absl::string_view written, Listener listener) {
    const std::string value = variables_.Expand(written);
    listener.role = spelling.role;
    listener.protocol = spelling.udp ? "UDP" : "TCP";
    if (spelling.IsOff(value) || SwitchedOff(spelling)) {
      listener.off = true;
    } else if (spelling.port_only) {
      if (!absl::StrContains(value, "$(") && !ParsePort(value, &listener.port)) return;
      for (absl::string_view name : spelling.host) {
        if (!FindHost(name, spelling.name, listener, &listener.host)) continue;
        break;
      }
    } else {
      absl::string_view address = value;
      if (absl::ConsumeSuffix(&address, "/udp")) listener.protocol = "UDP";
      absl::ConsumeSuffix(&address, "/tcp");
      if (!ParseAddress(address, &listener.host, &listener.port)) return;
      // A host alone (0.0.0.0) has its port elsewhere.
      if (listener.port == 0 && !absl::StrContains(address, "$(")) return;
    }
    if (!spelling.forwards.empty()) {
      if (const FlagOccurrence* upstream = Winner(spelling.forwards)) {
        listener.forwards = variables_.Expand(upstream->value);
      }
    }
    if (spelling.both_protocols) {
      listeners_.push_back(listener);
      listener.protocol = "UDP";
    }
    listeners_.push_back(std::move(listener));
  }

  const FlagOccurrence* Winner(absl::string_view flag) const {
    const auto it = winners_.find(flag);
    return it == winners_.end() ? nullptr : it->second;
  }

  bool SwitchedOff(const ListenerSpelling& spelling) const {
    if (spelling.off_if.empty()) return false;
    const FlagOccurrence* flag = Winner(spelling.off_if);
    return flag != nullptr && (flag->form == FlagForm::kAlone || ParseGoBool(flag->value).value_or(false));
  }

  // `name` may be a pattern whose `*` stands for the same text as in the variable's own: *_BIND_PORT and *_BIND_IP.
  bool FindHost(absl::string_view name, absl::string_view pattern, const Listener& listener, std::string* host) const {
    if (listener.origin == ListenerOrigin::kFlag) {
      const FlagOccurrence* flag = Winner(name);
      if (flag == nullptr) return false;
      *host = variables_.Expand(flag->value);
      return true;
    }
    std::string wanted(name);
    absl::string_view star;
    const absl::string_view own = absl::string_view(listener.said).substr(0, listener.said.find('='));
    const size_t at = wanted.find('*');
    if (at != std::string::npos && MatchesPattern(own, pattern, &star)) wanted.replace(at, 1, std::string(star));
    const EnvVariable* variable = variables_.Named(wanted);
    if (variable == nullptr) return false;
    *host = variable->value_from.IsUnset() ? variables_.Expand(variable->value.text())
                                           : absl::StrCat("$(", wanted, ")");
    return true;
  }

  void AddDefaults() {
    for (const ListenerDefault& known : table_.defaults()) {
      if (!known.Covers(container_) || variables_.Named(known.unless) != nullptr || Winner(known.unless_flag) != nullptr) continue;
      const absl::string_view tag = Tag();
      int64_t major = 0;
      if (known.since > 0 && (!absl::SimpleAtoi(tag.substr(0, tag.find('.')), &major) || major < known.since)) continue;
      Listener listener;
      listener.role = known.role;
      listener.origin = ListenerOrigin::kProgramDefault;
      listener.host = known.host;
      listener.port = known.port;
      const std::string moved_by =
          known.unless_flag.empty() ? std::string(known.unless) : absl::StrCat("--", known.unless_flag);
      listener.said = absl::StrCat(known.program, tag.empty() ? "" : " ", tag, " listens on ", known.port, " unless ", moved_by, " is set");
      listener.node = container_.node;
      listeners_.push_back(std::move(listener));
    }
  }

  absl::string_view Tag() const {
    absl::string_view image = BaseName(container_.image.substr(0, container_.image.find('@')));
    const size_t colon = image.find(':');
    if (colon == absl::string_view::npos) return "";
    image = image.substr(colon + 1);
    absl::ConsumePrefix(&image, "v");
    return image;
  }

  const Container& container_;
  const ListenerTable& table_;
  const CommandLine& line_;
  const Variables variables_;
  absl::flat_hash_map<absl::string_view, const FlagOccurrence*> winners_;
  std::vector<Listener> listeners_;
};

}  // namespace

bool Listener::OnLoopback() const {
  if (off) return false;
  const absl::string_view name = absl::StripSuffix(absl::StripPrefix(host, "["), "]");
  return absl::StartsWith(name, "127.") || name == "::1" || absl::EqualsIgnoreCase(name, "localhost");
}

bool Listener::OnAllAddresses() const {
  if (off) return false;
  return host.empty() || host == "0.0.0.0" || host == "::" || host == "[::]" || host == "*";
}

std::vector<Listener> ReadListeners(const Container& container, const ListenerTable& table) {
  return ListenerReader(container, table).Run();
}

bool ParseAddress(absl::string_view text, std::string* host, int64_t* port) {
  host->clear();
  *port = 0;
  if (absl::StartsWith(text, "unix:") || absl::StartsWith(text, "/") || text.empty()) return false;
  const size_t scheme = text.find("://");
  if (scheme != absl::string_view::npos) text = text.substr(scheme + 3);
  text = text.substr(0, text.find('/'));
  if (absl::StartsWith(text, "[")) {
    const size_t close = text.find(']');
    if (close == absl::string_view::npos) return false;
    *host = std::string(text.substr(1, close - 1));
    text = text.substr(close + 1);
    return text.empty() || (absl::ConsumePrefix(&text, ":") && (ParsePort(text, port) || absl::StartsWith(text, "$(")));
  }
  const size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos) {
    if (!ParsePort(text, port)) *host = std::string(text);
    return true;
  }
  *host = std::string(text.substr(0, colon));
  return ParsePort(text.substr(colon + 1), port) || absl::StartsWith(text.substr(colon + 1), "$(");
}

}  // namespace chartlint
